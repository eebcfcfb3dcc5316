"""Xsheet from Python: standard library only, Python 3.9 and newer. Start with `xsheet.connect()`."""

from ._client import connect, sign_in
from ._errors import (
    BadInput,
    Conflict,
    HookRefused,
    NotAllowed,
    NotFound,
    NotSignedIn,
    RateLimited,
    Unavailable,
    XsheetError,
)
from ._plan import Change, Plan, Skipped
from ._publish import Unfinished
from ._records import Comment, Event, File, Item, Member, Project, Revision, Space, Stage, Status, Task
from ._studio import Studio

__version__ = "0.1.0"

__all__ = [
    "BadInput", "Change", "Comment", "Conflict", "Event", "File", "HookRefused", "Item", "Member", "NotAllowed",
    "NotFound", "NotSignedIn", "Plan", "Project", "RateLimited", "Revision", "Skipped", "Space", "Stage", "Status",
    "Studio", "Task", "Unavailable", "Unfinished", "XsheetError", "connect", "sign_in",
]
