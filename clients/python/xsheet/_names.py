"""Matches names as the command line does: whole or as patterns, in any case."""

import re
import unicodedata
from typing import Callable, Dict, Iterable, List, Optional, Pattern, Sequence, TypeVar

from ._errors import BadInput, NotFound

Thing = TypeVar("Thing")

_LATIN: Dict[int, str] = {ord("ß"): "ss", ord("æ"): "ae", ord("ø"): "o", ord("ł"): "l"}
_UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.I)


def is_id(text: str) -> bool:
    return _UUID.fullmatch(text) is not None


def fold(name: str) -> str:
    """Folds a name as in paths: without case, punctuation and Latin accents."""
    plain = unicodedata.normalize("NFKD", name.lower().translate(_LATIN))
    plain = unicodedata.normalize("NFC", re.sub("[\u0300-\u036f]", "", plain)).lower()
    folded = re.sub(r"[\W_]+", "-", plain).strip("-")
    return folded or name.strip()


def _expression(pattern: str) -> Pattern[str]:
    parts: List[str] = re.findall(r"\*+|\?|\[[^\]]+\]|\{[^{}]*\}|[\s\S]", pattern.strip())

    def to_regex(part: str) -> str:
        if part.startswith("*"):
            return ".*"
        if part == "?":
            return "."
        if part.startswith("[") and len(part) > 1:
            return "[" + re.sub("^!", "^", part[1:-1]) + "]"
        if part.startswith("{") and len(part) > 1:
            return "(?:" + "|".join(_expression(each).pattern for each in part[1:-1].split(",")) + ")"
        return re.escape(part)

    return re.compile("".join(map(to_regex, parts)), re.I)


def matcher(patterns: str) -> Callable[[Sequence[Optional[str]]], bool]:
    """Returns a matcher of a thing's names against patterns separated by commas."""
    wanted = [each.strip() for each in re.split(r",(?![^{]*\})", patterns) if each.strip()]
    expressions = [(each, _expression(each)) for each in wanted]

    def matches(names: Sequence[Optional[str]]) -> bool:
        known = [name for name in names if name]
        return any(
            text.lower() in map(str.lower, known)
            or any(found.fullmatch(name) or found.fullmatch(fold(name)) for name in known)
            for text, found in expressions
        )

    return matches


def pick(things: Iterable[Thing], wanted: str, names: Callable[[Thing], Sequence[Optional[str]]], what: str) -> Thing:
    """Returns the one thing that a name means; raises NotFound for none, BadInput for several."""
    fits = matcher(wanted)
    found = [thing for thing in things if fits(names(thing))]
    exact = [thing for thing in found if wanted in names(thing)]
    if len(found) == 1 or len(exact) == 1:
        return (exact if len(exact) == 1 else found)[0]
    if not found:
        raise NotFound('There is no %s "%s".' % (what, wanted))
    raise BadInput('"%s" names %d of them: use a path or an id.' % (wanted, len(found)))
