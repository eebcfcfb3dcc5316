# SPDX-License-Identifier: GPL-3.0-or-later
"""Stores this account's sign-in in a file only its owner can read, never in a .blend."""

import json
import os
import sys
from typing import Dict, NamedTuple, Optional
from urllib.parse import urlsplit


class SignIn(NamedTuple):
    host: str
    token: str


def folder(env: Dict[str, str], platform: str = sys.platform) -> str:
    """Returns the account's config folder, shared with the command line."""
    xdg = env.get("XDG_CONFIG_HOME") or ""
    if os.path.isabs(xdg):
        return os.path.join(xdg, "xsheet")
    if platform == "win32" and env.get("APPDATA"):
        return os.path.join(env["APPDATA"], "xsheet")
    return os.path.join(env.get("HOME") or os.path.expanduser("~"), ".config", "xsheet")


def path(env: Dict[str, str]) -> str:
    return os.path.join(folder(env), "blender.json")


def load(env: Dict[str, str]) -> Optional[SignIn]:
    """XSHEET_HOST and STUDIO_TOKEN, as farms set them, override the file. An unreadable file means no sign-in."""
    if env.get("XSHEET_HOST") and env.get("STUDIO_TOKEN"):
        return SignIn(env["XSHEET_HOST"].rstrip("/"), env["STUDIO_TOKEN"])
    try:
        with open(path(env), encoding="utf-8") as file:
            known = json.load(file)
        return SignIn(str(known["host"]), str(known["token"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def save(env: Dict[str, str], entry: SignIn) -> str:
    place = path(env)
    os.makedirs(os.path.dirname(place), mode=0o700, exist_ok=True)
    part = "%s.%s.part" % (place, os.urandom(6).hex())
    # Created with its mode, so that nobody else can read it at any moment.
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        json.dump(entry._asdict(), file)
    os.replace(part, place)
    return place


def forget(env: Dict[str, str]) -> None:
    try:
        os.remove(path(env))
    except FileNotFoundError:
        pass


def read_host(text: str) -> str:
    """Completes a typed address; raises ValueError with what is wrong with it."""
    typed = text.strip()
    if typed and "://" not in typed:
        is_here = typed.split(":")[0] in ("localhost", "127.0.0.1")
        typed = ("http://" if is_here else "https://") + typed
    parts = urlsplit(typed)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.username:
        raise ValueError("Type the studio's address, such as https://xsheet.example.studio")
    return typed.rstrip("/")
