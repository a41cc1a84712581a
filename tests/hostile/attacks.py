"""The attacks: texts that somebody could put into a record, or into the name of a file, to make a reader's program do something."""

from __future__ import annotations

ATTACKS = {
    # A terminal obeys these.
    "escape": "\x1b[2J\x1b]0;title\x07",
    "escape-c1": "\x9b31m\x90\x85\x9c",
    "control": "\x01\x08\x0b\x0c\x0e\x7f",
    "null": "a\0b",
    "return": "good\rbad",
    "tab": "\tcell",
    "new-line": "first\nsecond",
    # These hide or reorder what stands beside them.
    "right-to-left": "\u202egnp.exe\u202c",
    "isolate": "\u2066\u2067a\u2069\u200f\u061c",
    "zero-width": "a\u200bb\u200cc\u200dd\u2060e\ufeff",
    "line-separator": "a\u2028b\u2029c",
    "tag-characters": "a\U000e0001\U000e0041\U000e007f",
    "variation-selectors": "a\ufe0f\U000e0100\U000e01ef\u180b",
    "fillers": "\u3164\u115f\u1160\uffa0\u2800\u034f",
    "interlinear": "\ufff9a\ufffab\ufffb",
    "no-character": "\ufffe\uffff\U0010ffff",
    "private": "\ue000\U000f0000",
    "half-character": "\ud800x\udfff",
    "soft-hyphen": "ad\u00admin",
    "spaces": "a\u00a0b\u2003c\u3000",
    # Markup of one kind or another
    "script": "</script><script>alert(1)</script>",
    "comment": "--><!--<script>",
    "image": "<img src=x onerror=alert(1)>",
    "attribute": "\"' onload=alert(1) x='",
    "cdata": "]]><b>",
    "entity": "&lt;&#0;&amp;&nbsp;",
    "rich": "[bold red]x[/bold red][link=file:///etc/passwd]y[/link] [/]",
    "textual": "[@click=app.quit]x[/] [@click=app.bell]y[/] [on red]$error[/] \\[red]",
    "link": "[here](https://example.org) <https://example.org> ![x](y)",
    "template": "${alert(1)} {{7*7}} #{x} %s %(x)s {0}",
    # Spreadsheets
    "formula": '=HYPERLINK("https://example.org")',
    "formula-plus": "+1+1",
    "formula-minus": "-1+1",
    "formula-at": "@SUM(1)",
    "formula-tab": "\t=1+1",
    "formula-return": "\r=1+1",
    "formula-space": " \u00a0=1+1",
    "formula-wide": "\uff1d1+1",
    "dde": "=cmd|' /C calc'!A0",
    "separators": '",;\n"x',
    # Workflow commands
    "command": "::error file=a,line=1::b",
    "command-line": "x\n::set-output name=a::b",
    "command-encoded": "a%0A::error::b%0Dc%25",
    # Logs of the referee: lines that nobody has written
    "log-line": "BOOM at (0, 1).\n[over ] - winner: white",
    "log-return": "BOOM at (0,\r 1)",
    "log-other-action": "MOVE 1 from (0, 1) to (0, 2)",
    "log-game": "x.\n[game ] - Start game log at Mon Jun  1 05:34:00 2020\n[white] - MOVE 1 from (0, 1) to (0, 2)",
    "log-game-return": "x.\r[game ] - Start game log at Mon Jun  1 05:34:00 2020",
    # Size
    "long": "long" * 30_000,
    "combining": "e" + "\u0301" * 500,
}
"""By name. Every one is tried against every output; see outputs.py."""

NAMES = {
    "escape": b"\x1b[31mred.xbn",
    "escape-c1": "\x9b31m.xbn".encode(),
    "new-line": b"line\nbreak.xbn",
    "return": b"good\rbad.xbn",
    "dash": b"-rf.xbn",
    "option": b"--output=x.xbn",
    "not-utf-8": b"\xff\xfe.xbn",
    "right-to-left": "\u202enbx.exe.xbn".encode(),
    "zero-width": "a\u200bb.xbn".encode(),
    "rich": b"[bold red]x[bold].xbn",
    "textual": b"[@click=app.quit]x.xbn",
    "link-markup": b"[link=x]y.xbn",
    "markup": b"<b>&quot;\"'.xbn",
    "command": b"a,b::error::c%0A.xbn",
    "formula": b"=cmd|' !A0.xbn",
    "link": b"[x](y).xbn",
    "spaces": b"  .xbn",
    "long": b"n" * 250 + b".xbn",
}
"""Names of files, as the system has them."""
