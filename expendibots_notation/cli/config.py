"""What the user wants to hear about: which findings count, and how much. From `xbn.toml` or `pyproject.toml`, and the command line.

There is no way for a record to switch a finding off: a record does not excuse itself. For the same reason settings are looked for
where the command is run, never beside the records.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from expendibots_notation.arguments import suggestion
from expendibots_notation.cli.process import Mistake
from expendibots_notation.diagnostics.codes import BY_NAME, TABLE
from expendibots_notation.diagnostics.model import Diagnostic, Severity
from expendibots_notation.files import below_working_directory
from expendibots_notation.limits import USUAL, BadLimit, Limits, brief
from expendibots_notation.verdict import FileFinding, Verdict

OWN_FILE = "xbn.toml"
PROJECT_FILE = "pyproject.toml"
EVERYTHING = "ALL"
LAYOUT = BY_NAME["layout"].code

_SELECTORS = 'a list of codes and names, such as ["XBN15", "readings-differ"]'
_KINDS: dict[str, tuple[Any, str]] = {
    "ignore": (list, _SELECTORS),
    "limits": (dict, "a table, such as [limits] with record_length = 5000000"),
    "select": (list, _SELECTORS),
    "severity": (dict, 'a table, such as [severity] with layout = "error"'),
    "strict": (bool, "true or false"),
}
"""What the value of each setting is."""
_EXACT = 6
"""How specific a whole code is: it has that many characters. A name is as specific."""
_TROUBLE = "XBN9"
"""The beginning of the codes that tell of trouble with the machine, not with what a file holds."""


class BadSettings(Mistake):
    """Raised where settings cannot be used; the message says why, and what to do."""


class UnreadableSettings(BadSettings):
    """Raised where a file of settings cannot be read at all."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What a file or the command line says. A selector is a code, the beginning of one (XBN1), a name, or ALL."""

    select: tuple[str, ...] = (EVERYTHING,)
    """Findings that are reported."""
    ignore: tuple[str, ...] = ()
    """Findings that are not."""
    severity: Mapping[str, Severity] = field(default_factory=dict)
    """By selector: how much a finding weighs, instead of what the table of diagnostics says."""
    strict: bool = False
    """Whether warnings count as findings."""
    limits: Limits = USUAL
    """How much of anything an input may have."""

    def under(self, select: Iterable[str], ignore: Iterable[str], strict: bool | None, layout: bool = False) -> Settings:
        """These settings with what the command line says on top. A selection replaces both lists; what is ignored is added."""
        chosen = tuple(select)
        lists = replace(self, select=chosen, ignore=tuple(ignore)) if chosen else replace(self, ignore=(*self.ignore, *ignore))
        if layout:
            lists = replace(lists, select=(*lists.select, LAYOUT))
        return lists if strict is None else replace(lists, strict=strict)


# Selectors


def codes_of(selector: str) -> frozenset[str]:
    """The codes that a selector means. Raises BadSettings where there are none."""
    wanted = selector.strip()
    if wanted.upper() == EVERYTHING:
        return frozenset(row.code for row in TABLE)
    if wanted.lower() in BY_NAME:
        return frozenset({BY_NAME[wanted.lower()].code})
    beginning = wanted.upper()
    found = frozenset(row.code for row in TABLE if row.code.startswith(beginning)) if beginning.startswith("XBN") else frozenset()
    if not found:
        meant = suggestion(wanted, BY_NAME)
        raise BadSettings(f"no diagnostic has the code or the name {wanted!r}{meant}; `xbn explain` lists them all")
    return found


def _weight(selector: str) -> int:
    """How specific a selector is: a more specific one overrules."""
    wanted = selector.strip()
    if wanted.upper() == EVERYTHING:
        return 0
    return _EXACT if wanted.lower() in BY_NAME else len(wanted)


class Selection:
    """Settings made ready for use: every finding is kept, kept with another severity, or set aside. Raises BadSettings."""

    def __init__(self, settings: Settings) -> None:
        # From the least specific to the most; of two that are equally specific, the one that ignores has the last word.
        votes = [(_weight(each), False, each) for each in settings.select] + [
            (_weight(each), True, each) for each in settings.ignore
        ]
        self._ignored = {row.code for row in TABLE}
        for _, is_ignored, selector in sorted(votes, key=lambda vote: vote[:2]):
            codes = codes_of(selector)
            self._ignored = self._ignored | codes if is_ignored else self._ignored - codes
        named = [each for each in (*settings.select, *settings.severity) if _weight(each)]
        self.wants_layout = LAYOUT not in self._ignored and any(LAYOUT in codes_of(each) for each in named)
        """Whether the layout of records is to be checked: `ALL` alone does not ask for it."""
        self._severities: dict[str, Severity] = {}
        for selector in sorted(settings.severity, key=_weight):
            self._severities |= dict.fromkeys(codes_of(selector), settings.severity[selector])

    def of_record(self, verdict: Verdict) -> Verdict:
        """The verdict with the findings that are kept. It is valid as far as these go."""
        if not verdict.diagnostics:
            return verdict
        return replace(verdict, diagnostics=tuple(kept for each in verdict.diagnostics if (kept := self.of_finding(each))))

    def of_file(self, found: FileFinding) -> FileFinding | None:
        """The finding about a file, if it is kept. A file that could not be read is always told: the work was not done.

        One whose format is not known was read. Who says that it is no error means that it is none of these records.
        """
        if found.is_unreadable and found.diagnostic.code.startswith(_TROUBLE):
            return found
        kept = self.of_finding(found.diagnostic)
        return replace(found, diagnostic=kept, is_unreadable=found.is_unreadable and kept.is_error) if kept else None

    def of_finding(self, finding: Diagnostic) -> Diagnostic | None:
        """The finding with the severity that it is given, or None where it is set aside."""
        if finding.code in self._ignored:
            return None
        severity = self._severities.get(finding.code)
        return finding if severity is None else replace(finding, severity=severity)


# Files


def settings_from(config: str | None, isolated: bool) -> Settings:
    """The settings of the file that is named, or else of the nearest one, or none of any file. Raises BadSettings."""
    if config is not None and isolated:
        raise BadSettings("--config and --isolated exclude each other")
    try:
        if config is not None:
            return read_settings(config)
        return Settings() if isolated else find_settings()
    except UnreadableSettings as error:
        raise BadSettings(f"{error}; --isolated leaves them aside") from None


def find_settings(folder: str | Path = ".") -> Settings:
    """The settings of the nearest file that has some, from a folder upward; the defaults if none has. Raises BadSettings.

    A folder that may not be searched has no settings, and neither has a working directory that no longer exists.
    """
    try:
        here = Path(os.path.abspath(folder))
    except OSError:
        return Settings()
    for place in (here, *here.parents):
        own, project = place / OWN_FILE, place / PROJECT_FILE
        if os.path.lexists(own):
            if not os.path.isfile(own):
                raise UnreadableSettings(f"cannot read the settings in {_shown(own)}: it is not a file")
            return read_settings(own)
        if os.path.isfile(project) and (table := _project_table(project)) is not None:
            return _settings(table, project)
    return Settings()


def read_settings(file: str | Path) -> Settings:
    """The settings of a file: its table [tool.xbn] where it is a pyproject.toml, all of it otherwise. Raises BadSettings."""
    path = Path(file)
    if path.name != PROJECT_FILE:
        return _settings(_toml(path), path)
    table = _project_table(path)
    if table is None:
        raise BadSettings(f"{file} has no table [tool.xbn]")
    return _settings(table, path)


def _project_table(path: Path) -> dict[str, Any] | None:
    tools = _toml(path).get("tool")
    table = tools.get("xbn") if isinstance(tools, dict) else None
    if table is not None and not isinstance(table, dict):
        raise BadSettings(f"{_shown(path)}: tool.xbn must be a table, [tool.xbn]")
    return table


def _toml(path: Path) -> dict[str, Any]:
    import tomllib

    try:
        with path.open("rb") as stream:
            return tomllib.load(stream)
    except RecursionError:
        raise UnreadableSettings(f"cannot read the settings in {_shown(path)}: tables or lists are nested too deep") from None
    except (OSError, ValueError) as error:
        problem = error.strerror.lower() if isinstance(error, OSError) and error.strerror else str(error)
        raise UnreadableSettings(f"cannot read the settings in {_shown(path)}: {problem}") from None


def _settings(table: dict[str, Any], path: Path) -> Settings:
    """The settings of a table."""
    try:
        settings = Settings(**{key: _setting(key, value) for key, value in table.items()})
        Selection(settings)
    except (BadLimit, BadSettings) as error:
        raise BadSettings(f"{_shown(path)}: {error}") from None
    return settings


def _setting(key: str, value: Any) -> Any:
    """The value of a setting, checked: a misspelt one must not silently change what is marked as wrong."""
    if key not in _KINDS:
        raise BadSettings(f"there is no setting {key!r}; the settings are {', '.join(_KINDS)}")
    kind, words = _KINDS[key]
    if not isinstance(value, kind) or (kind is list and not all(isinstance(each, str) for each in value)):
        raise BadSettings(f"{key} must be {words}, not {brief(value)}")
    if key == "limits":
        return USUAL.changed(value)
    if key == "severity":
        weights = [each.value for each in Severity]
        for selector, weight in value.items():
            if weight not in weights:
                raise BadSettings(f"the severity of {selector} is {brief(weight)}; it must be one of {', '.join(weights)}")
        return {selector: Severity(weight) for selector, weight in value.items()}
    return tuple(value) if kind is list else value


def _shown(path: Path) -> str:
    """A path as the user would type it, if it is below the working directory."""
    return below_working_directory(str(path))
