"""Builds the codec string of AV1 (AV1 in ISOBMFF, "Codecs Parameter String") from the sequence header (AV1 bitstream,
5.5).
"""

from typing import Iterator, NamedTuple, Optional, Tuple

#: Primaries, transfer and matrix with names (ISO/IEC 23091-2); others count as BT.709.
_NAMED = ((1, 5, 6, 9, 12), (1, 6, 8, 13, 16, 18), (0, 1, 5, 6, 9))
#: The suffix a name omits: colour, 4:2:0, BT.709, video range.
_USUAL = ".0.110.01.01.01.0"


class Colours(NamedTuple):
    """A container's colour information: primaries, transfer, matrix, full range; None if unknown."""

    numbers: Tuple[int, int, int] = (2, 2, 2)
    is_full: Optional[bool] = None


class _Bits:
    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 0

    def take(self, count: int) -> int:
        """Returns the next bits as a number; raises EOFError past the end."""
        self._at += count
        left = len(self._data) * 8 - self._at
        if left < 0:
            raise EOFError
        return int.from_bytes(self._data, "big") >> left & ((1 << count) - 1)


def av1_name(data: bytes, colours: Colours = Colours()) -> Optional[str]:
    """Returns the codec string from a frame's or decoder configuration's data, or None without a sequence header."""
    for header in _sequences(data):
        try:
            return _name(_Bits(header), colours)
        except EOFError:
            return None
    return None


def _sequences(data: bytes) -> Iterator[bytes]:
    """Yields the sequence headers among consecutive units."""
    at = 0
    while at < len(data):
        head = data[at]
        at += 2 if head & 4 else 1
        length = len(data) - at
        if head & 2:
            length = 0
            for n in range(8):
                if at >= len(data):
                    return
                byte = data[at]
                at += 1
                length |= (byte & 0x7F) << 7 * n
                if not byte & 0x80:
                    break
        if head >> 3 & 15 == 1:
            yield data[at:at + length]
        at += length


def _name(bits: _Bits, colours: Colours) -> str:
    take = bits.take
    profile, _, is_reduced = take(3), take(1), take(1)
    level, tier = (take(5), 0) if is_reduced else _level(bits)
    wide, high = take(4), take(4)
    take(wide + high + 2)
    if not is_reduced and take(1):
        take(7)
    take(3)
    if not is_reduced:
        _skip_tools(bits)
    take(3)
    is_high = take(1)
    depth = (12 if take(1) else 10) if profile == 2 and is_high else 10 if is_high else 8
    is_gray = 0 if profile == 1 else take(1)
    own = (take(8), take(8), take(8)) if take(1) else (2, 2, 2)
    across, down, place = 1, 1, 0
    if is_gray:
        is_full = take(1)
    elif own == (1, 13, 0):
        is_full, across, down = 1, 0, 0
    else:
        is_full = take(1)
        if profile == 1:
            across, down = 0, 0
        elif profile == 2 and depth == 12:
            across = take(1)
            down = take(1) if across else 0
        elif profile == 2:
            down = 0
        place = take(2) if across and down else 0
    said = [kept if kept in named else found if found in named else 1
            for kept, found, named in zip(colours.numbers, own, _NAMED)]
    is_full = is_full if colours.is_full is None else int(colours.is_full)
    begin = "av01.%d.%02d%s.%02d" % (profile, level, "H" if tier else "M", depth)
    name = "%s.%d.%03d.%02d.%02d.%02d.%d" % (begin, is_gray, 100 * across + 10 * down + place, *said, is_full)
    return begin if name == begin + _USUAL else name


def _level(bits: _Bits) -> Tuple[int, int]:
    """Returns level and tier of the first operating point."""
    take = bits.take
    delay = None
    if take(1):
        take(64)
        if take(1):
            zeros = 0
            while zeros < 32 and not take(1):
                zeros += 1
            take(zeros if zeros < 32 else 0)
        if take(1):
            delay = take(5) + 1
            take(42)
    is_delayed = take(1)
    ways = []
    for _ in range(take(5) + 1):
        take(12)
        level = take(5)
        ways.append((level, take(1) if level > 7 else 0))
        if delay is not None and take(1):
            take(2 * delay + 1)
        if is_delayed and take(1):
            take(4)
    return ways[0]


def _skip_tools(bits: _Bits) -> None:
    take = bits.take
    take(4)
    has_order = take(1)
    if has_order:
        take(2)
    if take(1) or take(1):
        if not take(1):
            take(1)
    if has_order:
        take(3)
