"""Changes that are listed before they are made, and can be undone."""

from typing import Any, Dict, List, NamedTuple, Optional, Tuple

from ._records import Item, Task


class Skipped(NamedTuple):
    """A skipped change and the reason: conflict (somebody changed it since), disabled, not_found …"""

    id: str
    reason: str


class Change(NamedTuple):
    """A completed change, with what is needed to undo it."""

    label: str
    changed: int
    skipped: Tuple[Skipped, ...]
    undo: Tuple["Step", ...]


class Step(NamedTuple):
    """One field of one thing, with its old and new value."""

    kind: str  # task or item
    id: str
    path: str
    field: str
    before: Any
    after: Any
    says: str

    def reverse(self) -> "Step":
        return self._replace(before=self.after, after=self.before, says="%s: back" % self.path)


class Plan:
    """Collects changes; nothing is written before `Studio.apply`. Print it to see them all."""

    def __init__(self) -> None:
        self.steps: List[Step] = []

    def _add(self, kind: str, thing: Any, field: str, before: Any, after: Any, was: Any, will: Any) -> None:
        if before != after:
            says = "%s: %s %s → %s" % (thing.path, field.replace("_id", ""), _say(was), _say(will))
            self.steps.append(Step(kind, thing.id, thing.path, field, before, after, says))

    def set_status(self, task: Task, status_id: str, name: str) -> None:
        self._add("task", task, "status_id", task.status.id, status_id, task.status.name, name)

    def assign(self, task: Task, user_id: Optional[str], name: Optional[str]) -> None:
        self._add("task", task, "assignee_id", task.assignee_id, user_id, task.assignee, name)

    def set_due(self, task: Task, day: Optional[str]) -> None:
        self._add("task", task, "due_date", task.due, day, task.due, day)

    def set_priority(self, task: Task, priority: int) -> None:
        self._add("task", task, "priority", task.priority, priority, task.priority, priority)

    def set_estimate(self, task: Task, hours: Optional[float]) -> None:
        self._add("task", task, "estimated_hours", task.estimated_hours, hours, task.estimated_hours, hours)

    def set_item(self, item: Item, **fields: Any) -> None:
        """Sets name, description, frame_in, frame_out, handle_in, handle_out, frame_rate or an item's flag, such as
        is_omitted.
        """
        for field, value in fields.items():
            before = getattr(item, field)
            self._add("item", item, "title" if field == "name" else field, before, value, before, value)

    def __len__(self) -> int:
        return len(self.steps)

    def __str__(self) -> str:
        return "\n".join(step.says for step in self.steps) or "No change needed."


def _say(value: Any) -> str:
    return "none" if value is None or value == "" else str(value)


def group(steps: List[Step]) -> Dict[str, List[Step]]:
    """Groups steps into calls: tasks by the field they change, items all together."""
    groups: Dict[str, List[Step]] = {}
    for step in steps:
        groups.setdefault("items" if step.kind == "item" else step.field, []).append(step)
    return groups
