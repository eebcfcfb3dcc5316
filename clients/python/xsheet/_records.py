"""What a studio is made of, as rows that cannot be changed. Every id is a text; absent is None."""

from typing import Any, Dict, NamedTuple, Optional, Tuple


class Project(NamedTuple):
    id: str
    name: str
    slug: str


class Space(NamedTuple):
    id: str
    name: str
    slug: str
    project: Project

    @property
    def path(self) -> str:
        return self.project.slug + "/" + self.slug


class Stage(NamedTuple):
    id: str
    name: str


class Status(NamedTuple):
    id: str
    name: str
    code: str
    is_done: bool


class Member(NamedTuple):
    id: str
    name: str
    email: Optional[str]
    role: str


class Item(NamedTuple):
    """A shot, an asset or an illustration, by the names of its columns. Frames are None where it has no place in a cut."""

    id: str
    path: str
    name: str
    description: str
    collection: str
    space: Space
    frame_in: Optional[int]
    frame_out: Optional[int]
    handle_in: Optional[int]
    handle_out: Optional[int]
    frame_rate: Optional[str]
    is_omitted: bool
    fields: Dict[str, Any]


class Task(NamedTuple):
    """The work of one stage on one item. `path` is what the command line prints and takes."""

    id: str
    path: str
    item: Item
    stage: Stage
    status: Status
    assignee: Optional[str]
    assignee_id: Optional[str]
    due: Optional[str]
    priority: int
    estimated_hours: Optional[float]
    is_disabled: bool
    fields: Dict[str, Any]


class File(NamedTuple):
    id: str
    name: str
    content_type: str
    size_bytes: int
    sha256: Optional[str]


class Revision(NamedTuple):
    id: str
    task: Task
    version: int
    comment: str
    time_spent: Optional[str]
    at: str
    author: Optional[str]
    is_current: bool
    files: Tuple[File, ...]


class Comment(NamedTuple):
    """`drawings` are what was drawn on frames: {mediaId, frame (from 0), shapes}; `frames` the frames it speaks of, from 1."""

    id: str
    task_id: str
    text: str
    author: Optional[str]
    at: str
    version_id: Optional[str]
    drawings: Tuple[Dict[str, Any], ...]
    frames: Tuple[int, ...]


class Event(NamedTuple):
    """One thing that happened, numbered in the order of the studio."""

    number: int
    kind: str
    at: str
    data: Dict[str, Any]
