"""Reads the metadata of pictures and films from the file: nothing is decoded, and no package is needed."""

import os
import struct
from typing import BinaryIO, Dict, Iterator, NamedTuple, Optional, Tuple, Union

from ._av1 import Colours, av1_name
from ._webm import hevc_name, read_webm

Facts = Dict[str, Union[int, str]]
Size = Tuple[int, int]

#: How far to search for a picture's size, which follows its colour profile and thumbnail.
_HEAD = 512 * 1024
#: A film's index is small beside its pictures; a larger one is skipped.
_MOST_INDEX = 32 * 1024 * 1024
#: Common film rates, as fractions.
_USUAL = ((24000, 1001), (24, 1), (25, 1), (30000, 1001), (30, 1), (50, 1), (60000, 1001), (60, 1))
#: Codecs named completely by their sample entry, with the app's names: ProRes, DNxHD and Motion JPEG.
_ENTRIES = {
    **{name: name for name in ("apco", "apcs", "apcn", "apch", "ap4h", "ap4x")},
    **dict.fromkeys(("AVdn", "AVdh"), "dnxhd"), **dict.fromkeys(("jpeg", "mjpa", "mjpb"), "mjpeg"),
}


def read_facts(kind: str, path: str) -> Facts:
    """Returns the facts of a picture or of an MP4, QuickTime, WebM or Matroska film; empty if it is truncated or has
    none.
    """
    try:
        with open(path, "rb") as file:
            if kind.startswith("image/"):
                size = picture_size(file.read(_HEAD))
                # A damaged file may claim anything; the database stores 32-bit integers.
                is_size = size is not None and all(0 < side < 2**31 for side in size)
                return {"width": size[0], "height": size[1]} if size is not None and is_size else {}
            size_bytes = os.path.getsize(path)
            if kind in ("video/webm", "video/x-matroska"):
                return _webm(file, size_bytes)
            return _film(file, size_bytes) if kind in ("video/mp4", "video/quicktime") else {}
    except (struct.error, IndexError, ZeroDivisionError, OverflowError):
        return {}


def picture_size(data: bytes) -> Optional[Size]:
    """Returns width and height as displayed: PNG, JPEG with Exif rotation, GIF, WebP, AVIF, BMP."""
    if data[:4] == b"\x89PNG":
        return _two(">II", data, 16)
    if data[:4] == b"GIF8":
        return _two("<HH", data, 6)
    if data[:2] == b"\xff\xd8":
        return _jpeg(data)
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return _webp(data)
    if data[:2] == b"BM" and _number("<I", data, 14) >= 40:
        wide, high = _two("<ii", data, 18)
        return wide, abs(high)
    return _avif(data) if data[4:8] == b"ftyp" else None


def _two(form: str, data: bytes, at: int) -> Size:
    first, second = struct.unpack_from(form, data, at)
    return int(first), int(second)


def _number(form: str, data: bytes, at: int) -> int:
    return int(struct.unpack_from(form, data, at)[0])


def _webp(data: bytes) -> Optional[Size]:
    """Reads the size from one of three chunk types: lossy, lossless or extended (RFC 9649)."""
    chunk = data[12:16]
    if chunk == b"VP8 ":
        wide, high = _two("<HH", data, 26)
        return wide & 0x3FFF, high & 0x3FFF
    if chunk == b"VP8L":
        bits = _number("<I", data, 21)
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if chunk == b"VP8X" and len(data) >= 30:
        return int.from_bytes(data[24:27], "little") + 1, int.from_bytes(data[27:30], "little") + 1
    return None


def _jpeg(data: bytes) -> Optional[Size]:
    """Walks the segments up to the start of frame (ITU-T T.81)."""
    turned = False
    at = 2
    while data[at] == 0xFF:
        mark = data[at + 1]
        if mark == 0xFF:
            at += 1
            continue
        if 0xC0 <= mark <= 0xCF and mark not in (0xC4, 0xC8, 0xCC):
            high, wide = _two(">HH", data, at + 5)
            return (high, wide) if turned else (wide, high)
        if mark == 0xE1 and data[at + 4:at + 8] == b"Exif":
            turned = _orientation(data, at + 10) >= 5
        at += 2 + _number(">H", data, at + 2)
    return None


def _orientation(data: bytes, start: int) -> int:
    """Returns an Exif block's orientation, by default 1; from 5 on width and height are swapped."""
    end = "<" if data[start:start + 2] == b"II" else ">"
    first = start + _number(end + "I", data, start + 4)
    for entry in range(_number(end + "H", data, first)):
        at = first + 2 + entry * 12
        if _number(end + "H", data, at) == 0x0112:
            return _number(end + "H", data, at + 8)
    return 1


class _Box(NamedTuple):
    kind: bytes
    start: int
    end: int


def _boxes(data: bytes, start: int, end: int) -> Iterator[_Box]:
    """Yields consecutive boxes; a length of 0 means the rest, 1 an eight-byte length (ISO/IEC 14496-12)."""
    at = start
    while at + 8 <= end:
        length, head = _number(">I", data, at), 8
        if length == 1:
            length, head = _number(">Q", data, at + 8), 16
        elif length == 0:
            length = end - at
        if length < head or at + length > end:
            return
        yield _Box(data[at + 4:at + 8], at + head, at + length)
        at += length


def _find(data: bytes, within: Optional[_Box], *path: bytes) -> Optional[_Box]:
    for kind in path:
        if within is None:
            return None
        within = next((box for box in _boxes(data, within.start, within.end) if box.kind == kind), None)
    return within


def _avif(data: bytes) -> Optional[Size]:
    """Returns the largest size of the parts, which is the whole picture's, rotated if it says so (ISO/IEC 23008-12)."""
    meta = _find(data, _Box(b"", 0, len(data)), b"meta")
    parts = _find(data, meta and _Box(b"", meta.start + 4, meta.end), b"iprp", b"ipco")
    if parts is None:
        return None
    boxes = list(_boxes(data, parts.start, parts.end))
    sizes = [_two(">II", data, box.start + 4) for box in boxes if box.kind == b"ispe"]
    turned = any(box.kind == b"irot" and data[box.start] & 1 for box in boxes)
    wide, high = max(sizes, key=lambda size: size[0] * size[1], default=(0, 0))
    return None if wide == 0 else (high, wide) if turned else (wide, high)


def _film(file: BinaryIO, size: int) -> Facts:
    data = _index(file, size)
    facts: Facts = {}
    timecode: Optional[str] = None
    for track in _boxes(data, 0, len(data)):
        media = _find(data, track, b"mdia") if track.kind == b"trak" else None
        handler = _find(data, media, b"hdlr")
        table = _find(data, media, b"minf", b"stbl")
        if media is None or handler is None or table is None:
            continue
        kind = data[handler.start + 8:handler.start + 12]
        if kind == b"vide" and not facts:
            facts = _pictures(data, track, media, table)
        elif kind == b"tmcd" and timecode is None:
            timecode = _timecode(file, size, data, table)
    return {**facts, "start_timecode": timecode} if facts and timecode else facts


def _index(file: BinaryIO, size: int) -> bytes:
    """Returns the moov box, which indexes the film, wherever it is."""
    at = 0
    while at + 8 <= size:
        file.seek(at)
        head = file.read(16)
        length, skip = _number(">I", head, 0), 8
        if length == 1:
            length, skip = _number(">Q", head, 8), 16
        elif length == 0:
            length = size - at
        if length < skip or at + length > size:
            break
        if head[4:8] == b"moov":
            file.seek(at + skip)
            return file.read(length - skip) if length <= _MOST_INDEX else b""
        at += length
    return b""


def _pictures(data: bytes, track: _Box, media: _Box, table: _Box) -> Facts:
    head, media_head = _find(data, track, b"tkhd"), _find(data, media, b"mdhd")
    times, entries = _find(data, table, b"stts"), _find(data, table, b"stsd")
    if head is None or media_head is None or times is None or entries is None:
        return {}
    ticks = _number(">I", data, media_head.start + (20 if data[media_head.start] == 1 else 12))
    steps = [_two(">II", data, times.start + 8 + n * 8) for n in range(_number(">I", data, times.start + 4))]
    frames, length = sum(count for count, _ in steps), sum(count * step for count, step in steps)
    if frames == 0 or length == 0 or ticks == 0:
        return {}
    wide, high = _two(">HH", data, entries.start + 8 + 32)
    shape = head.start + (52 if data[head.start] == 1 else 40)
    # The matrix of a film recorded upright has zeros on its diagonal.
    turned = _two(">ii", data, shape)[0] == 0
    facts: Facts = {"width": high if turned else wide, "height": wide if turned else high}
    facts["duration_ms"] = round(length / ticks * 1000)
    rate = _rate(steps, frames, length, ticks)
    if rate is not None:
        facts["frame_rate"] = "%d/%d" % rate
        facts["frame_count"] = max(1, round(length / ticks * rate[0] / rate[1]))
    name = data[entries.start + 12:entries.start + 16].decode("latin-1")
    within = _Box(b"", entries.start + 16 + 78, entries.end)
    config = _find(data, within, b"avcC")
    if name == "avc1" and config is not None:
        facts["codec"] = "avc1." + data[config.start + 1:config.start + 4].hex()
    elif name in ("hvc1", "hev1"):
        hevc = _find(data, within, b"hvcC")
        if hevc is not None and hevc.end - hevc.start >= 23:
            facts["codec"] = hevc_name(data[hevc.start:hevc.end])
    elif name == "av01":
        codec = _av1(data, within)
        if codec is not None:
            facts["codec"] = codec
    elif name in _ENTRIES:
        facts["codec"] = _ENTRIES[name]
    return facts


def _av1(data: bytes, within: _Box) -> Optional[str]:
    config, colour = _find(data, within, b"av1C"), _find(data, within, b"colr")
    if config is None:
        return None
    colours = Colours()
    if colour is not None and data[colour.start:colour.start + 4] == b"nclx":
        primaries, transfer = _two(">HH", data, colour.start + 4)
        matrix = _number(">H", data, colour.start + 8)
        colours = Colours((primaries, transfer, matrix), data[colour.start + 10] >> 7 == 1)
    return av1_name(data[config.start + 4:config.end], colours)


def _webm(file: BinaryIO, size: int) -> Facts:
    film = read_webm(file, size)
    if film is None or not all(0 < side < 2**31 for side in film.size):
        return {}
    facts: Facts = {"width": film.size[0], "height": film.size[1], "duration_ms": round(film.length / film.ticks * 1000)}
    steps = [(1, later - before) for before, later in zip(film.times, film.times[1:])]
    rate = _rate([*steps, (1, 0)], len(steps), film.times[-1] - film.times[0], film.ticks) if steps else None
    if rate is not None:
        facts["frame_rate"] = "%d/%d" % rate
        facts["frame_count"] = len(film.times)
    if film.codec is not None:
        facts["codec"] = film.codec
    return facts


def _rate(steps: "list[Size]", frames: int, length: int, ticks: float) -> Optional[Size]:
    """Returns the rate all frames keep to: a common one if close, else the measured one; None if the rate varies."""
    mean = length / frames
    # A clock too coarse for the rate jitters by one tick; the last frame may be longer.
    inner = steps[:-1] if len(steps) > 1 and steps[-1][0] == 1 else steps
    if any(abs(step - mean) > max(1.0, mean * 0.02) for _, step in inner):
        return None
    measured = ticks * sum(count for count, _ in inner) / sum(count * step for count, step in inner)
    usual = min(_USUAL, key=lambda rate: abs(rate[0] / rate[1] - measured))
    if abs(usual[0] / usual[1] - measured) <= measured * 0.005:
        return usual
    # An integer, or an NTSC rate: 47.952 is 48000/1001.
    own = min(((round(measured), 1), (round(measured * 1.001) * 1000, 1001)), key=lambda rate: abs(rate[0] / rate[1] - measured))
    return own if 0 < own[0] / own[1] <= 1000 and abs(own[0] / own[1] - measured) <= measured * 0.0004 else None


def _timecode(file: BinaryIO, size: int, data: bytes, table: _Box) -> Optional[str]:
    """Returns the first frame's timecode, if a track of its own stores it (SMPTE ST 12-1)."""
    entries = _find(data, table, b"stsd")
    offsets = _find(data, table, b"stco") or _find(data, table, b"co64")
    if entries is None or offsets is None or entries.start + 42 > entries.end:
        return None
    entry = entries.start + 8
    drops, base = data[entry + 23] & 1, data[entry + 32]
    at = _number(">I" if offsets.kind == b"stco" else ">Q", data, offsets.start + 8)
    if base == 0 or at + 4 > size:
        return None
    file.seek(at)
    number = _number(">I", file.read(4), 0)
    if drops:
        # Drop frame: two numbers a minute are skipped at 30, four at 60, except every tenth minute.
        left = base // 15
        tens, rest = divmod(number, base * 600 - left * 9)
        number += left * 9 * tens + (left * ((rest - left) // (base * 60 - left)) if rest >= left else 0)
    seconds, frame = divmod(number, base)
    hours, seconds = divmod(seconds, 3600)
    return "%02d:%02d:%02d%s%02d" % (hours % 24, seconds // 60, seconds % 60, ";" if drops else ":", frame)
