"""A verdict does not depend on the format, and no conversion makes an invalid record valid."""

from __future__ import annotations

import json
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from typer.testing import CliRunner

import expendibots_notation as xn
from expendibots_notation.cli.app import app
from expendibots_notation.cli.convert import convert
from expendibots_notation.exporters import EXPORTERS, Exporter
from expendibots_notation.pipeline import Overrides, validate_stream
from expendibots_notation.verdict import Verdict

BROKEN = sorted(path for path in (Path(__file__).parents[1] / "samples" / "broken").iterdir() if path.is_file())
TEXTS = {exporter.name: exporter for exporter in EXPORTERS if isinstance(exporter, Exporter)}
HEAD = '[Format "xbn 1"]\n[Game "Expendibots"]\n[Rules "text"]\n[Result "*"]\n'
PLAYED = "\n1. d2-d3 d7-d6\n2. d3-d4 *\n"


def tagged(**tags: str) -> str:
    """A record with other tags."""
    values = {"Format": "xbn 1", "Game": "Expendibots", "Rules": "text", "Result": "*"} | tags
    return "".join(f"[{name} {json.dumps(value)}]\n" for name, value in values.items()) + PLAYED


FAULTS = {
    "a game that nobody knows": tagged(Game="chess"),
    "nothing that anybody knows": tagged(Game="chess", Rules="x", Setup="x", Result="x", Termination="x"),
    "rules": tagged(Rules="nonsense"),
    "an option of the rules": tagged(Rules="text,a=b"),
    "a set-up": tagged(Setup="nonsense"),
    "a result": tagged(Result="2-0"),
    "a result that contradicts the token": tagged(Result="1-0"),
    "a termination": tagged(Termination="nonsense"),
    "a termination of another game": tagged(Game="STACKS", Termination="elimination"),
    "all of these": tagged(Rules="x", Setup="x", Result="x", Termination="x"),
    "a tag of the game": tagged(Game="Robots", Size="0x0").replace(PLAYED, "\n1. U *\n"),
    "a turn number": HEAD + "\n1. d2-d3 d7-d6\n5. d3-d4 *\n",
    "a turn number of Black": HEAD + "\n1. d2-d3 7... d7-d6\n8. d3-d4 *\n",
    "a turn number of a rejected action": HEAD + "\n5. d2-d3 d7-d6\n2. ~xa8 *\n",
    "turn numbers in variations": HEAD + "\n5. d2-d3 (1. e2-e3) (4. e2-e3) d7-d6 (2... e7-e6) *\n",
    "a turn number before the result": HEAD + "\n1. d2-d3 7... *\n",
    "a turn number before the result, of White": HEAD + "\n1. d2-d3 d7-d6 7. *\n",
    "a turn number at the end of a variation": HEAD + "\n1. d2-d3 (1. e2-e3 5...) *\n",
    "a turn number where the set-up is none": tagged(Setup="x").replace("1. d2-d3 d7-d6\n2.", "5... d2-d3\n6. d7-d6"),
    "nothing": tagged(),
}


def codes(verdict: Verdict) -> list[str]:
    """Without the style of the text, which other formats do not have."""
    return sorted(finding.code for finding in verdict.diagnostics if not finding.code.startswith("XBN15"))


def verdicts(data: bytes, name: str) -> list[Verdict]:
    found = validate_stream(BytesIO(data), "<test>", Overrides(format=name))
    return [each for each in found if isinstance(each, Verdict)]


def written(text: str, name: str) -> bytes:
    return "".join(TEXTS[name].pieces(xn.read_text(text))).encode()


def exit_code(data: bytes, name: str, *options: str) -> int:
    return CliRunner().invoke(app, ["validate", "-", "--from", name, *options], input=data).exit_code


@pytest.mark.parametrize("name", ["xbn", "json", "jsonl"])
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_judged_alike_in_every_format(fault: str, name: str) -> None:
    # What is canonical has no style to speak of, so that --strict must agree as well.
    canonical = "".join(TEXTS["xbn"].pieces(xn.read_text(FAULTS[fault]))).encode()
    (expected,) = verdicts(canonical, "xbn")
    assert expected.valid == (fault == "nothing")
    assert codes(expected) == codes(xn.validate(xn.read_text(FAULTS[fault])[0]))
    data = written(FAULTS[fault], name)
    (verdict,) = verdicts(data, name)
    assert (codes(verdict), verdict.valid) == (codes(expected), expected.valid)
    (record,) = xn.read_text(data.decode(), from_format=name)
    assert codes(xn.validate(record)) == codes(expected)
    for options in ([], ["--strict"]):
        assert exit_code(data, name, *options) == exit_code(canonical, "xbn", *options) == (0 if fault == "nothing" else 1)


@pytest.mark.parametrize("path", [path for path in BROKEN if path.name[:4] in ("XBN2", "XBN3")], ids=lambda path: path.name[:6])
def test_every_broken_sample_is_judged_alike_in_every_format(path: Path) -> None:
    expected = [codes(verdict) for verdict in verdicts(path.read_bytes(), "xbn")]
    for name in ("json", "jsonl"):
        if "XBN313" not in expected[0]:
            assert [codes(verdict) for verdict in verdicts(written(path.read_text(), name), name)] == expected


def test_a_record_that_was_made_by_hand_has_an_unknown_game_too() -> None:
    (record,) = xn.read_text(tagged())
    assert codes(xn.validate(replace(record, game="chess"))) == ["XBN301"]
    (unknown,) = xn.read_text(tagged(Game="chess"))
    assert codes(xn.validate(unknown)) == ["XBN301"]


def test_the_game_of_a_document_can_be_named() -> None:
    """That is what XBN301 proposes."""
    data = written(tagged(Game="chess"), "json")
    assert exit_code(data, "json") == 1
    assert exit_code(data, "json", "--game", "expendibots") == 0
    assert exit_code(data, "json", "--game", "stacks") == 1


# Conversion


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.name[:6])
def test_no_broken_sample_becomes_valid_by_conversion(
    path: Path, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = list(validate_stream(BytesIO(path.read_bytes()), path.name))
    if all(isinstance(each, Verdict) and each.valid for each in found):
        return
    target = tmp_path / "out"
    code = convert([str(path)], str(target), to=name)
    after = verdicts(target.read_bytes(), name) if target.exists() else []
    assert not any(verdict.valid for verdict in after)
    if not after:
        assert not target.exists()
        assert code in (1, 2)
        assert capsys.readouterr().err


LOST = {
    "XBN107": tagged().replace('[Result "*"]', '[Result "*"]\n[White "\\M"]'),
    "XBN108": tagged(White="a").replace(PLAYED, '[White "b"]\n' + PLAYED),
    "XBN109": tagged().replace("d2-d3", "d2-d3 {%emt=x}"),
    "XBN110": tagged(White="\udce9").replace("\\udce9", "\udce9"),
    "XBN313": tagged(Format="xbn 7"),
}


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("code", LOST)
def test_a_record_that_would_lose_its_error_is_left_out_and_named(code: str, name: str, tmp_path: Path) -> None:
    source, target = tmp_path / "in.xbn", tmp_path / "out"
    bad = LOST[code].encode("utf-8", "surrogateescape")
    source.write_bytes(tagged().encode() + b"\n" + bad + b"\n" + tagged().encode())
    result = CliRunner().invoke(app, ["convert", str(source), "--to", name, "-o", str(target)])
    kept = verdicts(target.read_bytes(), name)
    assert result.exit_code == 1
    assert code in result.stderr
    if (code, name) == ("XBN108", "xbn"):
        assert [verdict.valid for verdict in kept] == [True, False, True]
        return
    assert [verdict.valid for verdict in kept] == [True, True]
    assert "record 2 is left out: its errors have no place in the format" in result.stderr


@pytest.mark.parametrize("code", LOST)
def test_the_library_does_not_lose_errors_either(code: str, tmp_path: Path) -> None:
    records = xn.read_text(LOST[code])
    for name, exporter in TEXTS.items():
        target = tmp_path / f"out{exporter.extension}"
        if (code, name) == ("XBN108", "xbn"):
            xn.write(records, target)
            continue
        with pytest.raises(xn.NotationError, match="record 1 is not written: its errors have no place"):
            xn.write(records, target)
        assert not target.exists()


@pytest.mark.parametrize(
    "text",
    [
        tagged(Result="1-0", Termination="elimination").replace("*", "1-0"),
        tagged(Result="1-0"),
        tagged(Result="nonsense"),
        tagged(Termination="elimination"),
        tagged(Termination="nonsense"),
        tagged(Rules="nonsense"),
        tagged().replace("2.", "5."),
        tagged().replace("d3-d4", "d3-d4=7"),
        tagged().replace("d3-d4", "d3-d4 (2. a1-a9)"),
        tagged(Result="0-1").replace("d3-d4 *", "~d3-d4 0-1"),
    ],
)
def test_what_is_wrong_with_a_claim_is_not_lost_with_the_claim(text: str, tmp_path: Path) -> None:
    """Logs and tuples have no place for most claims; a false one does not become a true record by that."""
    source = tmp_path / "in.xbn"
    source.write_text(text)
    assert not verdicts(text.encode(), "xbn")[0].valid
    for name in ("referee-log", "tuples"):
        result = CliRunner().invoke(app, ["convert", str(source), "--to", name])
        if not verdicts(result.stdout_bytes, name):
            assert result.exit_code == 1
            assert "record 1 is left out: its errors have no place in the format" in result.stderr
        assert not any(verdict.valid for verdict in verdicts(result.stdout_bytes, name))


def test_where_nothing_is_left_no_file_is_replaced(tmp_path: Path) -> None:
    source, target = tmp_path / "in.xbn", tmp_path / "out.json"
    source.write_text(LOST["XBN313"])
    target.write_text("precious")
    result = CliRunner().invoke(app, ["convert", str(source), "-o", str(target), "--force"])
    assert (result.exit_code, target.read_text()) == (1, "precious")


def test_a_loose_text_is_said_in_a_document_too() -> None:
    """As in XBN: valid, with a warning that counts under --strict."""
    data = written(tagged(), "json").replace(b'"d2-d3"', b'"d2d3"')
    (verdict,) = verdicts(data, "json")
    assert [finding.code for finding in verdict.diagnostics] == ["XBN151"]
    assert [exit_code(data, "json", *options) for options in ([], ["--strict"])] == [0, 1]
