"""Reads the metadata of a WebM or Matroska film (RFC 9559) element by element: pictures are skipped, not read."""

import struct
from typing import BinaryIO, Dict, Iterator, List, NamedTuple, Optional, Tuple

from ._av1 import Colours, av1_name

#: Elements whose children are read: segment, information, tracks, track, video, colour, cluster, block group.
_HOLDERS = (0x18538067, 0x1549A966, 0x1654AE6B, 0xAE, 0xE0, 0x55B0, 0x1F43B675, 0xA0)
_SEGMENT, _CLUSTER, _TRACK = 0x18538067, 0x1F43B675, 0xAE
_SCALE, _DURATION, _CLUSTER_TIME = 0x2AD7B1, 0x4489, 0xE7
_NUMBER, _KIND, _CODING, _WIDE, _HIGH, _SHOWN_WIDE, _SHOWN_HIGH = 0xD7, 0x83, 0x86, 0xB0, 0xBA, 0x54B0, 0x54BA
_UNIT, _FRAME_NS, _SETUP = 0x54B2, 0x23E383, 0x63A2
_SIMPLE_BLOCK, _BLOCK = 0xA3, 0xA1
_MATRIX, _RANGE, _TRANSFER, _PRIMARIES = 0x55B1, 0x55B9, 0x55BA, 0x55BB
#: Elements whose value is read: numbers, short names, and decoder configuration.
_VALUES = (_SCALE, _DURATION, _CLUSTER_TIME, _NUMBER, _KIND, _CODING, _WIDE, _HIGH, _SHOWN_WIDE, _SHOWN_HIGH, _UNIT,
           _FRAME_NS, _SETUP, _MATRIX, _RANGE, _TRANSFER, _PRIMARIES)
#: No value read is longer.
_MOST_VALUE = 64 * 1024
#: The most elements such a film may have, including sound; a damaged file may have any number.
_MOST_ELEMENTS = 4_000_000
#: More frames than this are not counted.
_MOST_FRAMES = 500_000
#: VP9 levels by picture size in pixels.
_LEVELS = ((36864, 10), (73728, 11), (122880, 20), (245760, 21), (552960, 30), (983040, 31), (2228224, 40), (8912896, 50))
#: Primaries, transfer and matrix by VP9 colour space.
_COLOURS = {1: (5, 6, 5), 2: (1, 1, 1), 3: (6, 6, 6), 4: (7, 7, 7), 5: (9, 14, 9), 7: (1, 13, 0)}


class Film(NamedTuple):
    """The video track: display size, frame start times and duration in ticks, ticks per second, and codec."""

    size: Tuple[int, int]
    times: List[int]
    length: float
    ticks: float
    codec: Optional[str]


class _Element(NamedTuple):
    kind: int
    start: int
    end: int


def read_webm(file: BinaryIO, size: int) -> Optional[Film]:
    """Reads the first video track; None if there is none, or it has no size."""
    scale, length, cluster = 1_000_000, 0.0, 0
    tracks: List[Dict[int, bytes]] = []
    times: List[int] = []
    first: Optional[bytes] = None
    for element in _elements(file, size):
        if element.kind == _TRACK:
            tracks.append({})
        elif element.kind in (_SIMPLE_BLOCK, _BLOCK):
            track = next((each for each in tracks if _int(each.get(_KIND)) == 1), None)
            file.seek(element.start)
            head = file.read(12)
            number, skip = _vint(head, 0)
            if track is None or number != _int(track.get(_NUMBER)):
                continue
            times.append(cluster + int.from_bytes(head[skip:skip + 2], "big", signed=True))
            if first is None:
                file.seek(element.start + skip + 3)
                first = file.read(128)
            if len(times) >= _MOST_FRAMES:
                return None
        elif element.kind in _VALUES:
            file.seek(element.start)
            value = file.read(min(element.end - element.start, _MOST_VALUE))
            if element.kind == _SCALE:
                scale = _int(value)
            elif element.kind == _DURATION:
                length = _float(value)
            elif element.kind == _CLUSTER_TIME:
                cluster = _int(value)
            elif tracks:
                tracks[-1][element.kind] = value
    track = next((each for each in tracks if _int(each.get(_KIND)) == 1), None)
    if track is None or scale == 0 or not times:
        return None
    times.sort()
    # Video may end before the sound. A live recording has no duration, so its last frame gets the length of the one
    # before.
    frame = _int(track.get(_FRAME_NS)) / scale
    length = times[-1] + frame if frame else length or float(2 * times[-1] - times[-2] if len(times) > 1 else 0)
    return Film(_size(track), times, length, 1_000_000_000 / scale, _codec(track, first))


def _elements(file: BinaryIO, size: int) -> Iterator[_Element]:
    """Yields all elements in order, including nested ones; elements of unknown length, as in live recordings, are
    followed by their children.
    """
    at = 0
    for _ in range(_MOST_ELEMENTS):
        if at >= size:
            return
        file.seek(at)
        head = file.read(12)
        kind, skip = _id(head)
        length, more = _vint(head, skip)
        start = at + skip + more
        is_endless = length == (1 << 7 * more) - 1
        if is_endless and kind not in (_SEGMENT, _CLUSTER):
            return
        end = size if is_endless else start + length
        yield _Element(kind, start, end)
        at = start if kind in _HOLDERS else end


def _id(data: bytes) -> Tuple[int, int]:
    """Reads an element's id, including its length bits (RFC 8794)."""
    length = 9 - data[0].bit_length()
    return int.from_bytes(data[:length], "big"), length


def _vint(data: bytes, at: int) -> Tuple[int, int]:
    """Reads a number of one to eight bytes; returns it with its length (RFC 8794)."""
    length = 9 - data[at].bit_length()
    return int.from_bytes(data[at:at + length], "big") & ((1 << 7 * length) - 1), length


def _int(value: Optional[bytes]) -> int:
    return int.from_bytes(value or b"", "big")


def _float(value: bytes) -> float:
    return float(struct.unpack(">f" if len(value) == 4 else ">d", value)[0])


def _size(track: Dict[int, bytes]) -> Tuple[int, int]:
    """Returns the display size, if it is given in pixels."""
    wide, high = _int(track.get(_WIDE)), _int(track.get(_HIGH))
    if _int(track.get(_UNIT)) != 0:
        return wide, high
    return _int(track.get(_SHOWN_WIDE)) or wide, _int(track.get(_SHOWN_HIGH)) or high


def _codec(track: Dict[int, bytes], first: Optional[bytes]) -> Optional[str]:
    coding = track.get(_CODING, b"").rstrip(b"\0").decode("latin-1")
    if coding == "V_VP8":
        return "vp8"
    setup = track.get(_SETUP, b"")
    if coding == "V_MPEG4/ISO/AVC" and len(setup) > 3:
        return "avc1." + setup[1:4].hex()
    if coding == "V_MPEGH/ISO/HEVC" and len(setup) > 22:
        return hevc_name(setup)
    if coding == "V_AV1":
        return av1_name(first or b"", _colours(track)) or "av01.0.%02dM.08" % _level(_int(track.get(_WIDE)) * _int(track.get(_HIGH)))
    return _vp9(track, first or b"") if coding == "V_VP9" else None


def _colours(track: Dict[int, bytes]) -> Colours:
    primaries, transfer, matrix = (_int(track.get(kind, b"\2")) for kind in (_PRIMARIES, _TRANSFER, _MATRIX))
    is_full = {1: False, 2: True}.get(_int(track.get(_RANGE)))
    return Colours((primaries, transfer, matrix), is_full)


def _vp9(track: Dict[int, bytes], first: bytes) -> str:
    """Builds the VP9 codec string from the first frame (VP9 bitstream specification, 6.2), with the app's names."""
    at = 0

    def take(count: int) -> int:
        nonlocal at
        at += count
        return int.from_bytes(first, "big") >> (len(first) * 8 - at) & ((1 << count) - 1)

    marker, low, high = take(2), take(1), take(1)
    profile = high * 2 + low
    if profile == 3:
        take(1)
    is_shown_again, is_inner = take(1), take(1)
    take(2)
    if marker != 2 or is_shown_again or is_inner or take(24) != 0x498342:
        pixels = _int(track.get(_WIDE)) * _int(track.get(_HIGH))
        return "vp09.00.%02d.08" % _level(pixels)
    depth = 8 if profile < 2 else 12 if take(1) else 10
    colour = take(3)
    subsampling, is_full = (3, 1) if colour == 7 else (1, take(1))
    if colour != 7 and profile in (1, 3):
        across, down = take(1), take(1)
        subsampling = 3 if not across and not down else 2 if across and not down else 1
        take(1)
    pixels = (take(16) + 1) * (take(16) + 1)
    words = (profile, _level(pixels), depth, subsampling, *_COLOURS.get(colour, (2, 2, 2)), is_full)
    name = "vp09." + ".".join("%02d" % word for word in words)
    return name[:-15] if name.endswith(".01.01.01.01.00") else name


def _level(pixels: int) -> int:
    return next((level for most, level in _LEVELS if pixels <= most), 60 if pixels <= 35651584 else 62)


def hevc_name(config: bytes) -> str:
    """Builds the profile, compatibility, tier, level and constraints from a decoder configuration (ISO/IEC 14496-15,
    annex E).
    """
    space, tier, profile = config[1] >> 6, config[1] >> 5 & 1, config[1] & 31
    compatible = int("{:032b}".format(int.from_bytes(config[2:6], "big"))[::-1], 2)
    words = ["hev1", "%s%d" % (("", "A", "B", "C")[space], profile), "%X" % compatible, "%s%d" % ("LH"[tier], config[12])]
    return ".".join(words + ["%X" % byte for byte in config[6:12].rstrip(b"\0")])
