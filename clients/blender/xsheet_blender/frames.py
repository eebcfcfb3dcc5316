# SPDX-License-Identifier: GPL-3.0-or-later
"""Frames and rates: Blender's frame numbers are the numbers people say, so 1001 stays 1001."""

from fractions import Fraction
from typing import Any, Dict, Optional, Tuple

#: The largest side of a poster and of its small one, in pixels.
POSTER, THUMBNAIL = 640, 256


def rate_of(fps: int, base: float) -> str:
    """Blender's two numbers as a rational: 24 / 1.001 is 24000/1001."""
    exact = Fraction(fps) / Fraction(base).limit_denominator(1001)
    return "%d/%d" % (exact.numerator, exact.denominator)


def to_fraction(rate: Optional[str], other: str = "24/1") -> Fraction:
    try:
        value = Fraction(rate or other)
    except (ValueError, ZeroDivisionError):
        value = Fraction(other)
    return value if value > 0 else Fraction(other)


def first_of(*numbers: Optional[int]) -> int:
    """The number of a film's first frame: its own, else its item's, its project's, that of its place in the cut, or 1."""
    return next((each for each in numbers if each is not None), 1)


def cut_number(frame_in: Optional[int], handle_in: Optional[int]) -> Optional[int]:
    """The number that the cut gives the first frame of a shot's films, which come with handles."""
    return None if frame_in is None else frame_in - (handle_in or 0)


def check_range(start: int, end: int, step: int = 1) -> Optional[str]:
    """Why a frame range cannot be published; None where it can."""
    if start < 0:
        return "The first frame is %d: Xsheet numbers frames from 0. Set the scene's start frame." % start
    if end < start:
        return "The last frame, %d, is before the first, %d." % (end, start)
    if step != 1:
        return "The scene renders every %dth frame: set its frame step to 1, or notes land on other frames." % step
    return None


def range_note(start: int, end: int, first: Optional[int], last: Optional[int]) -> Optional[str]:
    """What differs from the range the cut wants, in words; None where nothing does, or it says none."""
    if first is None or last is None or (start, end) == (first, last):
        return None
    return "The scene has frames %d-%d, the cut %d-%d." % (start, end, first, last)


def even(width: int, height: int, percent: int) -> Tuple[int, int]:
    """The size of a film at a percentage: H.264 takes even sides only."""
    return max(2, width * percent // 100 // 2 * 2), max(2, height * percent // 100 // 2 * 2)


def fit(width: int, height: int, side: int) -> Tuple[int, int]:
    """A picture within a square of `side`, never made larger."""
    scale = min(1.0, side / max(width, height))
    return max(1, round(width * scale)), max(1, round(height * scale))


def facts(start: int, end: int, rate: str, size: Tuple[int, int]) -> Dict[str, Any]:
    """What is told of a film beside its bytes."""
    count = end - start + 1
    return {
        "first_frame": start, "frame_count": count, "frame_rate": rate, "width": size[0], "height": size[1],
        "duration_ms": round(count * 1000 / to_fraction(rate)),
    }


def count(number: int, what: str) -> str:
    """`1 shot`, `2 shots`."""
    return "%d %s%s" % (number, what, "" if number == 1 else "s")
