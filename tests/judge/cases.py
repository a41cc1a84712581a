"""What is put to an umpire, and what it says: a case and an opinion, in texts that any implementation of the rules can have."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace

Standing = tuple[str, str | None]
"""Result and termination: `*` and None while the game goes on."""
GOING_ON: Standing = ("*", None)


@dataclass(frozen=True)
class Case:
    """A game to be judged. Events of chance stand among the actions, in their angle brackets."""

    game: str
    rules: str = "text"
    setup: str | None = None
    tags: tuple[tuple[str, str], ...] = ()
    actions: tuple[str, ...] = ()

    def tag(self, name: str) -> str | None:
        return dict(self.tags).get(name)

    def reading_and_options(self) -> tuple[str, dict[str, str]]:
        """The Rules value, taken apart."""
        parts = self.rules.split(",")
        reading = parts.pop(0) if "=" not in parts[0] else "text"
        return reading, dict(part.split("=") for part in parts)

    def with_actions(self, *actions: str) -> Case:
        return replace(self, actions=actions)


class NoStart(ValueError):
    """Raised where the tags of a case describe no position from which a game can begin."""


class Umpire(ABC):
    """A game in progress, judged by somebody. Actions are canonical texts; `action` has no claim behind it."""

    @abstractmethod
    def allows(self, action: str) -> bool:
        """Whether the action, or the event of chance, is legal here."""

    @abstractmethod
    def play(self, action: str) -> None:
        """Play what is allowed."""

    @abstractmethod
    def text(self) -> str:
        """The canonical position string."""

    @abstractmethod
    def outcome(self) -> Standing:
        """How the game stands."""

    @abstractmethod
    def is_true(self, claim: str) -> bool:
        """Whether what a record writes behind the last action (`=5`, `^`) is so."""

    @abstractmethod
    def actions(self) -> set[str]:
        """Every action with which the game may go on, events of chance left out."""


@dataclass(frozen=True)
class Stand:
    """Where a game is after so many actions."""

    position: str
    outcome: Standing


@dataclass(frozen=True)
class Opinion:
    """What an umpire says about a case: how the game stands at the start and after each action, up to one that is refused.

    No stands at all: the case has no start.
    """

    stands: tuple[Stand, ...]

    def verdict(self, index: int) -> str:
        """What is said about the action of that index, or about the start for -1, in words."""
        if not self.stands:
            return "no start"
        if index + 1 >= len(self.stands):
            return "not legal"
        stand = self.stands[index + 1]
        result, termination = stand.outcome
        return f"{stand.position}, {'goes on' if termination is None else f'{result} by {termination}'}"


@dataclass(frozen=True)
class Ruling:
    """What is said about a line of a record as a whole."""

    final: str
    """The position behind the last legal action."""
    outcome: Standing
    end_ply: int | None
    refused_ply: int | None


def split_claim(text: str) -> tuple[str, str]:
    """An action of any game without what it claims about its effect, and the claim, or nothing."""
    if text.startswith("<"):
        return text, ""
    for sign in ("=", "^", "#"):
        if sign in text:
            at = text.index(sign)
            return text[:at], text[at:]
    if text.endswith("+"):
        return text[:-1], "+"
    return text, ""
