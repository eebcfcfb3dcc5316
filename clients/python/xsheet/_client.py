"""Signing in."""

import os
from typing import Callable, Optional

from ._errors import NotSignedIn, XsheetError
from ._http import Http
from ._studio import Studio


def connect(host: Optional[str] = None, token: Optional[str] = None, timeout: float = 60.0) -> Studio:
    """Connects to the studio of an access token, by default that of XSHEET_HOST and STUDIO_TOKEN.

    Create a token in the app (Settings, Access tokens) or with `studio-cli auth token create`. Raises NotSignedIn with
    the reason if it is not accepted.
    """
    where = (host or os.environ.get("XSHEET_HOST") or "http://127.0.0.1:4600").rstrip("/")
    secret = token or os.environ.get("STUDIO_TOKEN") or ""
    if not secret:
        raise NotSignedIn("There is no access token: pass token=, or set STUDIO_TOKEN.")
    server = _find_server(where, timeout)
    http = Http(server, secret, timeout)
    try:
        return Studio(http, host=where, server=server)
    except BaseException:
        http.close()
        raise


def _find_server(where: str, timeout: float = 60.0) -> str:
    http = Http(where, "", timeout)
    try:
        return str(http.ask("GET", "/config.json")["supabaseUrl"]).rstrip("/")
    finally:
        http.close()


def sign_in(host: str, client_name: str, show: Callable[[str, str], None], timeout: float = 900.0) -> str:
    """Returns an access token by a code that a person types into the app, for machines without a browser (RFC 8628).

    `show(code, address)` tells the person. Raises NotSignedIn if they decline or the code expires.
    """
    where = host.rstrip("/")
    http = Http(_find_server(where), "")
    try:
        return _wait_for(http, where, client_name, show, timeout)
    finally:
        http.close()


def _wait_for(http: Http, where: str, client_name: str, show: Callable[[str, str], None], timeout: float) -> str:
    import time

    begun = http.ask("POST", "/functions/v1/device-sign-in", {"client_name": client_name})
    show(begun["user_code"], "%s/device?code=%s" % (where, begun["user_code"]))
    wait, ends = float(begun["interval"]), time.monotonic() + min(timeout, float(begun["expires_in"]))
    while time.monotonic() < ends:
        time.sleep(wait)
        try:
            return str(http.ask("POST", "/functions/v1/device-sign-in", {"device_code": begun["device_code"]})["token"])
        except XsheetError as error:
            if error.code == "slow_down":
                wait += 5
            elif error.code != "authorization_pending":
                raise NotSignedIn(error.message, code=error.code, status=error.status) from error
    raise NotSignedIn("The code has expired.")
