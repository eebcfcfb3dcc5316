"""A studio's rows as the server sends them: columns in, records out. Read once, until `refresh`."""

from typing import Any, Callable, Dict, Iterator, List

from ._names import fold
from ._records import Comment, File, Item, Member, Project, Revision, Space, Stage, Status, Task

Row = Dict[str, Any]
Ask = Callable[[str, Dict[str, Any]], Any]


def rows_of(pulled: Any, table: str) -> List[Row]:
    """Converts a table's columns to rows."""
    columns: Dict[str, List[Any]] = pulled["tables"].get(table, {})
    names = list(columns)
    return [dict(zip(names, values)) for values in zip(*columns.values())]


class Replica:
    def __init__(self, ask: Ask, studio_id: str) -> None:
        self._ask = ask
        pulled = ask("pull_studio", {"p_studio_id": studio_id})
        roles = {row["id"]: row["name"] for row in rows_of(pulled, "user_roles")}
        self.slug: str = rows_of(pulled, "studios")[0]["custom_slug"]
        self.members = {
            row["user_id"]: Member(row["user_id"], row["display_name"], row.get("email"), roles.get(row["role_id"], ""))
            for row in rows_of(pulled, "studio_members")
        }
        self.projects = {
            row["id"]: Project(row["id"], row["name"], row["custom_slug"]) for row in rows_of(pulled, "projects")
        }
        self.spaces = {
            row["id"]: Space(row["id"], row["name"], row["custom_slug"], self.projects[row["project_id"]])
            for row in rows_of(pulled, "spaces")
            if row["project_id"] in self.projects
        }
        self.stages = {row["id"]: Stage(row["id"], row["name"]) for row in rows_of(pulled, "stages")}
        self.statuses = {
            row["id"]: Status(row["id"], row["name"], row["short_code"], row["is_done"])
            for row in rows_of(pulled, "task_statuses")
        }
        self._pulls: Dict[str, Any] = {}

    def _pull(self, space: Space) -> Any:
        if space.id not in self._pulls:
            self._pulls[space.id] = self._ask("pull_space", {"p_space_id": space.id})
        return self._pulls[space.id]

    def collections(self, space: Space) -> List[Row]:
        return sorted(rows_of(self._pull(space), "collections"), key=lambda row: float(row["order_rank"] or 0))

    def items(self, space: Space) -> Iterator[Item]:
        collections = {row["id"]: (at, row["name"]) for at, row in enumerate(self.collections(space))}
        rows = rows_of(self._pull(space), "items")
        rows.sort(key=lambda row: (collections.get(row["collection_id"], (0, ""))[0], float(row["order_rank"] or 0)))
        for row in rows:
            collection = collections.get(row["collection_id"], (0, ""))[1]
            path = "%s/%s/%s" % (space.path, fold(collection), row["custom_slug"])
            known: Dict[str, Any] = {each: row.get(each) for each in Item._fields}
            known.update(path=path, name=row["title"], description=row.get("description") or "")
            known.update(collection=collection, space=space, fields=row.get("fields") or {})
            yield Item(**known)

    def tasks(self, space: Space) -> Iterator[Task]:
        pulled = self._pull(space)
        by_item: Dict[str, List[Row]] = {}
        for row in rows_of(pulled, "item_tasks"):
            by_item.setdefault(row["item_id"], []).append(row)
        hours = {row["task_id"]: float(row["estimated_hours"]) for row in rows_of(pulled, "task_estimations")}
        order = {id: at for at, id in enumerate(self.stages)}
        for item in self.items(space):
            for row in sorted(by_item.get(item.id, []), key=lambda each: order.get(each["stage_id"], 0)):
                stage, status = self.stages.get(row["stage_id"]), self.statuses.get(row["status_id"])
                if stage is None or status is None:
                    continue
                assignee = self.members.get(row.get("assignee_id") or "")
                yield Task(
                    row["id"], "%s:%s" % (item.path, fold(stage.name)), item, stage, status,
                    assignee.name if assignee else None, row.get("assignee_id"), row.get("due_date"),
                    int(row.get("priority") or 0), hours.get(row["id"]), bool(row.get("is_disabled")),
                    row.get("fields") or {},
                )

    def revisions(self, task: Task, pulled: Any) -> List[Revision]:
        """Returns a task's revisions, newest first."""
        media = {
            row["id"]: File(row["id"], row["filename"], row["content_type"], int(row["size_bytes"]), row.get("sha256"))
            for row in rows_of(pulled, "media")
        }
        files: Dict[str, List[File]] = {}
        for row in rows_of(pulled, "version_media"):
            if row["media_id"] in media:
                files.setdefault(row["version_id"], []).append(media[row["media_id"]])
        found = []
        for row in rows_of(pulled, "task_versions"):
            if row["task_id"] != task.id:
                continue
            author = self.members.get(row.get("created_by") or "")
            found.append(Revision(
                row["id"], task, int(row["version_number"]), row.get("comment") or "", row.get("time_spent"),
                row["created_at"], author.name if author else None, bool(row["is_current"]),
                tuple(files.get(row["id"], [])),
            ))
        return sorted(found, key=lambda revision: -revision.version)

    def comments(self, task: Task, pulled: Any) -> List[Comment]:
        """Returns a task's comments, oldest first."""
        found = []
        for row in rows_of(pulled, "comments"):
            if row["task_id"] != task.id:
                continue
            about = row.get("metadata") or {}
            author = self.members.get(row.get("created_by") or "")
            drawings = tuple(each for each in about.get("drawings") or [] if isinstance(each, dict))
            frames = tuple(sorted({int(each.get("frame", 0)) + 1 for each in drawings}))
            found.append(Comment(
                row["id"], row["task_id"], row.get("content") or "",
                author.name if author else about.get("authorName"), row["created_at"],
                (about.get("revision") or {}).get("versionId"), drawings, frames,
            ))
        return sorted(found, key=lambda comment: comment.at)
