"""HTTP requests with retries over one keep-alive connection; everything that can safely be sent again is retried."""

import json
import time
from typing import IO, Any, Dict, Iterator, Optional, Sequence, Tuple, Union
from urllib.parse import urlsplit

from ._errors import NotFound, Unavailable, XsheetError, to_error

Body = Union[bytes, IO[bytes], None]

_TRIES = 6


class Http:
    """Talks to one server with one token. Not thread-safe: use one per thread."""

    def __init__(self, url: str, token: str, timeout: float = 60.0) -> None:
        parts = urlsplit(url)
        self.url = url
        self.token = token
        self._is_secure = parts.scheme == "https"
        self._host = parts.netloc
        self._base = parts.path.rstrip("/")
        self._timeout = timeout
        self._connection: Any = None

    def ask(
        self, method: str, path: str, body: Any = None, headers: Optional[Dict[str, str]] = None, tries: int = _TRIES
    ) -> Any:
        """Sends a JSON request, with retries unless `tries` is 1, for requests that must not be repeated."""
        sent = None if body is None else json.dumps(body).encode()
        own = {"content-type": "application/json", **(headers or {})}
        answer = self.send(method, path, sent, own, tries)
        return json.loads(answer) if answer else None

    def send(
        self, method: str, path: str, body: Body = None, headers: Optional[Dict[str, str]] = None, tries: int = _TRIES
    ) -> bytes:
        """Sends a request and returns the whole response body."""
        return self._send(method, path, body, headers, tries)[2]

    def exchange(
        self, method: str, path: str, body: Body, headers: Dict[str, str], expected: Sequence[int] = ()
    ) -> Tuple[int, Dict[str, str]]:
        """Returns a response's status and headers; raises refusals other than the expected ones."""
        status, answered, _answer = self._send(method, path, body, headers, _TRIES, expected)
        return status, answered

    def _send(
        self,
        method: str,
        path: str,
        body: Body,
        headers: Optional[Dict[str, str]],
        tries: int,
        expected: Sequence[int] = (),
    ) -> Tuple[int, Dict[str, str], bytes]:
        if tries == 1:
            # Use a new connection: a kept one may have been closed, which looks as if there were no response.
            self.close()
        for attempt in range(tries):
            last = attempt == tries - 1
            try:
                if attempt and body is not None and not isinstance(body, bytes):
                    body.seek(0)
                status, answered, answer = self._once(method, path, body, headers or {})
                if status not in expected and not _is_of_server(status, answered, answer, path, body is not None):
                    raise OSError("somebody else answered, as a network does that wants to be signed in to")
            except OSError as error:
                self.close()
                if last:
                    raise Unavailable("No answer from %s: %s" % (self.url, error)) from error
                time.sleep(_wait(attempt))
                continue
            if status < 400 or status in expected:
                return status, answered, answer
            refusal = to_error(status, _parse(answer))
            if last or status not in (429, 500, 502, 503, 504):
                raise refusal
            time.sleep(min(float(answered.get("retry-after") or _wait(attempt)), 60.0))
        raise Unavailable("No answer from %s" % self.url)

    def stream(self, path: str, offset: int = 0) -> Iterator[bytes]:
        """Streams the bytes of an address from an offset on. Other servers do not get the token."""
        connection, target, headers = self._toward(path)
        if offset:
            headers["range"] = "bytes=%d-" % offset
        try:
            connection.request("GET", target, headers=headers)
            response = connection.getresponse()
            if response.status == 416:
                response.read()
                return
            known = {key.lower(): value for key, value in response.getheaders()}
            said = b"" if response.status < 300 else response.read()
            if not _is_of_server(response.status, known, said, "/storage/v1/"):
                raise Unavailable("No answer from the storage: somebody else answered in its place")
            if response.status >= 400 or (offset and response.status != 206):
                raise to_error(response.status, _parse(said))
            while True:
                piece = response.read(256 * 1024)
                if not piece:
                    return
                yield piece
        finally:
            connection.close()

    def close(self) -> None:
        """Closes the connection; later requests open another."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def __del__(self) -> None:
        # Leave no socket behind even if nobody calls close.
        if getattr(self, "_connection", None) is not None:
            self.close()

    def _toward(self, path: str) -> Tuple[Any, str, Dict[str, str]]:
        """Returns a new connection to an address of this or another server, with its path and headers."""
        parts = urlsplit(path)
        is_here = not parts.netloc or parts.netloc == self._host
        target = (parts.path or "/") + ("?" + parts.query if parts.query else "")
        headers = {"authorization": "Bearer " + self.token} if is_here else {}
        connection = _open(parts.netloc or self._host, self._is_secure if is_here else parts.scheme == "https", self._timeout)
        return connection, (self._base + target if not parts.netloc else target), headers

    def _once(self, method: str, path: str, body: Body, headers: Dict[str, str]) -> Tuple[int, Dict[str, str], bytes]:
        from http.client import HTTPException

        if path.startswith("http"):
            connection, target, own = self._toward(path)
        else:
            self._connection = self._connection or _open(self._host, self._is_secure, self._timeout)
            connection, target = self._connection, self._base + path
            own = {"authorization": "Bearer " + self.token}
        try:
            try:
                connection.request(method, target, body=body, headers={**own, **headers})
            except (BrokenPipeError, ConnectionResetError):
                # A server that refuses a file answers before it has read it all, and closes.
                if body is None:
                    raise
            response = connection.getresponse()
            answer: bytes = response.read()
        except HTTPException as error:
            raise OSError(str(error) or type(error).__name__) from error
        finally:
            if connection is not self._connection:
                connection.close()
        return response.status, {key.lower(): value for key, value in response.getheaders()}, answer


def _open(host: str, is_secure: bool, timeout: float) -> Any:
    # Imported here, so that importing the package costs a program nothing it does not use.
    from http.client import HTTPConnection, HTTPSConnection

    return HTTPSConnection(host, timeout=timeout) if is_secure else HTTPConnection(host, timeout=timeout)


def _wait(attempt: int) -> float:
    """Returns half a second, doubled per attempt, with jitter."""
    from random import random

    return float(0.5 * 2**attempt * (0.75 + random() / 2))


def _is_of_server(status: int, headers: Dict[str, str], answer: bytes, path: str, is_sent: bool = False) -> bool:
    """Returns whether the studio's server sent this, and not a captive portal or firewall."""
    if status >= 500 or status in (408, 413, 429):
        return True
    kind = headers.get("content-type", "").lower()
    is_stored = path.startswith("http") or "/storage/v1/" in path
    if is_stored and is_sent and status < 300 and "json" not in kind:
        # An object store accepts bytes with an empty response; "Success" comes from a captive portal.
        return not answer
    if 300 <= status < 400 or kind.startswith(("text/html", "application/xhtml")):
        return False
    if is_stored:
        # The response to a HEAD for a multi-part upload has no body.
        if "tus-resumable" in headers:
            return True
        if "json" in kind and status >= 400:
            return _is_refusal(answer, status)
        # An object store answers in XML, TUS in plain text.
        return status < 400 or "xml" in kind or "/upload/resumable" in path
    return _is_refusal(answer, status) if status >= 400 else not answer or _parse(answer) is not None


def _is_refusal(answer: bytes, status: int) -> bool:
    """Real refusals carry a code; a firewall sends at most text, or repeats its status."""
    said = _parse(answer)
    known: Dict[str, Any] = said if isinstance(said, dict) else {}
    if any(isinstance(known.get(name), str) for name in ("code", "error_code", "statusCode")):
        return True
    return isinstance(known.get("code"), int) and ("msg" in known or status == 401)


def _parse(text: bytes) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None


__all__ = ["Http", "NotFound", "XsheetError"]
