# SPDX-License-Identifier: GPL-3.0-or-later
"""Places and names of working files. Xsheet stores no rule for them: the studio's rule is kept beside its files."""

import json
import os
import re
import unicodedata
from typing import Any, Dict, List, NamedTuple, Optional

DEFAULT = "{project}/{space}/{collection}/{item}/{stage}/{item}_{stage}_v{version:2}.blend"
RULE_FILE = "xsheet-naming.json"
_KEYS = ("project", "space", "collection", "item", "stage", "version")
_PLACE = re.compile(r"\{([a-z]+)(?::(\d+))?\}")
#: As the server parses a version: the last separate `v07`.
_VERSION = re.compile(r"(?:^|[\W_])v(\d{1,6})(?![^\W_])", re.I)


class NamingError(ValueError):
    """Describes a problem with a rule or folder in one sentence."""


class WorkFile(NamedTuple):
    path: str
    version: int


def slug(text: str) -> str:
    """Converts a name to a path component that cannot leave its folder and needs no quoting in a shell."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return re.sub(r"[^\w.-]+", "_", plain).strip("._") or "unnamed"


def check(pattern: str) -> str:
    """Returns the pattern if it gives each version of each task its own .blend file."""
    keys = [found[0] for found in _PLACE.findall(pattern)]
    unknown = [key for key in keys if key not in _KEYS]
    if unknown:
        raise NamingError("The naming rule has {%s}, which is unknown; there are {%s}." % (unknown[0], "}, {".join(_KEYS)))
    parts = re.split(r"[/\\]", pattern)
    if os.path.isabs(pattern) or ".." in parts or re.match(r"[A-Za-z]:", pattern):
        raise NamingError("The naming rule leaves its folder: begin it with the name of a folder in it.")
    if not re.search(r"(?:^|[\W_])v\{version(?::\d+)?\}(?![^\W_])", parts[-1], re.I) or keys.count("version") != 1:
        raise NamingError("The naming rule ends with a file name that has v{version} once, as in {item}_v{version:2}.blend.")
    if not {"item", "stage"} <= set(keys):
        raise NamingError("The naming rule has {item} and {stage}, or two tasks would share a file.")
    if not pattern.endswith(".blend"):
        raise NamingError("The naming rule ends in .blend.")
    return pattern


def rule_of(folder: str, project: str, own: str = "") -> str:
    """Returns a project's rule: from `xsheet-naming.json` in the folder, by slug or `default`, else from the
    preferences.
    """
    path = os.path.join(folder, RULE_FILE)
    try:
        with open(path, encoding="utf-8") as file:
            rules = json.load(file)
    except FileNotFoundError:
        return check(own or DEFAULT)
    except (OSError, ValueError) as error:
        raise NamingError("%s cannot be read: %s" % (path, error)) from error
    found = (rules.get(project) or rules.get("default")) if isinstance(rules, dict) else None
    if not isinstance(found, str):
        raise NamingError('%s has neither "%s" nor "default".' % (path, project))
    return check(found)


def path_of(folder: str, pattern: str, names: Dict[str, str], version: int) -> str:
    if not folder:
        raise NamingError("Choose the folder of working files in the add-on's preferences first.")

    def fill(found: Any) -> str:
        key, width = found.group(1), found.group(2)
        return str(version).zfill(int(width or 1)) if key == "version" else slug(names[key])

    return os.path.join(folder, *_PLACE.sub(fill, check(pattern)).split("/"))


def versions(folder: str, pattern: str, names: Dict[str, str]) -> List[WorkFile]:
    """Lists a task's existing working files, newest first."""
    place, name = os.path.split(path_of(folder, pattern, names, 0))
    head, tail = _around_version(pattern, names)
    wanted = re.compile(re.escape(head) + r"(\d{1,6})" + re.escape(tail))
    there = os.listdir(place) if os.path.isdir(place) else []
    found = [(wanted.fullmatch(each), each) for each in there]
    files = [WorkFile(os.path.join(place, each), int(fits.group(1))) for fits, each in found if fits]
    return sorted(files, key=lambda file: -file.version)


def _around_version(pattern: str, names: Dict[str, str]) -> List[str]:
    last = re.split(r"[/\\]", pattern)[-1]
    parts = re.split(r"\{version(?::\d+)?\}", last)
    return [_PLACE.sub(lambda found: slug(names[found.group(1)]), part) for part in parts]


def next_path(folder: str, pattern: str, names: Dict[str, str], at_least: int = 0) -> WorkFile:
    """Returns the file after the newest, or v01 if there is none. Never overwrites an existing file."""
    newest = max([at_least] + [file.version for file in versions(folder, pattern, names)])
    return WorkFile(path_of(folder, pattern, names, newest + 1), newest + 1)


def version_of(path: str) -> Optional[int]:
    found = _VERSION.findall(os.path.basename(path))
    return int(found[-1]) if found and int(found[-1]) > 0 else None


def film_path(work_file: str, names: Dict[str, str], folder: str) -> str:
    """Returns a playblast's path: in `playblasts` beside its working file, with its name; for an unsaved file, in the
    given folder.
    """
    if work_file:
        stem = os.path.splitext(os.path.basename(work_file))[0]
        return os.path.join(os.path.dirname(work_file), "playblasts", stem + ".mp4")
    return os.path.join(folder, "%s_%s.mp4" % (slug(names["item"]), slug(names["stage"])))
