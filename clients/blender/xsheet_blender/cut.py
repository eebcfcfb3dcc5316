# SPDX-License-Identifier: GPL-3.0-or-later
"""The sequence editor and the cut: matches strips to shots, and computes the changes in either direction."""

import os
import re
from fractions import Fraction
from typing import Any, Dict, Iterable, List, NamedTuple, Optional, Sequence, Tuple


class Strip(NamedTuple):
    """A picture strip. `offset` is the number of frames trimmed from its start, `start` the frame where it becomes
    visible.
    """

    name: str
    start: int
    length: int
    offset: int
    channel: int
    item_id: str = ""


class Shot(NamedTuple):
    """An item's place in the cut; `first` is the number of its films' first frame."""

    id: str
    path: str
    name: str
    frame_in: Optional[int]
    frame_out: Optional[int]
    rate: Optional[str]
    first: int
    is_omitted: bool = False


class Change(NamedTuple):
    shot: Shot
    frame_in: int
    frame_out: int
    rate: str


class Left(NamedTuple):
    name: str
    why: str


def find_shot(strip: Strip, shots: Sequence[Shot]) -> Any:
    """Returns a strip's shot, by the id the add-on stored or by name (`sh010_v07.mp4` and `sh010.001` are sh010's), or
    why there is none.
    """
    own = [shot for shot in shots if shot.id == strip.item_id]
    if own:
        return own[0]
    name = strip.name.lower()
    fits = [shot for shot in shots if re.match(re.escape(shot.name.lower()) + r"(?![^\W_])", name)]
    longest = max((len(shot.name) for shot in fits), default=0)
    fits = [shot for shot in fits if len(shot.name) == longest]
    if len(fits) == 1:
        return fits[0]
    return "no shot is named so" if not fits else "%d shots are named so" % len(fits)


def to_cut(strips: Iterable[Strip], shots: Sequence[Shot], rate: str) -> Tuple[List[Change], List[Left]]:
    """Returns the changes of the cut that the strips imply. A shot with several strips gets the range that covers them
    all.
    """
    ranges: Dict[str, Change] = {}
    left: List[Left] = []
    for strip in sorted(strips, key=lambda each: (each.start, each.channel)):
        shot = find_shot(strip, shots)
        if isinstance(shot, str):
            left.append(Left(strip.name, shot))
            continue
        first = shot.first + strip.offset
        last = first + strip.length - 1
        if first < 0:
            left.append(Left(strip.name, "it shows frames before 0"))
            continue
        known = ranges.get(shot.id)
        if known is not None:
            first, last = min(first, known.frame_in), max(last, known.frame_out)
        ranges[shot.id] = Change(shot, first, last, rate)
    changed = [each for each in ranges.values() if (each.frame_in, each.frame_out, each.rate) != _now(each.shot)]
    return changed, left


def _now(shot: Shot) -> Tuple[Optional[int], Optional[int], Optional[str]]:
    return shot.frame_in, shot.frame_out, shot.rate


class Step(NamedTuple):
    """One change in the sequence editor; `strip` is the strip to trim or move, empty for a new one."""

    shot: Shot
    strip: str
    start: int
    length: int
    offset: int
    says: str


def to_strips(shots: Sequence[Shot], strips: Sequence[Strip], begin: int) -> Tuple[List[Step], List[Left]]:
    """Returns the changes for the sequence editor to show the cut: shots in order, end to end from `begin`. Removes
    nothing.
    """
    steps: List[Step] = []
    left: List[Left] = []
    by_shot: Dict[str, List[Strip]] = {}
    for strip in strips:
        found = find_shot(strip, shots)
        if not isinstance(found, str):
            by_shot.setdefault(found.id, []).append(strip)
    at = begin
    for shot in shots:
        if shot.is_omitted:
            continue
        if shot.frame_in is None or shot.frame_out is None or shot.frame_out < shot.frame_in:
            left.append(Left(shot.name, "it has no frame range"))
            continue
        length, offset = shot.frame_out - shot.frame_in + 1, max(0, shot.frame_in - shot.first)
        present = by_shot.get(shot.id, [])
        if len(present) > 1:
            left.append(Left(shot.name, "%d strips are named so: they stay" % len(present)))
            at = max(strip.start + strip.length for strip in present)
            continue
        if not present:
            steps.append(Step(shot, "", at, length, offset, "%s: add %d frames at %d" % (shot.name, length, at)))
        else:
            strip = present[0]
            says = []
            if strip.start != at:
                says.append("move %d → %d" % (strip.start, at))
            if (strip.length, strip.offset) != (length, offset):
                says.append("trim %d → %d frames" % (strip.length, length))
            if says:
                steps.append(Step(shot, strip.name, at, length, offset, "%s: %s" % (shot.name, ", ".join(says))))
        at += length
    return steps, left


def to_edl(title: str, strips: Iterable[Strip], shots: Sequence[Shot], rate: str, begin: int) -> str:
    """Returns a CMX 3600 list without drop frames, as `studio-cli import plan` and `review create --cut` read it."""
    lines = ["TITLE: " + re.sub(r"\s+", " ", title)[:70], "FCM: NON-DROP FRAME", ""]
    rows = sorted(strips, key=lambda each: (each.start, each.channel))
    for number, strip in enumerate(rows, 1):
        shot = find_shot(strip, shots)
        name, first = (os.path.splitext(strip.name)[0], 0) if isinstance(shot, str) else (shot.name, shot.first)
        source, record = first + strip.offset, strip.start - begin
        marks = [timecode(frame, rate) for frame in (source, source + strip.length, record, record + strip.length)]
        lines += ["%03d  AX       V     C        %s" % (number, " ".join(marks)), "* FROM CLIP NAME: " + name, ""]
    return "\n".join(lines)


def timecode(frame: int, rate: str) -> str:
    each = -(-Fraction(rate).numerator // Fraction(rate).denominator)
    seconds, rest = divmod(max(0, frame), each)
    return "%02d:%02d:%02d:%02d" % (seconds // 3600 % 24, seconds // 60 % 60, seconds % 60, rest)
