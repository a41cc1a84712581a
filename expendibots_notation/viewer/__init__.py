"""Ways to go through a game step by step: a page for the browser and a player for the terminal. They know no rule."""
