"""Uploads revisions from files and downloads their files: both can be killed at any time and resumed.

An upload is recorded in one file that `studio-cli upload resume` also reads:
`$XDG_STATE_HOME/xsheet/uploads/<id>.json` (default ~/.local/state), an object {id, at, host, userId, studioId, target,
files: [absolute paths], options: {time, status, message, concurrency}, places: {file id: address}}. For a file sent in
parts (TUS 1.0.0, or the parts of a bucket), `places` has the address that tells how much of it has arrived. The file is
deleted once everything is posted. Ids of revisions and files are derived from server, task and content (UUID version
8), so that resuming creates nothing twice.
"""

import json
import os
import re
import time
from typing import Any, Callable, Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple, Union

from ._errors import BadInput, NotFound, Unavailable, XsheetError
from ._files import SHOWN, look_into
from ._records import File

_PIECE = 256 * 1024
#: Larger files are sent in parts of exactly this size, as hosted storage requires.
_PART = 6 * 1024 * 1024
_TUS = {"tus-resumable": "1.0.0"}
_PARTS = "/functions/v1/upload-parts"


class Unfinished(NamedTuple):
    """An unfinished upload started on this machine."""

    id: str
    at: str
    host: str
    user_id: str
    studio_id: str
    target: str
    files: Sequence[str]
    options: Dict[str, Any]
    #: The addresses of multi-part uploads by file id.
    places: Dict[str, str]


class LocalFile(NamedTuple):
    path: str
    name: str
    size_bytes: int
    content_type: str
    sha256: str
    #: Metadata of a picture or film.
    facts: Dict[str, Union[int, str]]


def content_id(*parts: str) -> str:
    """Derives an id from content: the same parts give the same id on every machine."""
    from hashlib import sha256

    raw = bytearray(sha256(_json(list(parts)).encode()).digest()[:16])
    raw[6] = 0x80 | (raw[6] & 0x0F)
    raw[8] = 0x80 | (raw[8] & 0x3F)
    text = raw.hex()
    return "-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))


def _json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def read_file(path: str) -> LocalFile:
    """Reads a file's hash and type; raises BadInput if it is missing, empty or cannot be attached."""
    if not os.path.isfile(path):
        raise BadInput("%s does not exist." % path)
    if os.path.getsize(path) == 0:
        raise BadInput("%s is empty: still being written, or writing it failed." % path)
    # Checked before the whole file is read.
    kind, facts = look_into(path)
    known, size = _sum(path)
    return LocalFile(path, os.path.basename(path), size, kind, known, facts)


def _sum(path: str) -> Tuple[str, int]:
    from hashlib import sha256

    known = sha256()
    size = 0
    with open(path, "rb") as file:
        for piece in iter(lambda: file.read(_PIECE), b""):
            known.update(piece)
            size += len(piece)
    return known.hexdigest(), size


def format_time(spent: str) -> str:
    """Converts `2h30m` to the server's format; raises BadInput for anything that is not a time."""
    found = re.fullmatch(r"\s*(?:(\d{1,4})\s*h)?\s*(?:(\d{1,5})\s*m)?\s*", spent, re.I)
    minutes = int(found.group(1) or 0) * 60 + int(found.group(2) or 0) if found else 0
    if minutes == 0:
        raise BadInput('"%s" is not a time: write it like 2h30m.' % spent)
    hours, rest = divmod(minutes, 60)
    return "%dm" % rest if not hours else "%dh" % hours if not rest else "%dh %dm" % (hours, rest)


_FRAME = re.compile(r"(.*\D|)(\d{3,8})\.(exr|dpx|tiff?|tga|png|jpe?g)", re.I)


def film_facts(names: Sequence[str], options: Dict[str, Any]) -> List[Dict[str, Any]]:
    """Returns each file's details: the first of numbered pictures carries the rate and first frame of their film."""
    wished: Dict[str, Any] = {}
    if options.get("rate") is not None:
        wished["frame_rate"] = str(options["rate"])
    if options.get("firstFrame") is not None:
        wished["first_frame"] = int(options["firstFrame"])
    groups: Dict[str, List[int]] = {}
    for at, name in enumerate(names):
        found = _FRAME.fullmatch(name)
        if found and (len(found.group(2)) > 3 or found.group(1)[-1:] in tuple("._-")):
            groups.setdefault((found.group(1) + "#." + found.group(3)).lower(), []).append(at)
    heads = {min(group, key=lambda at: _number(names[at])) for group in groups.values() if _is_sequence([_number(names[at]) for at in group])}
    return [dict(wished) if at in heads or name.lower().endswith(".zip") else {} for at, name in enumerate(names)]


def _number(name: str) -> int:
    found = _FRAME.fullmatch(name)
    return int(found.group(2)) if found else 0


def _is_sequence(numbers: Sequence[int]) -> bool:
    return len(numbers) >= 5 and max(numbers) - min(numbers) < 2 * len(numbers)


def journal_folder() -> str:
    home = os.environ.get("XDG_STATE_HOME") or ""
    base = home if os.path.isabs(home) else os.path.join(os.path.expanduser("~"), ".local", "state")
    return os.path.join(base, "xsheet", "uploads")


def begin(host: str, user_id: str, studio_id: str, target: str, files: Sequence[str], options: Dict[str, Any]) -> str:
    """Records an upload before it starts; the same request has the same id."""
    asked: Dict[str, Any] = {"target": target, "files": [os.path.abspath(file) for file in files], "options": options}
    id = content_id("publish", host, user_id, _json(asked))
    at = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime())
    line = {"id": id, "at": at, "host": host, "userId": user_id, "studioId": studio_id, **asked}
    _write({**line, "places": (_read(id) or {}).get("places") or {}})
    return id


def _path(id: str) -> str:
    return os.path.join(journal_folder(), id + ".json")


def _read(id: str) -> Optional[Dict[str, Any]]:
    try:
        with open(_path(id), encoding="utf-8") as file:
            line: Dict[str, Any] = json.load(file)
            return line
    except (FileNotFoundError, ValueError):
        return None


def _write(line: Dict[str, Any]) -> None:
    os.makedirs(journal_folder(), mode=0o700, exist_ok=True)
    # Another process may start the same upload at the same moment.
    part = "%s.%s.part" % (_path(line["id"]), os.urandom(6).hex())
    with open(part, "w", encoding="utf-8") as file:
        file.write(_json(line) + "\n")
    os.replace(part, _path(line["id"]))


class Places:
    """The addresses of an upload's multi-part files, stored in its journal entry."""

    def __init__(self, id: str) -> None:
        self._id = id

    def get(self, media_id: str) -> Optional[str]:
        return ((_read(self._id) or {}).get("places") or {}).get(media_id)

    def put(self, media_id: str, place: str) -> None:
        line = _read(self._id)
        # Another process may have finished the same upload meanwhile.
        if line is not None:
            _write({**line, "places": {**(line.get("places") or {}), media_id: place}})


def forget(id: str) -> None:
    try:
        os.remove(_path(id))
    except FileNotFoundError:
        pass


def list_unfinished() -> List[Unfinished]:
    """Lists unfinished uploads, newest first."""
    found = []
    for name in os.listdir(journal_folder()) if os.path.isdir(journal_folder()) else []:
        if not name.endswith(".json"):
            continue
        line = _read(name[:-len(".json")])
        if line is None:
            continue
        found.append(Unfinished(
            line["id"], line["at"], line["host"], line["userId"], line["studioId"], line["target"], line["files"],
            line["options"], line.get("places") or {},
        ))
    return sorted(found, key=lambda each: each.at, reverse=True)


def send_files(
    http: Any, studio_id: str, project_id: str, files: Sequence[LocalFile], ids: Sequence[str], places: Optional[Places] = None
) -> None:
    """Sends the server's missing files, requesting slots for up to 100 per call; in parts only if `places` records the
    progress.
    """
    wanted = [
        {"id": id, "filename": file.name, "content_type": file.content_type, "size_bytes": file.size_bytes, "sha256": file.sha256}
        for file, id in zip(files, ids)
    ]
    for at in range(0, len(wanted), 100):
        part = wanted[at:at + 100]
        answer = http.ask(
            "POST", "/functions/v1/upload-attachment", {"files": part, "studio_id": studio_id, "project_id": project_id}
        )
        for slot, file in zip(answer["uploads"], files[at:at + 100]):
            if slot["upload_url"] is None:
                continue
            try:
                _send_file(http, slot, file, places)
            except XsheetError as refusal:
                raise _in_words(http, slot, file, refusal) from None


def _send_file(http: Any, slot: Dict[str, Any], file: LocalFile, places: Optional[Places]) -> None:
    if file.size_bytes > _PART and places is not None:
        if slot.get("takes_parts") and _send_to_bucket(http, slot, file, places):
            return
        if slot.get("resumable_url") and _send_parts(http, slot, file, places):
            return
    with open(file.path, "rb") as body:
        headers = {"content-type": _stored_type(file), "content-length": str(file.size_bytes)}
        try:
            http.send("PUT", slot["upload_url"], body, headers)
        except XsheetError as refusal:
            _expect_there(http, slot["id"], refusal)


def _in_words(http: Any, slot: Dict[str, Any], file: LocalFile, refusal: XsheetError) -> XsheetError:
    """Describes the refusal of a file above the storage's limit. Hosted storage answers 400, with 413 in the body."""
    if refusal.status != 413 and refusal.code != "413":
        return refusal
    limit = 0
    try:
        limit = int(http.exchange("OPTIONS", slot["resumable_url"], None, _TUS)[1].get("tus-max-size") or 0)
    except (XsheetError, KeyError, TypeError, ValueError):
        pass
    # Use one unit for both: a limit that is a multiple of 1,048,576 bytes was set in such MB.
    unit = 2**20 if limit % 2**20 == 0 and limit else 10**6
    takes = "%s MB" % _short(limit / unit) if 0 < limit < file.size_bytes else "less"
    noun = {"video": "film", "image": "picture", "audio": "recording"}.get(file.content_type.split("/")[0], "file")
    text = "This %s is %s MB; your storage takes %s." % (noun, _short(file.size_bytes / unit), takes)
    return BadInput(text, code=refusal.code, status=413)


def _short(number: float) -> str:
    return ("%.1f" % number).replace(".0", "")


def _stored_type(file: LocalFile) -> str:
    return file.content_type if file.content_type in SHOWN else "application/octet-stream"


def _send_parts(http: Any, slot: Dict[str, Any], file: LocalFile, places: Places, is_anew: bool = False) -> bool:
    """Sends a file in parts by TUS 1.0.0, resuming an earlier try; returns False if this storage does not let us."""
    place = None if is_anew else places.get(slot["id"])
    # The address of a bucket, which stored the files before, means nothing here.
    place = None if place is not None and _upload_id(place) else place
    offset = None if place is None else _offset(http, place)
    if place is None or offset is None:
        about = {
            "bucketName": "media", "objectName": slot["r2_key"], "contentType": _stored_type(file), "cacheControl": "3600",
        }
        status, answered = http.exchange(
            "POST", slot["resumable_url"], None, {
                **_TUS, "upload-length": str(file.size_bytes), "x-upsert": "false",
                "upload-metadata": ",".join("%s %s" % (name, _base64(value)) for name, value in about.items()),
            }, (401, 403, 404, 409),
        )
        if status == 409:
            # It arrived before, and only the response was lost.
            return True
        if status >= 400 or "location" not in answered:
            return False
        place, offset = _join(http.url, slot["resumable_url"], answered["location"]), 0
        places.put(slot["id"], place)
    tries = 0
    with open(file.path, "rb") as body:
        while offset < file.size_bytes:
            body.seek(offset)
            part = body.read(_PART)
            if not part:
                raise BadInput("%s became shorter while it was sent." % file.name)
            headers = {**_TUS, "content-type": "application/offset+octet-stream", "upload-offset": str(offset)}
            try:
                status, answered = http.exchange("PATCH", place, part, headers, (403, 404, 409, 410, 423))
            except Unavailable:
                # A part refused before it was fully read closes the connection, and its response is lost.
                status, answered = 503, {}
            if status == 403:
                # Another process has posted the same file: sending it in one piece will find out.
                return False
            if status < 400:
                offset, tries = int(answered.get("upload-offset") or offset + len(part)), 0
                continue
            # Two senders of the same file collide, or a part's response was lost: ask the server for its offset.
            tries += 1
            known = _offset(http, place)
            if known is None and not is_anew:
                return _send_parts(http, slot, file, places, True)
            if known is None or tries > 5:
                raise Unavailable("%s did not arrive whole. Publish it again: what has arrived is not sent again." % file.name)
            time.sleep(0.2 * tries)
            offset = known
    return True


def _send_to_bucket(http: Any, slot: Dict[str, Any], file: LocalFile, places: Places) -> bool:
    """Sends a file to a bucket in parts with signed addresses, resuming an earlier try; returns False if the bucket
    cannot take parts.
    """
    from urllib.parse import urlencode

    known = _upload_id(places.get(slot["id"]) or "")
    before = -1
    with open(file.path, "rb") as body:
        while True:
            answer = http.ask("POST", _PARTS, {"media_id": slot["id"], **({"upload_id": known} if known else {})})
            if answer["is_whole"] or answer["upload_id"] is None:
                return bool(answer["is_whole"])
            if answer["sent_bytes"] <= before:
                raise Unavailable("%s did not arrive whole. Publish it again: what has arrived is not sent again." % file.name)
            if answer["upload_id"] != known:
                known = answer["upload_id"]
                asked = urlencode({"media_id": slot["id"], "upload_id": known})
                places.put(slot["id"], "%s%s?%s" % (http.url, _PARTS, asked))
            before = answer["sent_bytes"]
            for part in answer["parts"]:
                body.seek((part["number"] - 1) * answer["part_bytes"])
                sent = body.read(answer["part_bytes"])
                # Addresses expire after an hour and uploads may be cleaned up: the next response has new ones.
                if http.exchange("PUT", part["url"], sent, {}, (400, 403, 404, 409))[0] >= 400:
                    break


def _upload_id(place: str) -> Optional[str]:
    """Returns the id of a bucket's multi-part upload; None for any other address."""
    from urllib.parse import parse_qs, urlsplit

    address = urlsplit(place)
    return next(iter(parse_qs(address.query).get("upload_id", ())), None) if address.path.endswith(_PARTS) else None


def _offset(http: Any, place: str) -> Optional[int]:
    # 403 and 409: somebody else has uploaded or posted the same file, as starting again will show.
    status, answered = http.exchange("HEAD", place, None, _TUS, (403, 404, 409, 410))
    return int(answered["upload-offset"]) if status < 400 and "upload-offset" in answered else None


def _base64(text: str) -> str:
    from base64 import b64encode

    return b64encode(text.encode()).decode()


def _join(*parts: str) -> str:
    from urllib.parse import urljoin

    joined = parts[0]
    for part in parts[1:]:
        joined = urljoin(joined, part)
    return joined


def _expect_there(http: Any, id: str, refusal: XsheetError) -> None:
    """Checks with the database whether the file has arrived, from another sender or with its response lost; else raises
    the refusal.
    """
    try:
        http.ask("POST", "/rest/v1/rpc/complete_upload", {"p_media_id": id, "p_details": {}})
    except XsheetError:
        raise refusal from None


def download_file(stream: Callable[[int], Iterator[bytes]], file: File, place: str) -> str:
    """Downloads to a temporary file, resuming an earlier try, and renames it once its hash is right."""
    from hashlib import sha256

    if os.path.exists(place) and os.path.getsize(place) == file.size_bytes and file.sha256 in (_sum(place)[0], None):
        return place
    os.makedirs(os.path.dirname(os.path.abspath(place)), exist_ok=True)
    part = place + ".part"
    known = sha256()
    there = 0
    if os.path.exists(part):
        with open(part, "rb") as kept:
            for piece in iter(lambda: kept.read(_PIECE), b""):
                known.update(piece)
                there += len(piece)
    with open(part, "ab") as out:
        if there < file.size_bytes:
            for piece in stream(there):
                out.write(piece)
                known.update(piece)
                there += len(piece)
    if there < file.size_bytes:
        # A broken connection looks like the end of the file.
        raise Unavailable("%s arrived incomplete. Try again: what has come is not fetched again." % file.name)
    if there > file.size_bytes or file.sha256 not in (known.hexdigest(), None):
        os.remove(part)
        raise XsheetError("%s has come otherwise than it was sent; it was thrown away. Try again." % file.name)
    os.replace(part, place)
    return place


def name_file(pattern: str, values: Dict[str, str]) -> str:
    """Fills in `{item}_{stage}_v{version}{ext}`; removes anything that could leave the folder."""
    def fill(found: "re.Match[str]") -> str:
        key, _, width = found.group(1).partition(":")
        if key not in values:
            raise BadInput("{%s} is unknown: there are %s." % (key, ", ".join(sorted(values))))
        text = re.sub(r"[/\\\0]", "_", values[key])
        return text.zfill(int(width)) if width.isdigit() else text

    named = re.sub(r"\{([a-z]+(?::\d+)?)\}", fill, pattern)
    parts = [part for part in named.split("/") if part not in ("", ".", "..")]
    if not parts:
        raise NotFound('"%s" names no file.' % pattern)
    return os.path.join(*parts)
