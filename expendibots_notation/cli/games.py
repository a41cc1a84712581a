"""`xbn games`."""

from __future__ import annotations

from expendibots_notation.cli.process import FINE, text_output
from expendibots_notation.games import GAMES

EXAMPLES = ("xbn games",)


def games() -> int:
    """List the games, the readings of their rules and the forms of their actions."""
    lines: list[str] = []
    for number, game in enumerate(GAMES):
        lines.append(("\n" if number else "") + f"{game.name} (--game {game.id}): {game.summary}")
        lines.append(f"  {'players, in turn order' if len(game.players) > 1 else 'player'}: {', '.join(game.players)}")
        lines.append("  rules:")
        for reading in game.readings:
            lines.append(f"    {reading.name:12} {reading.summary}")
        for key, values in game.options.items():
            usual = game.readings[0].options[key]
            lines.append(f"    {key}={'|'.join(f'[{value}]' if value == usual else value for value in values)}")
        lines.append("  actions:")
        for form, example in (*game.forms, *([game.item] if game.item else [])):
            lines.append(f"    {example:12} {form}")
        if game.tags:
            lines.append("  tags:")
            for tag, meaning in game.tags.items():
                lines.append(f"    {tag:12} {meaning}")
        lines.append(f"  ends on the board: {', '.join(game.terminations)}")
    text_output().write("\n".join(lines) + "\n")
    return FINE
