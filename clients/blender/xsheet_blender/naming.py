# SPDX-License-Identifier: GPL-3.0-or-later
"""Where working files lie and what they are called. Xsheet keeps no rule for them: the studio's lies beside its files."""

import json
import os
import re
import unicodedata
from typing import Any, Dict, List, NamedTuple, Optional

DEFAULT = "{project}/{space}/{collection}/{item}/{stage}/{item}_{stage}_v{version:2}.blend"
RULE_FILE = "xsheet-naming.json"
_KEYS = ("project", "space", "collection", "item", "stage", "version")
_PLACE = re.compile(r"\{([a-z]+)(?::(\d+))?\}")
#: As the server reads a version: the last `v07` that stands by itself.
_VERSION = re.compile(r"(?:^|[\W_])v(\d{1,6})(?![^\W_])", re.I)


class NamingError(ValueError):
    """What is wrong with a rule or a place, in one sentence."""


class WorkFile(NamedTuple):
    path: str
    version: int


def slug(text: str) -> str:
    """A name as a part of a path: nothing in it can leave its folder, or needs quoting in a shell."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return re.sub(r"[^\w.-]+", "_", plain).strip("._") or "unnamed"


def check(pattern: str) -> str:
    """The pattern, where it names one .blend file for each version of each task."""
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
    """The rule of a project: `xsheet-naming.json` in the folder says it for its slug, else for `default`; else the preferences."""
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
    """The working files of a task that are there, the newest first."""
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
    """The file after the newest one: v01 where there is none. What is there is never written over."""
    newest = max([at_least] + [file.version for file in versions(folder, pattern, names)])
    return WorkFile(path_of(folder, pattern, names, newest + 1), newest + 1)


def version_of(path: str) -> Optional[int]:
    found = _VERSION.findall(os.path.basename(path))
    return int(found[-1]) if found and int(found[-1]) > 0 else None


def film_path(work_file: str, names: Dict[str, str], folder: str) -> str:
    """A playblast lies in `playblasts` beside its working file and bears its name; of a file never saved, in a folder given."""
    if work_file:
        stem = os.path.splitext(os.path.basename(work_file))[0]
        return os.path.join(os.path.dirname(work_file), "playblasts", stem + ".mp4")
    return os.path.join(folder, "%s_%s.mp4" % (slug(names["item"]), slug(names["stage"])))
