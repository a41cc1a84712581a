"""The small windows of the terminal player: which ply, which variation, and which keys there are."""

from __future__ import annotations

from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from expendibots_notation.diagnostics.render import visible
from expendibots_notation.judging.timeline import Thread
from expendibots_notation.viewer.panels import ACCENT, INK

_WINDOW = """
{name} {{ align: center middle; }}
{name} > Vertical {{
    width: {width}; max-width: 100%; height: auto; max-height: 100%;
    background: #232a33; border: round #ffc83d; border-title-color: #ffc83d; padding: 0 1;
}}
{name} Input, {name} Input:focus {{ border: none; padding: 0; height: 1; background: #14171c; }}
{name} OptionList, {name} OptionList:focus {{
    border: none; padding: 0; height: auto; max-height: 14; background: #232a33; color: #d9dfe6;
}}
{name} OptionList > .option-list--option-highlighted, {name} OptionList:focus > .option-list--option-highlighted {{
    background: #ffc83d; color: #14171c;
}}
"""


class PlyDialog(ModalScreen[int | None]):
    """Asks for a ply."""

    DEFAULT_CSS = _WINDOW.format(name="PlyDialog", width=30)
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "Cancel")]

    def __init__(self, last: int) -> None:
        super().__init__()
        self.last = last

    def compose(self) -> ComposeResult:
        window = Vertical(Input(type="integer", placeholder=f"0 to {self.last}"))
        window.border_title = "Go to ply"
        yield window

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(int(event.value) if event.value.isascii() and event.value.isdigit() and len(event.value) < 10 else None)


class VariationDialog(ModalScreen[int | None]):
    """Lets one choose among variations by their first action."""

    DEFAULT_CSS = _WINDOW.format(name="VariationDialog", width=60)
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", "Cancel"),
        *(Binding(str(number), f"dismiss({number - 1})", f"Variation {number}", show=False) for number in range(1, 10)),
    ]

    def __init__(self, variations: tuple[Thread, ...]) -> None:
        super().__init__()
        self.variations = variations

    def compose(self) -> ComposeResult:
        options = [Option(_opening(number, thread)) for number, thread in enumerate(self.variations, 1)]
        window = Vertical(OptionList(*options))
        window.border_title = "Which variation?"
        yield window

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_index)


def _opening(number: int, thread: Thread) -> Text:
    """A variation in a line: its number, its first action, and what is said about it."""
    line = Text(f"{number} ", no_wrap=True, overflow="ellipsis")
    if thread.moments:
        first = thread.moments[0]
        line.append(visible(f" {first.mark} {first.text}".replace("  ", " ")), Style(bold=True))
        line.append("  " + " ".join(visible(word) for comment in (*thread.lead, *first.comments) for word in comment.split()))
    return line


class HelpDialog(ModalScreen[None]):
    """Which keys there are."""

    DEFAULT_CSS = _WINDOW.format(name="HelpDialog", width=62)
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,question_mark,q,enter,space", "dismiss(None)", "Close")]

    def __init__(self, keys: tuple[tuple[str, str], ...]) -> None:
        super().__init__()
        self.keys = keys

    def compose(self) -> ComposeResult:
        room = max(len(keys) for keys, _ in self.keys)
        text = Text("\n").join(
            Text.assemble((keys.rjust(room), Style(color=ACCENT, bold=True)), (f"  {does}", INK)) for keys, does in self.keys
        )
        window = Vertical(Static(text))
        window.border_title = "Keys"
        yield window
