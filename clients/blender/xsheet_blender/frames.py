# SPDX-License-Identifier: GPL-3.0-or-later
"""Frames and rates. Blender's frame numbers are those people use, so 1001 stays 1001."""

from fractions import Fraction
from typing import Any, Dict, Optional, Tuple

#: The longest side of a poster and of its thumbnail, in pixels.
POSTER, THUMBNAIL = 640, 256


def rate_of(fps: int, base: float) -> str:
    """Converts Blender's rate and base to a rational: 24 / 1.001 is 24000/1001."""
    exact = Fraction(fps) / Fraction(base).limit_denominator(1001)
    return "%d/%d" % (exact.numerator, exact.denominator)


def to_fraction(rate: Optional[str], other: str = "24/1") -> Fraction:
    try:
        value = Fraction(rate or other)
    except (ValueError, ZeroDivisionError):
        value = Fraction(other)
    return value if value > 0 else Fraction(other)


def first_of(*numbers: Optional[int]) -> int:
    """Returns the number of a film's first frame: its own, else its item's, its project's, its place in the cut, or 1.
    """
    return next((each for each in numbers if each is not None), 1)


def cut_number(frame_in: Optional[int], handle_in: Optional[int]) -> Optional[int]:
    """Returns the number of a shot's first film frame in the cut, including handles."""
    return None if frame_in is None else frame_in - (handle_in or 0)


def check_range(start: int, end: int, step: int = 1) -> Optional[str]:
    """Returns why a frame range cannot be published, or None."""
    if start < 0:
        return "The first frame is %d: Xsheet numbers frames from 0. Set the scene's start frame." % start
    if end < start:
        return "The last frame, %d, is before the first, %d." % (end, start)
    if step != 1:
        return "The scene renders every %dth frame: set its frame step to 1, or notes land on other frames." % step
    return None


def range_note(start: int, end: int, first: Optional[int], last: Optional[int]) -> Optional[str]:
    """Describes how a range differs from the cut's, or returns None if it does not or the cut has none."""
    if first is None or last is None or (start, end) == (first, last):
        return None
    return "The scene has frames %d-%d, the cut %d-%d." % (start, end, first, last)


def even(width: int, height: int, percent: int) -> Tuple[int, int]:
    """Returns a film's size at a percentage, rounded to even sides for H.264."""
    return max(2, width * percent // 100 // 2 * 2), max(2, height * percent // 100 // 2 * 2)


def fit(width: int, height: int, side: int) -> Tuple[int, int]:
    """Returns a picture's size within a square of `side`, never enlarged."""
    scale = min(1.0, side / max(width, height))
    return max(1, round(width * scale)), max(1, round(height * scale))


def facts(start: int, end: int, rate: str, size: Tuple[int, int]) -> Dict[str, Any]:
    """Returns the metadata of a film."""
    count = end - start + 1
    return {
        "first_frame": start, "frame_count": count, "frame_rate": rate, "width": size[0], "height": size[1],
        "duration_ms": round(count * 1000 / to_fraction(rate)),
    }


def count(number: int, what: str) -> str:
    """Formats a count: `1 shot`, `2 shots`."""
    return "%d %s%s" % (number, what, "" if number == 1 else "s")
