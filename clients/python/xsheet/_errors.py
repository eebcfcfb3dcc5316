"""Errors, distinguished by how a program would handle them."""

from typing import Any, Dict, Optional, Type


class XsheetError(Exception):
    """Any refusal or failure. `code` is the database's (22023, P0002 …), `status` is the HTTP status, 0 without a
    response.
    """

    def __init__(self, message: str, *, code: str = "", status: int = 0) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.status = status


class NotSignedIn(XsheetError):
    """The token is missing, unknown, expired or revoked; the message says which."""


class NotAllowed(XsheetError):
    """The role of the token's owner does not allow this."""


class NotFound(XsheetError):
    """It does not exist, or may not be seen."""


class BadInput(XsheetError):
    """An argument is wrong, or a name is ambiguous."""


class Conflict(XsheetError):
    """Somebody else has changed it, something is in the way, or it is locked."""


class RateLimited(XsheetError):
    """Too many calls, even after waiting."""


class Unavailable(XsheetError):
    """No response from the server, even after retries."""


class HookRefused(XsheetError):
    """A `before_publish` hook refused; the message is its reason."""


_BY_STATUS: Dict[int, Type[XsheetError]] = {
    400: BadInput, 401: NotSignedIn, 403: NotAllowed, 404: NotFound, 409: Conflict, 413: BadInput, 422: BadInput,
    423: Conflict, 429: RateLimited,
}


def to_error(status: int, body: Any) -> XsheetError:
    """Converts an error response to the exception it means."""
    known: Dict[str, Any] = body if isinstance(body, dict) else {}
    said: Optional[Any] = known.get("message") or known.get("error")
    message = said if isinstance(said, str) else "The server answers %d." % status
    kind = _BY_STATUS.get(status, Unavailable if status >= 500 else XsheetError)
    return kind(message, code=str(known.get("code") or known.get("statusCode") or ""), status=status)
