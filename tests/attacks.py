"""The attacks: texts that somebody could put into a record, or into the name of a file, to make a reader's program do something.

`tests/hostile/` tries them against everything that is written, `tests/browser/` against pages in a browser. One that works there
leaves `window.hit` behind, asks for something at `elsewhere.invalid`, or opens a dialog.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from marking import HEAD

HARMLESS = "harmless"

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
    "script-in-comment": "<!--<script>window.hit=1<!--</script>--><script>window.hit=1</script>",
    "image": "<img src=x onerror=alert(1)>",
    "image-elsewhere": "<img src=//elsewhere.invalid/x><svg><image href=//elsewhere.invalid/x /></svg>",
    "handlers": "<svg onload=window.hit=1><body onpageshow=window.hit=1><details open ontoggle=window.hit=1>",
    "javascript": "javascript:window.hit=1//",
    "javascript-link": "<a href='javascript:window.hit=1' autofocus onfocus=window.hit=1>x</a>",
    "data-address": "data:text/html,<script>window.hit=1</script>",
    "frame": "<iframe srcdoc='<script>parent.hit=1</script>'></iframe><object data=//elsewhere.invalid/x></object>",
    "refresh": "<meta http-equiv=refresh content='0;url=//elsewhere.invalid/'><base href=//elsewhere.invalid/>",
    "style": "</style><style>*{display:none!important;background:url(//elsewhere.invalid/x)}</style>",
    "css": "red;}*{display:none!important;background:url(//elsewhere.invalid/x)}/*",
    "title": "</title></textarea></select></noscript></template><script>window.hit=1</script>",
    "slots": "{{script}}{{data}}{{policy}}",
    "json": '\\u003c/script>\\"}]}',
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
    "formula-semicolon": "y;=2+2",
    "formula-semicolon-blank": 'y; "=2+2"; \u00a0+1;-1;@SUM(1);\uff1d1',
    "formula-tab-inside": "y\t=2+2",
    "formula-bar": "y|=2+2",
    "formula-line": "y\n=2+2\r\n-1",
    "formula-wide": "\uff1d1+1",
    "dde": "=cmd|' /C calc'!A0",
    "separators": '",;\n"x',
    # Workflow commands
    "command": "::error file=a,line=1::b",
    "command-line": "x\n::set-output name=a::b",
    "command-encoded": "a%0A::error::b%0Dc%25",
    "command-indented": "  ::add-mask::b",
    "command-azure": "##vso[task.setvariable variable=PATH]/evil",
    "command-azure-inside": "a ###vso[task.complete result=Failed]",
    "command-bare": "a ##[add-mask]b ##[error]c",
    "command-teamcity": "a##teamcity[buildStatus text='b']",
    "command-lines": "a\n##vso[task.complete]\n ::error::b\r::error::c",
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
"""By name. Every one is tried against every output."""

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
    "command-first": b"::error::x.xbn",
    "command-indented": b" ::error::x.xbn",
    "command-line": b"x\n::error::y.xbn",
    "command-azure": b"##vso[task.complete result=Failed]x.xbn",
    "command-bare": b"a##[error]x.xbn",
    "command-teamcity": b"##teamcity[buildStatus text='x'].xbn",
    "formula": b"=cmd|' !A0.xbn",
    "link": b"[x](y).xbn",
    "spaces": b"  .xbn",
    "long": b"n" * 250 + b".xbn",
}
"""Names of files, as the system has them."""


# Records


def record(text: str) -> str:
    """A record that holds a text wherever one that is understood can hold any."""
    value = json.dumps(text)
    note = value.replace("{", "\\u007b").replace("}", "\\u007d")
    comment = re.sub(r"[\\}]", r"\\\g<0>", _whole(text))
    return (
        f"{{ {comment} }}\n{HEAD}[White {value}]\n[Black {value}]\n[Event {value}]\n[Termination {value}]\n\n{{ {comment} }}\n"
        f"1. d2-d3 {{%note={note} raw={note}}} {{ {comment} }} (1. e2-e3 {{ {comment} }}) (1. a2-a3 {{ {comment} }}) ~{value} *\n"
        f"{{ {comment} }}\n"
    )


def broken(text: str) -> str:
    """Records that hold a text where it is not understood: in the tags of the frame, in a repeated one, among the actions."""
    value = json.dumps(text)
    word = _whole(text).replace("*", "")  # which would end the record, and begin another
    frame = {"Format": '"xbn 1"', "Game": '"Expendibots"', "Rules": '"text"', "Setup": '"x"', "Result": '"*"'}
    heads = ["".join(f"[{tag} {each}]\n" for tag, each in (frame | {name: value}).items()) for name in frame]
    heads.append(HEAD + f"[Date {value}]\n[Date {value}]\n")
    lines = [f"{head}\n1. d2-d3 *\n" for head in heads]
    return "\n".join([*lines, f"{HEAD}\n1. {word}\n", f"{HEAD}\n1. d2-d3 {{%{word}}} *\n"])


def _whole(text: str) -> str:
    """A text as UTF-8 can hold it: without half characters, for which a comment and an action have no escapes."""
    return "".join(each for each in text if not "\ud800" <= each <= "\udfff")


def forfeit(text: str) -> str:
    """A valid record, as tables and logs want it: the game is lost by sending a text, which is said of its only action too."""
    value = json.dumps(text)
    note = value.replace("{", "\\u007b").replace("}", "\\u007d")
    tags = f'[Termination "illegal-action"]\n[White {value}]\n[Black {json.dumps(f"{text} again")}]\n'
    return f"{HEAD}{tags}\n1. d2-d3 {{%raw={note}}} ~{value} 1-0\n".replace('"*"', '"1-0"', 1)


def data_of(texts: list[str], written: Callable[[str], str] = record) -> bytes:
    return "\n".join(map(written, texts)).encode("utf-8", "surrogatepass")
