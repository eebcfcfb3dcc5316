"""Detects a file's type by its name and first bytes, with the command line's types and refusals."""

import os
from typing import Dict, NamedTuple, Optional, Tuple, Union

from ._errors import BadInput

_SNIFFED = 64

_OFFICE = "application/vnd.openxmlformats-officedocument."
_OPEN = "application/vnd.oasis.opendocument."

TYPES: Dict[str, str] = {
    "mp4": "video/mp4", "m4v": "video/mp4", "mov": "video/quicktime", "webm": "video/webm", "mkv": "video/x-matroska",
    "avi": "video/x-msvideo", "mxf": "application/mxf", "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg",
    "gif": "image/gif", "webp": "image/webp", "avif": "image/avif", "heic": "image/heic", "bmp": "image/bmp",
    "tif": "image/tiff", "tiff": "image/tiff", "svg": "image/svg+xml", "psd": "image/vnd.adobe.photoshop",
    "exr": "image/x-exr", "dpx": "image/x-dpx", "tga": "image/x-tga", "mp3": "audio/mpeg", "wav": "audio/wav",
    "ogg": "audio/ogg", "flac": "audio/flac", "m4a": "audio/mp4", "aac": "audio/aac", "pdf": "application/pdf",
    "doc": "application/msword", "xls": "application/vnd.ms-excel", "ppt": "application/vnd.ms-powerpoint",
    "docx": _OFFICE + "wordprocessingml.document", "xlsx": _OFFICE + "spreadsheetml.sheet",
    "pptx": _OFFICE + "presentationml.presentation", "odt": _OPEN + "text", "ods": _OPEN + "spreadsheet",
    "odp": _OPEN + "presentation", "csv": "text/csv", "txt": "text/plain", "json": "application/json",
    "xml": "application/xml", "zip": "application/zip", "gz": "application/gzip", "tgz": "application/gzip",
    "tar": "application/x-tar", "7z": "application/x-7z-compressed", "rar": "application/vnd.rar",
}

_PROGRAMS = frozenset("html htm xhtml mhtm mhtml hta exe msi scr com dll bat cmd vbs lnk".split())

_SIGNATURES: Tuple[Tuple[str, int, bytes], ...] = (
    ("image/png", 0, b"\x89PNG\r\n\x1a\n"), ("image/jpeg", 0, b"\xff\xd8\xff"), ("image/gif", 0, b"GIF8"),
    ("image/tiff", 0, b"II*\0"), ("image/tiff", 0, b"MM\0*"), ("image/vnd.adobe.photoshop", 0, b"8BPS"),
    ("image/x-exr", 0, b"v/1\x01"), ("application/pdf", 0, b"%PDF-"), ("application/zip", 0, b"PK\x03\x04"),
    ("application/gzip", 0, b"\x1f\x8b"), ("application/x-7z-compressed", 0, b"7z\xbc\xaf\x27\x1c"),
    ("application/vnd.rar", 0, b"Rar!\x1a\x07"), ("application/msword", 0, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"),
    ("audio/ogg", 0, b"OggS"), ("audio/flac", 0, b"fLaC"), ("audio/mpeg", 0, b"ID3"), ("image/webp", 8, b"WEBP"),
    ("audio/wav", 8, b"WAVE"), ("video/x-msvideo", 8, b"AVI "), ("image/avif", 4, b"ftypavif"),
    ("image/heic", 4, b"ftypheic"), ("audio/mp4", 4, b"ftypM4A"), ("video/quicktime", 4, b"ftypqt"),
    ("video/mp4", 4, b"ftyp"), ("video/quicktime", 4, b"moov"), ("video/quicktime", 4, b"mdat"),
    ("video/quicktime", 4, b"wide"), ("video/quicktime", 4, b"free"), ("video/quicktime", 4, b"skip"),
    ("image/bmp", 0, b"BM"),
)

#: Types that browsers show by themselves keep their type in storage; anything else is stored as bytes.
SHOWN = frozenset((
    "video/mp4", "video/quicktime", "video/webm", "video/x-matroska", "audio/mpeg", "audio/mp4", "audio/aac", "audio/ogg",
    "audio/wav", "audio/flac", "image/png", "image/jpeg", "image/gif", "image/webp", "image/avif", "image/bmp",
    "application/pdf",
))


class Kind(NamedTuple):
    """A file's type and metadata."""

    content_type: str
    facts: Dict[str, Union[int, str]]


def look_into(path: str) -> Kind:
    """Returns a file's type and metadata; raises BadInput for programs, web pages and files that are not what their
    name says.
    """
    name = os.path.basename(path)
    with open(path, "rb") as file:
        head = file.read(_SNIFFED)
    kind = check_kind(name, head)
    if kind not in SHOWN:
        return Kind(kind, {})
    # Imported with the first file, so that programs that only read do not pay for it.
    from ._facts import read_facts

    return Kind(kind, read_facts(kind, path))


def check_kind(name: str, head: bytes) -> str:
    """Returns a file's storage type from its name and first bytes."""
    ending = name.rsplit(".", 1)[1].lower() if "." in name else ""
    declared = TYPES.get(ending, "application/octet-stream")
    found = _sniff(head)
    kind = found if found is not None and found.startswith("image/") and declared.startswith("image/") else declared
    is_true = kind not in SHOWN or (found is not None and _family(kind) == _family(found))
    if ending in _PROGRAMS or head[:2] == b"MZ" or not is_true:
        raise BadInput(
            "%s is not a file that can be attached. Images, films, sound, documents, archives and scene files can; web "
            "pages, programs and files that are not what their name says cannot." % name
        )
    return kind


def _sniff(head: bytes) -> Optional[str]:
    for kind, at, mark in _SIGNATURES:
        if head[at:at + len(mark)] == mark:
            return kind
    if head[:4] == b"\x1aE\xdf\xa3":
        return "video/webm" if b"webm" in head else "video/x-matroska"
    # An MPEG audio frame starts with eleven set bits; layer 00 is reserved except in AAC frames.
    if len(head) > 1 and head[0] == 0xFF and head[1] & 0xE0 == 0xE0:
        return "audio/mpeg" if head[1] & 0x06 else "audio/aac"
    return None


def _family(kind: str) -> str:
    return "time-based" if kind.startswith(("video/", "audio/")) else kind
