"""`xbn schema`."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from expendibots_notation.cli.process import FINE, Mistake, text_output
from expendibots_notation.schema import DOCUMENTS

EXAMPLES = ("xbn schema record > record.schema.json", "xbn schema report")


def schema(
    document: Annotated[str, typer.Argument(metavar=f"[{'|'.join(DOCUMENTS)}]", help="Which document.")] = "record",
) -> int:
    """Print the JSON Schema of the record document, of the report document or of the table of a tournament."""
    if document not in DOCUMENTS:
        raise Mistake(f"there is no document {document!r}; the documents are {', '.join(DOCUMENTS)}")
    json.dump(DOCUMENTS[document].model_json_schema(mode="serialization"), out := text_output(), indent=2)
    out.write("\n")
    return FINE
