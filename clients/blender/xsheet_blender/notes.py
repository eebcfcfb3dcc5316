# SPDX-License-Identifier: GPL-3.0-or-later
"""Comments as notes on frames: their frames, marker names and drawings."""

import re
from typing import Any, Dict, Iterable, List, NamedTuple, Optional, Sequence, Tuple

from .frames import first_of, to_fraction

#: Prefix of the add-on's own markers, which are replaced; other markers are left alone.
SIGN = "✎ "
_LONGEST = 60


class Note(NamedTuple):
    """`frame` and `last` are Blender's numbers. `shapes` have coordinates from 0 to 1, from the picture's upper left
    corner.
    """

    id: str
    frame: int
    last: int
    author: str
    text: str
    shapes: Tuple[Dict[str, Any], ...]


class Film(NamedTuple):
    """How a file's frames are numbered: its first number, and frames per second."""

    first: int
    rate: str


def films(media: Iterable[Dict[str, Any]], firsts: Sequence[Optional[int]], rate: str) -> Dict[str, Film]:
    return {
        row["id"]: Film(first_of(row.get("first_frame"), *firsts), row.get("frame_rate") or rate)
        for row in media
    }


def read(comments: Iterable[Dict[str, Any]], known: Dict[str, Film], other: Film) -> List[Note]:
    """Returns one note per frame that a comment mentions or draws on, in frame order. Skips malformed parts."""
    found: List[Note] = []
    for row in comments:
        about = _dict(row.get("metadata"))
        text, author = plain(row.get("content") or ""), str(about.get("authorName") or "")
        at: Dict[int, Tuple[int, List[Dict[str, Any]]]] = {}
        for entry in _dicts(about.get("hereReferences")):
            place = _moment(entry, known, other)
            if place is not None:
                last, shapes = at.get(place[0], (place[0], []))
                at[place[0]] = (max(last, place[1]), shapes)
        for entry in _dicts(about.get("drawings")):
            frame = entry.get("frame")
            if isinstance(frame, int) and frame >= 0:
                number = known.get(str(entry.get("mediaId")), other).first + frame
                last, shapes = at.get(number, (number, []))
                at[number] = (last, shapes + _dicts(entry.get("shapes")))
        found += [Note(row["id"], frame, last, author, text, tuple(shapes)) for frame, (last, shapes) in at.items()]
    return sorted(found, key=lambda note: (note.frame, note.id))


def _dict(value: Any) -> Dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _dicts(value: Any) -> List[Dict[str, Any]]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def _moment(entry: Dict[str, Any], known: Dict[str, Film], other: Film) -> Optional[Tuple[int, int]]:
    data = _dict(entry.get("data"))
    if entry.get("type") != "video":
        return None
    film = known.get(str(data.get("mediaId")), other)
    within = data.get("range")
    if isinstance(within, dict) and isinstance(within.get("from"), int) and isinstance(within.get("to"), int):
        return film.first + within["from"], film.first + within["to"]
    seconds = data.get("timestamp")
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)) or not 0 <= seconds < 1e7:
        return None
    # A time just below a frame because of rounding means that frame.
    number = film.first + int(seconds * to_fraction(film.rate) + 1e-3)
    return number, number


def plain(text: str) -> str:
    """Removes a comment's markup: `@here[frame 1013]` becomes frame 1013."""
    return re.sub(r"@here(?:\[([^\]]*)\])?", lambda found: found.group(1) or "", text).strip()


def marker_name(note: Note) -> str:
    """Returns the first line, shortened to fit the timeline."""
    line = (note.text.splitlines() or [""])[0].strip() or ("Drawing" if note.shapes else "Note")
    if note.author:
        line = "%s: %s" % (note.author.split()[0], line)
    return SIGN + (line if len(line) <= _LONGEST else line[: _LONGEST - 1].rstrip() + "…")


def at_frame(notes: Iterable[Note], frame: int) -> List[Note]:
    return [note for note in notes if note.frame <= frame <= note.last]


class MarkerPlan(NamedTuple):
    add: Tuple[Tuple[str, int], ...]
    remove: Tuple[int, ...]


def plan_markers(present: Iterable[Tuple[str, int]], notes: Iterable[Note]) -> MarkerPlan:
    """Plans which markers to add, and which present ones to remove, by index. The artist's own markers stay."""
    wanted = [(marker_name(note), note.frame) for note in notes]
    missing, remove = list(dict.fromkeys(wanted)), []
    for index, marker in enumerate(present):
        if marker in missing:
            missing.remove(marker)
        elif marker[0].startswith(SIGN):
            remove.append(index)
    return MarkerPlan(tuple(missing), tuple(remove))


Segment = Tuple[Tuple[float, float], Tuple[float, float]]


class Mark(NamedTuple):
    """What is drawn for a shape: lines, or text at a position. y points up, as in Blender."""

    color: Tuple[float, float, float, float]
    lines: Tuple[Segment, ...]
    words: Tuple[Tuple[float, float, str], ...]


def to_marks(shapes: Iterable[Dict[str, Any]]) -> List[Mark]:
    marks = []
    for shape in shapes:
        try:
            marks.append(_mark(shape))
        except (KeyError, TypeError, ValueError):
            continue
    return marks


def _mark(shape: Dict[str, Any]) -> Mark:
    code = str(shape["color"])
    color = (int(code[1:3], 16) / 255, int(code[3:5], 16) / 255, int(code[5:7], 16) / 255, 1.0)
    kind = shape["kind"]
    if kind == "pen":
        points = [_point(each) for each in shape["points"]]
        return Mark(color, tuple(zip(points, points[1:] or points)), ())
    if kind == "text":
        x, y = _point(shape["at"])
        return Mark(color, (), ((x, y, str(shape["text"])),))
    (ax, ay), (bx, by) = _point(shape["from"]), _point(shape["to"])
    if kind == "box":
        corners = [(ax, ay), (bx, ay), (bx, by), (ax, by)]
        return Mark(color, tuple(zip(corners, corners[1:] + corners[:1])), ())
    if kind == "arrow":
        dx, dy = (ax - bx) * 0.15, (ay - by) * 0.15
        tips = ((bx + dx - dy * 0.6, by + dy + dx * 0.6), (bx + dx + dy * 0.6, by + dy - dx * 0.6))
        return Mark(color, (((ax, ay), (bx, by)), *(((bx, by), tip) for tip in tips)), ())
    raise ValueError(kind)


def _point(point: Dict[str, Any]) -> Tuple[float, float]:
    return float(point["x"]), 1.0 - float(point["y"])
