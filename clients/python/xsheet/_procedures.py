# Made of core/manifest by `npm run check -- --fix`. Changes here are lost.
"""Every procedure of the database as a method, by its own name; arguments without their p_."""

from typing import Any, Dict, List, Optional, cast


class Procedures:
    """What a client can call. `call` is the client's own."""

    def call(self, procedure: str, arguments: Dict[str, Any], reads: bool = False, key: bool = True, pages: bool = False) -> Any:
        raise NotImplementedError

    def create_studio(self, *, name: str, id: Optional[str] = None) -> Dict[str, Any]:
        """Makes a studio owned by the caller with the default roles, stages and statuses, or the super-admin's
        templates, and answers its row. Sent again with the same p_id by its maker it answers the same
        studio. Refuses: 22023 bad name; 23505 p_id is somebody else's."""
        return cast("Dict[str, Any]", self.call("create_studio", {"p_name": name, "p_id": id}, key=False))

    def ensure_user_has_studio(self) -> Optional[Dict[str, Any]]:
        """The caller's first studio, or null: whoever has none goes to the welcome page. Invites wait in links,
        never here, so there is nothing to accept."""
        return cast("Optional[Dict[str, Any]]", self.call("ensure_user_has_studio", {}, reads=True))

    def get_or_create_user_studio(self) -> Optional[Dict[str, Any]]:
        """The studio the caller last worked in, else their first, else a new one named after them. The welcome
        page asks for a name instead."""
        return cast("Optional[Dict[str, Any]]", self.call("get_or_create_user_studio", {}, key=False))

    def get_user_active_studio(self) -> Optional[Dict[str, Any]]:
        """The row of the studio the caller last worked in; null where there is none or they lost it."""
        return cast("Optional[Dict[str, Any]]", self.call("get_user_active_studio", {}, reads=True))

    def reorder_stages(self, *, studio_id: str, ids: List[str], operation_id: Optional[str] = None) -> int:
        """Puts a studio's stages in the order given, in steps of 10; stages not named follow in their present
        order. Answers how many moved. Refuses: 22023 an id twice or of another studio; 42501 not allowed;
        P0002 unknown studio."""
        return cast("int", self.call("reorder_stages", {"p_studio_id": studio_id, "p_ids": ids, "p_operation_id": operation_id}))

    def reorder_statuses(self, *, studio_id: str, ids: List[str], operation_id: Optional[str] = None) -> int:
        """Puts a studio's statuses in the order given, counting from 0; statuses not named follow in their
        present order. Answers how many moved. Refuses: 22023 an id twice or of another studio; 42501 not
        allowed; P0002 unknown studio."""
        return cast("int", self.call("reorder_statuses", {"p_studio_id": studio_id, "p_ids": ids, "p_operation_id": operation_id}))

    def save_space_config(self, *, space_id: str, stage_ids: List[str], status_ids: List[str], operation_id: Optional[str] = None) -> Dict[str, Any]:
        """Sets the stages and statuses a space works with, in the order given: stages in steps of 10, statuses
        from 0. Answers {rev}. All or nothing. Refuses: 22023 none chosen (a moodboard needs no stage), an id
        twice or of another studio; 23503 'Cannot delete stage: {n} tasks are using it' and 'Cannot delete
        status: {n} tasks are using it' for one that tasks of the space have; 42501 not allowed; P0002
        unknown space."""
        return cast("Dict[str, Any]", self.call("save_space_config", {"p_space_id": space_id, "p_stage_ids": stage_ids, "p_status_ids": status_ids, "p_operation_id": operation_id}))

    def set_default_status(self, *, status_id: str, operation_id: Optional[str] = None) -> Dict[str, Any]:
        """Makes a status its studio's only default, in one step, and answers it; a repeat changes nothing.
        Refuses: 42501 not allowed; P0002 unknown status."""
        return cast("Dict[str, Any]", self.call("set_default_status", {"p_status_id": status_id, "p_operation_id": operation_id}))

    def set_user_active_studio(self, *, studio_id: str, operation_id: Optional[str] = None) -> None:
        """Remembers the studio the caller works in; a repeat changes nothing. Refuses: P0002 where they are not
        an active member."""
        self.call("set_user_active_studio", {"p_studio_id": studio_id, "p_operation_id": operation_id})

    def accept_studio_invite(self, *, token: str) -> Dict[str, Any]:
        """Joins the studio of an invite link as Member and answers its row; a member already is left as they
        are. One error for unknown, expired and revoked links and for people who were removed or archived:
        22023 'Invalid invite link'. Ten wrong tries a minute, then 429 with Retry-After."""
        return cast("Dict[str, Any]", self.call("accept_studio_invite", {"p_token": token}, key=False))

    def can_edit_studio_roles(self, *, studio_id: str) -> bool:
        """Whether the caller may change members' roles: an owner or admin whose role may manage users."""
        return cast("bool", self.call("can_edit_studio_roles", {"p_studio_id": studio_id}, reads=True))

    def generate_studio_invite(self, *, studio_id: str, expires_in_days: Optional[int] = None) -> List[Dict[str, Any]]:
        """Makes an invite link that admits many people as Member until it expires or is revoked: one row with
        its token, 24 hexadecimal characters shown only now. Refuses: 22023 days outside 1 to 365; 42501 a
        role that may not manage users; P0002 unknown studio."""
        return cast("List[Dict[str, Any]]", self.call("generate_studio_invite", {"p_studio_id": studio_id, "p_expires_in_days": expires_in_days}, key=False))

    def get_team_members_for_studio(self, *, studio_id: str) -> List[Dict[str, Any]]:
        """Whom work can be given to in one of the caller's studios: active members by name. Empty for anybody
        else."""
        return cast("List[Dict[str, Any]]", self.call("get_team_members_for_studio", {"p_studio_id": studio_id}, reads=True, pages=True))

    def get_user_basic_info(self, *, studio_id_param: str) -> List[Dict[str, Any]]:
        """Name, address and picture of everybody in one of the caller's studios, archived members included.
        Empty for anybody else."""
        return cast("List[Dict[str, Any]]", self.call("get_user_basic_info", {"studio_id_param": studio_id_param}, reads=True, pages=True))

    def list_removed_members(self, *, studio_id: str) -> List[Dict[str, Any]]:
        """Whom the caller may let in again, the last removed first: people below the caller's own role. Empty
        for whoever may not manage users."""
        return cast("List[Dict[str, Any]]", self.call("list_removed_members", {"p_studio_id": studio_id}, reads=True, pages=True))

    def list_studio_invites(self, *, studio_id: str) -> List[Dict[str, Any]]:
        """A studio's invite links, newest first, with how many joined by each. Empty for whoever may not manage
        its users."""
        return cast("List[Dict[str, Any]]", self.call("list_studio_invites", {"p_studio_id": studio_id}, reads=True, pages=True))

    def list_studio_members(self, *, studio: str) -> List[Dict[str, Any]]:
        """The members of one of the caller's studios by role, then name, archived last. Empty for anybody else."""
        return cast("List[Dict[str, Any]]", self.call("list_studio_members", {"p_studio": studio}, reads=True, pages=True))

    def readmit_member(self, *, studio_id: str, user_id: str) -> Dict[str, Any]:
        """Lets somebody who was removed in again, with the role they had, and answers the membership; a repeat
        answers it again. Their comments and revisions were never gone. Refuses: 42501 not allowed: only
        people below the caller's own role; P0002 unknown studio or nobody removed."""
        return cast("Dict[str, Any]", self.call("readmit_member", {"p_studio_id": studio_id, "p_user_id": user_id}, key=False))

    def remove_studio_member(self, *, studio_id: str, user_id: str) -> bool:
        """Ends a membership, never the person's comments or revisions; no invite link lets them in again. True
        where there was one, false on a repeat. Refuses: 42501 not allowed: an owner cannot be removed; P0002
        unknown studio."""
        return cast("bool", self.call("remove_studio_member", {"p_studio_id": studio_id, "p_user_id": user_id}, key=False))

    def revoke_studio_invite(self, *, invite_id: str) -> bool:
        """Ends an invite link at once; true, also on a repeat. Refuses: P0002 where there is none the caller
        may manage."""
        return cast("bool", self.call("revoke_studio_invite", {"p_invite_id": invite_id}, key=False))

    def save_preference(self, *, key: str, value: Any, operation_id: Optional[str] = None) -> Dict[str, Any]:
        """Keeps something for the caller alone under a key, in place of what was kept there. Answers {rev:
        null}. A repeat changes nothing, also where it was saved anew since. 22023 no key or no value, 23514
        too large. Refuses: 22023 no key or no value; 23514 too large."""
        return cast("Dict[str, Any]", self.call("save_preference", {"p_key": key, "p_value": value, "p_operation_id": operation_id}))

    def save_templates(self, *, kind: str, changes: Any, operation_id: Optional[str] = None) -> Dict[str, Any]:
        """Changes the super-admin's templates of a kind ('stage' or 'status'), all or nothing: {entries: [row],
        templates: [row], selections: [{template_id, entry_ids}], gone_templates: [id], gone_entries: [id]},
        each may be left out; entries and templates that are there are changed, others added; a selection
        stands in the order of its ids. Answers {rev: null}. A repeat changes nothing, also where somebody
        has changed them since. Refuses: 22023 another kind or no changes; 23503 a selection of what is not
        there; 23505 a name that is taken; 42501 somebody else than the super-admin."""
        return cast("Dict[str, Any]", self.call("save_templates", {"p_kind": kind, "p_changes": changes, "p_operation_id": operation_id}))

    def set_member_archived(self, *, studio_id: str, user_id: str, is_archived: Optional[bool] = None) -> Dict[str, Any]:
        """Archives a member, who keeps their history and loses access, or brings them back; answers the
        membership. A repeat changes nothing. Refuses: 42501 not allowed: an owner cannot be archived; P0002
        unknown studio or member."""
        return cast("Dict[str, Any]", self.call("set_member_archived", {"p_studio_id": studio_id, "p_user_id": user_id, "p_is_archived": is_archived}, key=False))

    def update_studio_member_role(self, *, studio_id: str, user_id: str, new_role_id: str, operation_id: Optional[str] = None) -> Dict[str, Any]:
        """Gives a member another role. Answers {success, error, data}: data is {studio_id, user_id, role_id};
        error says why not. Only owners and admins may; an owner's role never changes and is given to nobody.
        A repeat answers the same and changes nothing, also where it was changed since."""
        return cast("Dict[str, Any]", self.call("update_studio_member_role", {"p_studio_id": studio_id, "p_user_id": user_id, "p_new_role_id": new_role_id, "p_operation_id": operation_id}))

    def delete_project_cascade(self, *, project_id: str, operation_id: Optional[str] = None) -> Dict[str, Any]:
        """Deletes a project with its spaces, items, tasks, revisions, comments, boards and file rows. Answers
        {deleted, rev}; deleted is false where there is none the caller may open. A repeat changes nothing,
        also where the project was restored since, and answers the same. Refuses: 42501 for a role that may
        not delete."""
        return cast("Dict[str, Any]", self.call("delete_project_cascade", {"p_project_id": project_id, "p_operation_id": operation_id}))

    def get_space_counts(self, *, studio_id: str) -> List[Dict[str, Any]]:
        """For each space of a studio that the caller may open: how many items it has, and {status_id: how many
        tasks have it}. Disabled tasks and omitted items do not count. Empty for anybody else."""
        return cast("List[Dict[str, Any]]", self.call("get_space_counts", {"p_studio_id": studio_id}, reads=True, pages=True))

    def get_project_tree(self, *, project_id: str) -> List[Dict[str, Any]]:
        """For each collection of a project that the caller may open, in their order: the episode it is of, how
        many items it has and how many of them are shots, {status_id: how many of their tasks have it}, and
        the items in it that stand for sequences and episodes, [{id, slug, title, type}], which count
        nowhere. Disabled tasks and omitted items do not count. Empty for anybody else."""
        return cast("List[Dict[str, Any]]", self.call("get_project_tree", {"p_project_id": project_id}, reads=True, pages=True))

    def apply_import(self, *, space_id: str, changes: Dict[str, Any], operation_id: Optional[str] = None) -> Dict[str, Any]:
        """Carries out an import in one step, all or nothing: {collections: [{id, name, episode?, is_default?}],
        items: [{id, collection_id, title, slug?, description?, item_type_id?, kind_id?, frame_in?,
        frame_out?, handle_in?, handle_out?, frame_rate?, external_ids?, fields?}], tasks: [{id, item_id,
        stage_id, status_id?, assignee_id?, due_date?, priority?, is_disabled?, estimated_hours?, fields?}],
        comments: [{id, task_id, content, author_id?, author_name?, said_at?, key}], item_changes: [{id,
        expected, fields}], task_changes: [{id, field, from, to}], deletions: {items, tasks, comments,
        collections, fields, options: [{field_id, id}], statuses, stages, kinds, space_statuses,
        space_stages}, on_conflict: 'refuse' (23505) or 'skip'}. Statuses, stages and kinds go where nothing
        has them: kept names the others. What was said elsewhere becomes a comment of its task, as old as it
        says, by a member or by a name; a task has one of a key once, and nobody hears of it. Answers {rev,
        collections, items, tasks, comments, changed, deleted, conflicts: [{id, field}], kept: [{of: status |
        stage | kind, name}]}; a repeat answers the same. Refuses: 22023 bad values; 23505 ids or values in
        the way; 42501 not allowed; P0002 unknown space or task."""
        return cast("Dict[str, Any]", self.call("apply_import", {"p_space_id": space_id, "p_changes": changes, "p_operation_id": operation_id}))

    def list_imported_comments(self, *, space_id: str) -> List[Dict[str, Any]]:
        """Which comments of a space were imported, as [{task_id, key}]: those that another import of the same
        leaves."""
        return cast("List[Dict[str, Any]]", self.call("list_imported_comments", {"p_space_id": space_id}, reads=True))

    def create_item_task_with_comment(self, *, item_id: str, stage_id: str, status_id: str, operation_id: Optional[str] = None) -> Dict[str, Any]:
        """Creates the task of one empty cell with its status-change comment and answers the task; answers the
        present task where the cell is not empty. A repeat changes nothing and answers the same. Refuses:
        22023 unknown status or stage; 42501 not allowed; P0002 unknown item."""
        return cast("Dict[str, Any]", self.call("create_item_task_with_comment", {"p_item_id": item_id, "p_stage_id": stage_id, "p_status_id": status_id, "p_operation_id": operation_id}))

    def create_items_with_tasks(self, *, space_id: str, collection_id: Optional[str], items: List[Dict[str, Any]], operation_id: Optional[str] = None, kinds: Optional[Dict[str, Any]] = None) -> Dict[str, Any]:
        """Creates items [{id?, title, description?, kind_id?, order_rank?, fields?: {key: value}, tasks?: [{id,
        stage_id, fields?}]}] with a task for each active stage of the space that their kind has; without a
        kind_id they are of the space's first kind, with null of none. Fields that are not given have their
        defaults, with null nothing. p_kinds may say what the fields were when the values were written,
        {item: {key: {kind, names?: {option: name}}}, task: {…}}: where the kind is another by now, values
        are converted as changing it would have done. The collection may be null in illustration spaces.
        Answers {rev, items: [{id, custom_slug, task_ids: {stage_id: task_id}}]}. Refuses: 22023 with the
        form's words, or a value that does not convert."""
        return cast("Dict[str, Any]", self.call("create_items_with_tasks", {"p_space_id": space_id, "p_collection_id": collection_id, "p_items": items, "p_operation_id": operation_id, "p_kinds": kinds}))

    def fill_empty_tasks(self, *, cells: List[Dict[str, Any]], status_id: Optional[str] = None, operation_id: Optional[str] = None) -> Dict[str, Any]:
        """Creates the missing tasks of cells [{id?, item_id, stage_id}] with a status (the catalogue's first by
        default) and their comments. Answers {rev, created, skipped, task_ids}; cells that have a task
        already are skipped. Refuses: 22023 bad argument; P0002 unknown items."""
        return cast("Dict[str, Any]", self.call("fill_empty_tasks", {"p_cells": cells, "p_status_id": status_id, "p_operation_id": operation_id}))

    def add_field_options(self, *, options: List[Dict[str, Any]], operation_id: Optional[str] = None) -> Dict[str, Any]:
        """Adds options [{field_id, id, name, color?}] behind those that lists have, grey ones where no colour
        is given. One whose name is there, whatever its case and spaces, is that option; an id that is taken
        gets a number. Answers {rev, options: [{field_id, given_id, id, is_new}]} in their order, by field; a
        repeat answers the same. Refuses: 22023 a field that is no list, or more than 100 options; 42501 not
        allowed; P0002 unknown field."""
        return cast("Dict[str, Any]", self.call("add_field_options", {"p_options": options, "p_operation_id": operation_id}))

    def change_field_kind(self, *, field_id: str, expected_kind: str, definition: Dict[str, Any], values: List[Dict[str, Any]], operation_id: Optional[str] = None) -> Dict[str, Any]:
        """Makes a field another kind {kind, options?, default_value?} together with all of its values [{id,
        from, to}], null for none, in one step. Answers {rev, changed}. Refuses: 22023 a value the new kind
        does not take; 42501 not allowed; P0002 unknown field; P0409 a kind or value that is another by now
        or is not named."""
        return cast("Dict[str, Any]", self.call("change_field_kind", {"p_field_id": field_id, "p_expected_kind": expected_kind, "p_definition": definition, "p_values": values, "p_operation_id": operation_id}))

    def set_fields(self, *, of: str, changes: List[Dict[str, Any]], operation_id: Optional[str] = None, kinds: Optional[Dict[str, Dict[str, Any]]] = None) -> Dict[str, Any]:
        """Sets fields of rows, p_of item, task or project, key by key: [{id, values: {key: value}, expected?:
        {key: value}}], null for none. A field that has another value than the expected one is left alone;
        those without an expectation are set. p_kinds may say what the fields were when the values were
        written, {key: {kind, names?: {option: name}}}: where the kind is another by now, values are
        converted as changing it would have done. Answers {rev, changed, skipped: [{id, key, reason:
        conflict}]}. Refuses: 22023 a value its field does not take, with the field's name and the reason, or
        one that does not convert; 42501 not allowed; P0002 unknown rows."""
        return cast("Dict[str, Any]", self.call("set_fields", {"p_of": of, "p_changes": changes, "p_operation_id": operation_id, "p_kinds": kinds}))

    def set_item_links(self, *, changes: Any, operation_id: Optional[str] = None) -> Any:
        """Sets what items are made with: [{from_item_id, to_item_id, kind: cast | instance | reference, count,
        label, expected?: {count, label}}]; a count of 0 takes the link away. One that is not as expected any
        more is left alone. Answers {rev, changed, skipped: [{from_item_id, to_item_id, kind, reason:
        conflict}]}. Refuses: 22023 bad argument; 42501 not allowed; P0002 an unknown item or one of another
        project."""
        return self.call("set_item_links", {"p_changes": changes, "p_operation_id": operation_id})

    def list_followers(self, *, task_id: str) -> List[str]:
        """The people who are told about a task, in the order they came: its assignees since they were assigned,
        and whoever follows it. Refuses: P0002 for a task the caller may not see."""
        return cast("List[str]", self.call("list_followers", {"p_task_id": task_id}, reads=True))

    def set_following(self, *, task_id: str, is_following: bool) -> List[str]:
        """The caller follows a task from now on, or no longer; a repeat changes nothing. Answers who follows it
        then. Refuses: P0002 for a task the caller may not see."""
        return cast("List[str]", self.call("set_following", {"p_task_id": task_id, "p_is_following": is_following}, key=False))

    def set_tasks_status(self, *, task_ids: List[str], status_id: str, operation_id: Optional[str] = None) -> Dict[str, Any]:
        """Sets one status on many tasks of a studio at once and posts each change's comment. Answers {rev,
        changed, skipped: [{task_id, reason}]}; disabled tasks and those that have the status already are
        skipped. Refuses: 22023 bad argument; 42501 not allowed; P0002 unknown task or status."""
        return cast("Dict[str, Any]", self.call("set_tasks_status", {"p_task_ids": task_ids, "p_status_id": status_id, "p_operation_id": operation_id}))

    def update_tasks(self, *, task_ids: List[str], field: str, values: Any, expected: Optional[Any] = None, operation_id: Optional[str] = None) -> Dict[str, Any]:
        """Changes one field (status_id, assignee_id, due_date, priority, is_disabled, estimated_hours) of many
        tasks of a studio. p_values is an array with one value for all or one for each; with p_expected,
        likewise, a task whose present value differs stays (reason conflict). Answers {rev, changed, skipped:
        [{task_id, reason}]}. Refuses: 22023 bad argument; 42501 not allowed; P0002 unknown task or status."""
        return cast("Dict[str, Any]", self.call("update_tasks", {"p_task_ids": task_ids, "p_field": field, "p_values": values, "p_expected": expected, "p_operation_id": operation_id}))

    def create_revision(self, *, task_id: str, comment: str, time_spent: str, version_id: Optional[str] = None, comment_id: Optional[str] = None, media_ids: Optional[List[str]] = None, status_id: Optional[str] = None, mentions: Optional[List[str]] = None, metadata: Any = None, operation_id: Optional[str] = None, waited_ms: Optional[int] = None, version_number: Optional[int] = None, may_be_lower: Optional[bool] = None) -> Dict[str, Any]:
        """Posts a revision in one transaction: the next version with its files and time spent, the status where
        one is given, and its comment. Answers {rev, version_id, version_number, comment_id}; a repeat
        answers the same. One that has waited on a device bears the time it was made, also on the timesheet.
        Its number is p_version_number where that is given, else the one its files speak of where the project
        follows them (_v07), else the next one; gaps are fine. Refuses: 22023 no or malformed time, or no
        number; 23505 a number that is there, or one below the newest without p_may_be_lower; 42501 not
        allowed; P0002 unknown task, status or file, 'Failed to upload {file name}' for one whose bytes have
        not arrived."""
        return cast("Dict[str, Any]", self.call("create_revision", {"p_task_id": task_id, "p_comment": comment, "p_time_spent": time_spent, "p_version_id": version_id, "p_comment_id": comment_id, "p_media_ids": media_ids, "p_status_id": status_id, "p_mentions": mentions, "p_metadata": metadata, "p_operation_id": operation_id, "p_waited_ms": waited_ms, "p_version_number": version_number, "p_may_be_lower": may_be_lower}))

    def create_revisions(self, *, revisions: List[Dict[str, Any]], is_new: Optional[bool] = None, operation_id: Optional[str] = None) -> Dict[str, Any]:
        """Posts up to 100 revisions [{task_id, version_id, comment_id, comment, time_spent, status_id?,
        mentions?, metadata?, version_number?, may_be_lower?, files: [{id, sha256, and what complete_upload
        takes but pictures}]}], each by itself and numbered as create_revision does. One whose id, or whose
        very files, the task has already is not posted again, unless p_is_new. Answers {revisions: [{state:
        posted | present | failed, version_id, version_number, code, message}]} in their order. Refuses:
        22023 for no such list."""
        return cast("Dict[str, Any]", self.call("create_revisions", {"p_revisions": revisions, "p_is_new": is_new, "p_operation_id": operation_id}))

    def find_revisions(self, *, revisions: List[Dict[str, Any]]) -> List[Dict[str, Any]]:
        """Which of [{task_id, sha256: [hash of each file]}] are posted already: [{n, task_id, version_id,
        version_number}], n counted from 0 in the order asked. Tasks out of the caller's sight have none.
        Refuses: 22023 for what is no list of at most 1000."""
        return cast("List[Dict[str, Any]]", self.call("find_revisions", {"p_revisions": revisions}, reads=True))

    def add_comment(self, *, task_id: str, content: str, comment_id: Optional[str] = None, media_ids: Optional[List[str]] = None, status_id: Optional[str] = None, mentions: Optional[List[str]] = None, metadata: Any = None, operation_id: Optional[str] = None, waited_ms: Optional[int] = None) -> Dict[str, Any]:
        """Posts a comment with attachments, mentions and, where given, a new status in one transaction. Answers
        {rev, comment_id}; a repeat answers the same. One that has waited on a device bears the time it was
        made. Refuses: 22023 nothing to post or bad metadata; 42501 not allowed; P0002 unknown task, status
        or file."""
        return cast("Dict[str, Any]", self.call("add_comment", {"p_task_id": task_id, "p_content": content, "p_comment_id": comment_id, "p_media_ids": media_ids, "p_status_id": status_id, "p_mentions": mentions, "p_metadata": metadata, "p_operation_id": operation_id, "p_waited_ms": waited_ms}))

    def edit_comment(self, *, comment_id: str, content: str, mentions: Optional[List[str]] = None, metadata: Optional[Any] = None, operation_id: Optional[str] = None) -> Dict[str, Any]:
        """Changes the caller's own comment: its text and, where given, mentions and metadata. Answers {rev,
        comment_id}; a repeat answers the same. Refuses: P0002 where it is not theirs."""
        return cast("Dict[str, Any]", self.call("edit_comment", {"p_comment_id": comment_id, "p_content": content, "p_mentions": mentions, "p_metadata": metadata, "p_operation_id": operation_id}))

    def complete_upload(self, *, media_id: str, details: Optional[Dict[str, Any]] = None) -> Dict[str, Any]:
        """Says that a file's bytes are in storage, with what is known of it: {sha256, width, height,
        frame_rate, frame_count, duration_ms, codec, start_timecode, first_frame, waveform, poster_media_id,
        filmstrip_media_id, thumbnail_media_id, proxy_media_id}. Of the first of numbered pictures, or a ZIP
        of them, frame_rate and first_frame are what the film made of them is to have. A proxy is an MP4 of
        the caller's whose bytes are there too: it plays where the film does not; the first one counts.
        Repeatable. Refuses: 22023 unreadable details, or no proxy; P0002 'Failed to upload {file name}'
        where the object is not there."""
        return cast("Dict[str, Any]", self.call("complete_upload", {"p_media_id": media_id, "p_details": details}, key=False))

    def count_function_call(self, *, name: str) -> Dict[str, Any]:
        """Counts a call of an edge function by the caller. Answers {calls, reset_seconds}: calls in this minute
        with this one, seconds until the next minute."""
        return cast("Dict[str, Any]", self.call("count_function_call", {"p_name": name}, key=False))

    def fill_poster(self, *, media_id: str, details: Dict[str, Any]) -> None:
        """Gives a revision's file the poster that it came without, and its facts where they are missing:
        {poster_media_id, and what else complete_upload takes}, or the proxy of a film that few browsers
        play: {proxy_media_id}. Whoever may see the revision may, once, and with a proxy whoever may post
        one; what is given is their own upload. Refuses: 22023 for what is no small stored picture, or no
        proxy; 23505 it has one already; 42501 may not post revisions; P0002 unknown file."""
        self.call("fill_poster", {"p_media_id": media_id, "p_details": details}, key=False)

    def find_upload(self, *, media_id: str) -> Dict[str, Any]:
        """Where a file of the caller's is to be sent: {r2_key, content_type, size_bytes, is_stored}. Row rules
        apply. Refuses: P0002 an unknown file, or one of somebody else."""
        return cast("Dict[str, Any]", self.call("find_upload", {"p_media_id": media_id}, reads=True))

    def list_filmstrips(self, *, media_ids: List[str]) -> List[Dict[str, Any]]:
        """The filmstrips of up to 500 films that the caller may see: [{id, filmstrip_media_id}], without those
        that have none. Row rules apply. Refuses: 22023 for more."""
        return cast("List[Dict[str, Any]]", self.call("list_filmstrips", {"p_media_ids": media_ids}, reads=True))

    def list_media_ids_for_items(self, *, item_ids: List[str]) -> List[Dict[str, Any]]:
        """The files to show for items: each item's picture, else the files of the newest revisions of its
        tasks. Row rules apply."""
        return cast("List[Dict[str, Any]]", self.call("list_media_ids_for_items", {"p_item_ids": item_ids}, reads=True, pages=True))

    def list_media_paths(self, *, media_ids: List[str]) -> List[Dict[str, Any]]:
        """Where the files the caller may see are in storage: [{id, r2_key}] for up to 500 ids, in their order,
        without those that are unknown. Refuses: 22023 for more."""
        return cast("List[Dict[str, Any]]", self.call("list_media_paths", {"p_media_ids": media_ids}, reads=True))

    def register_uploads(self, *, files: List[Dict[str, Any]], studio_id: Optional[str] = None, project_id: Optional[str] = None, comment_id: Optional[str] = None, task_id: Optional[str] = None, version_id: Optional[str] = None) -> List[Dict[str, Any]]:
        """Makes the rows of files about to be uploaded, in order: p_files is [{id?, filename, content_type,
        size_bytes, sha256?}], at most 100. They belong to the project of the task, comment or revision
        named, which also takes them as its files; with none of these and no project, to the studio. Answers
        [{id, filename, content_type, size_bytes, r2_key, is_stored}]; a repeat with the same ids answers the
        same. A file with the sha256 of one that the caller has sent to the studio, and may see, is stored at
        once: its bytes are not needed again. Refuses: 22023 bad files; 23505 an id of somebody else's file;
        42501 not allowed; P0002 unknown target."""
        return cast("List[Dict[str, Any]]", self.call("register_uploads", {"p_files": files, "p_studio_id": studio_id, "p_project_id": project_id, "p_comment_id": comment_id, "p_task_id": task_id, "p_version_id": version_id}, key=False))

    def settle_uploads(self, *, media_ids: List[str]) -> List[str]:
        """Takes up files of the caller whose bytes arrived when nobody was left to say so: answers those. Ids
        of anything else are passed over."""
        return cast("List[str]", self.call("settle_uploads", {"p_media_ids": media_ids}, key=False))

    def bring_decisions(self, *, session_id: str, decisions: List[Dict[str, Any]], operation_id: Optional[str] = None) -> Dict[str, Any]:
        """Applies what was decided of a review session away from the studio, each decision once, whoever brings
        it. At most 1000 decisions as a packet has them; keep leaves the task's status and posts the note
        alone, force sets a status though the task has another one than was seen, and mentions names people.
        Answers {rev, decisions: [{id, result: applied | there already | conflict | refused, reason,
        status_id where it is a conflict}]} in their order; what is refused does not stop the others.
        Refuses: 22023 bad argument; P0002 unknown session; P0423 it is locked."""
        return cast("Dict[str, Any]", self.call("bring_decisions", {"p_session_id": session_id, "p_decisions": decisions, "p_operation_id": operation_id}))

    def change_review(self, *, session_id: str, changes: List[Dict[str, Any]], operation_id: Optional[str] = None) -> Dict[str, Any]:
        """Adds tasks to a review session, changes and removes its entries in one step. p_changes: [{id, kind:
        add | set | remove, fields, expected}]; each id once. With expected, a field that has another value
        by now stays as it is. Answers {rev}. Refuses: 22023 bad argument; 42501 not allowed; P0002 unknown
        session or task; P0423 it is locked."""
        return cast("Dict[str, Any]", self.call("change_review", {"p_session_id": session_id, "p_changes": changes, "p_operation_id": operation_id}))

    def get_brought_decisions(self, *, session_id: str) -> List[str]:
        """The ids of decisions that were brought back to a review session; none for whoever may not see it."""
        return cast("List[str]", self.call("get_brought_decisions", {"p_session_id": session_id}, reads=True))

    def get_review_counts(self, *, project_id: str) -> List[Dict[str, Any]]:
        """For each review session of a project that the caller may open: how many tasks it has, how many of
        them are judged, how many have notes of it, and how many of those have had a revision since their
        last note. Empty for anybody else."""
        return cast("List[Dict[str, Any]]", self.call("get_review_counts", {"p_project_id": project_id}, reads=True, pages=True))

    def start_review(self, *, session_id: str, project_id: str, name: str, kind: str, day: str, entries: Optional[List[Dict[str, Any]]] = None, operation_id: Optional[str] = None, query: Optional[Dict[str, Any]] = None) -> Dict[str, Any]:
        """Starts a review session of a project (kind dailies, cut or client) with its tasks in one step.
        p_entries: [{id, task_id, version_id, order_rank, cut_in, cut_out, handle_in, handle_out}], at most
        1000; a task twice is in it once. With p_query, {text, isOfDay, timeZone, statusIds, stageIds,
        assigneeIds, spaceIds, collectionIds, itemIds, priorities, dueDates, not}, tasks come and go by
        themselves until it is locked. Answers {rev, session_id, added}. Refuses: 22023 bad argument; 42501
        not allowed; P0002 unknown project or task."""
        return cast("Dict[str, Any]", self.call("start_review", {"p_session_id": session_id, "p_project_id": project_id, "p_name": name, "p_kind": kind, "p_day": day, "p_entries": entries, "p_operation_id": operation_id, "p_query": query}))

    def take_back_decisions(self, *, session_id: str, decision_ids: List[str], operation_id: Optional[str] = None) -> Dict[str, Any]:
        """Takes back decisions that the caller has brought, the last first: statuses where they are still as
        brought, and notes. They can be brought again. Answers {rev, changed, skipped}: of those skipped,
        somebody has changed something since. Refuses: P0002 unknown session; P0423 it is locked."""
        return cast("Dict[str, Any]", self.call("take_back_decisions", {"p_session_id": session_id, "p_decision_ids": decision_ids, "p_operation_id": operation_id}))

    def change_board(self, *, owner_id: str, changes: List[Dict[str, Any]], operation_id: Optional[str] = None) -> Dict[str, Any]:
        """Lays things on the board of a project, space or item, changes and removes them in one step. p_changes
        is an array of {id, kind: add | set | remove, fields, expected, apart}; each id once. The last one to
        set a field wins; with expected, fields that have another value by now stay, and a row that differs
        is not removed. What is added apart covers nothing: it moves aside, all of it together. Answers {rev,
        skipped: [{item_id, reason: conflict | not_found}]}. Refuses: 22023 bad argument; 42501 not allowed;
        P0002 unknown board or file."""
        return cast("Dict[str, Any]", self.call("change_board", {"p_owner_id": owner_id, "p_changes": changes, "p_operation_id": operation_id}))

    def change_task_blocks(self, *, studio_id: str, changes: List[Dict[str, Any]], operation_id: Optional[str] = None) -> Dict[str, Any]:
        """Creates, moves and deletes blocks of a studio in one step. p_changes is an array of {id, task_id,
        assignee_id, start_date, duration, row_index, is_deleted, expected}; with expected, the values a
        block had or {is_absent: true}, one that differs stays (reason conflict). A task keeps a block and
        waits in the queue once. Answers {rev, skipped: [{block_id, task_id, reason}]}. Refuses: 22023 bad
        argument; 42501 not allowed; P0002 unknown studio, or no block and task of it."""
        return cast("Dict[str, Any]", self.call("change_task_blocks", {"p_studio_id": studio_id, "p_changes": changes, "p_operation_id": operation_id}))

    def create_calendar_feed(self, *, studio_id: str) -> str:
        """Makes the caller's calendar address in a studio and answers its token, 40 hexadecimal characters
        shown only now; an earlier one ends. Refuses: P0002 unknown studio."""
        return cast("str", self.call("create_calendar_feed", {"p_studio_id": studio_id}, key=False))

    def create_task_block(self, *, task_id: str, assignee_id: Optional[str] = None, start_date: Optional[str] = None, duration: Optional[float] = None, row_index: Optional[int] = None, id: Optional[str] = None) -> Dict[str, Any]:
        """Adds a block; without date and assignee it waits in the queue, of which a task has one at most.
        Answers the block; a repeat with the same id, or a second queued block of a task, answers the present
        one. Refuses: 22023 bad value; 42501 not allowed; P0002 unknown task."""
        return cast("Dict[str, Any]", self.call("create_task_block", {"p_task_id": task_id, "p_assignee_id": assignee_id, "p_start_date": start_date, "p_duration": duration, "p_row_index": row_index, "p_id": id}, key=False))

    def delete_task_block(self, *, block_id: str) -> Dict[str, Any]:
        """Removes a block; the only block of its task goes back to the queue instead (no assignee, no date,
        duration 1, row 0). Answers {deleted, queued}; both false where there is no such block, so that a
        repeat is harmless."""
        return cast("Dict[str, Any]", self.call("delete_task_block", {"p_block_id": block_id}, key=False))

    def get_studio_filter_data(self, *, studio_id: str) -> Dict[str, Any]:
        """What a filter panel offers: {projects, spaces, collections, items, stages, statuses, artists}, each
        an array in display order. Row rules apply."""
        return cast("Dict[str, Any]", self.call("get_studio_filter_data", {"p_studio_id": studio_id}, reads=True))

    def get_studio_timeline_blocks(self, *, studio_id: str) -> List[Dict[str, Any]]:
        """Every block of a studio with the names on its bar; task_data is {title, stage_id, status_id,
        item_slug, priority, due_date, estimated_hours}. Row rules apply."""
        return cast("List[Dict[str, Any]]", self.call("get_studio_timeline_blocks", {"p_studio_id": studio_id}, reads=True, pages=True))

    def get_task_estimations_for_items(self, *, item_ids: List[str]) -> List[Dict[str, Any]]:
        """The estimates, in hours, of the tasks of items. Row rules apply. Refuses: 22023 'Invalid item IDs:
        ...' names the texts that are no UUIDs."""
        return cast("List[Dict[str, Any]]", self.call("get_task_estimations_for_items", {"p_item_ids": item_ids}, reads=True, pages=True))

    def has_calendar_feed(self, *, studio_id: str) -> bool:
        """Whether the caller has a calendar address in a studio."""
        return cast("bool", self.call("has_calendar_feed", {"p_studio_id": studio_id}, reads=True))

    def queue_unplanned_tasks(self, *, studio_id: str, project_id: Optional[str] = None, space_id: Optional[str] = None) -> Dict[str, Any]:
        """Puts up to 2000 tasks into the timeline's queue that are not done, not disabled, assigned to nobody
        and planned nowhere. Answers {rev, block_ids}. Refuses: 42501 not allowed; P0002 unknown studio."""
        return cast("Dict[str, Any]", self.call("queue_unplanned_tasks", {"p_studio_id": studio_id, "p_project_id": project_id, "p_space_id": space_id}, key=False))

    def remove_duplicate_queue_blocks(self, *, studio_id: str) -> int:
        """Keeps one queued block a task, the oldest, and answers how many went. Row rules apply."""
        return cast("int", self.call("remove_duplicate_queue_blocks", {"p_studio_id": studio_id}, key=False))

    def revoke_calendar_feed(self, *, studio_id: str) -> bool:
        """Ends the caller's calendar address in a studio; false where there was none."""
        return cast("bool", self.call("revoke_calendar_feed", {"p_studio_id": studio_id}, key=False))

    def set_days_off(self, *, studio_id: str, user_id: str, days: List[str], is_off: bool, operation_id: Optional[str] = None) -> Dict[str, Any]:
        """Marks days as off for a member, or takes the mark away; their own, or anybody's with the permission
        to create. Repeatable. Answers {rev, skipped}. Refuses: 22023 no days or more than 366; 42501 not
        allowed; P0002 unknown member."""
        return cast("Dict[str, Any]", self.call("set_days_off", {"p_studio_id": studio_id, "p_user_id": user_id, "p_days": days, "p_is_off": is_off, "p_operation_id": operation_id}))

    def update_task_block(self, *, block_id: str, assignee_id: str, start_date: str, duration: float, row_index: int) -> Dict[str, Any]:
        """Moves a block to an assignee, date, duration and row; without a date it goes back to the queue.
        Answers the block. Refuses: 22023 bad value; P0002 unknown block or one the caller may not change."""
        return cast("Dict[str, Any]", self.call("update_task_block", {"p_block_id": block_id, "p_assignee_id": assignee_id, "p_start_date": start_date, "p_duration": duration, "p_row_index": row_index}, key=False))

    def upsert_task_estimation(self, *, task_id: str, estimated_hours: float, operation_id: Optional[str] = None) -> Dict[str, Any]:
        """Sets the estimate of a task, in hours, rounded to one decimal. Answers the row; a repeat changes
        nothing and answers the same. Refuses: 22023 'Estimated hours must be between 0 and 999.9'; for a
        text that is no UUID; P0002 unknown task."""
        return cast("Dict[str, Any]", self.call("upsert_task_estimation", {"p_task_id": task_id, "p_estimated_hours": estimated_hours, "p_operation_id": operation_id}))

    def change_time(self, *, studio_id: str, changes: List[Dict[str, Any]], operation_id: Optional[str] = None) -> Dict[str, Any]:
        """Changes the caller's own time in one step. p_changes is an array of {kind: 'revision', id, minutes}
        and {kind: 'entry', id, task_id, started_at, minutes, note, is_deleted}; an entry without minutes is
        a timer that runs, and one that ran before it stops. With expected, the minutes there were, 'running'
        or 'absent', what differs stays. Answers {rev, skipped: [{id, task_id, reason}]}. Refuses: 22023 bad
        argument; 42501 not allowed or a locked week; P0002 unknown studio or time."""
        return cast("Dict[str, Any]", self.call("change_time", {"p_studio_id": studio_id, "p_changes": changes, "p_operation_id": operation_id}))

    def get_space_time_stats(self, *, space_id: str) -> List[Dict[str, Any]]:
        """Minutes logged on each task of a space that has any, added up over its revisions. Row rules apply."""
        return cast("List[Dict[str, Any]]", self.call("get_space_time_stats", {"p_space_id": space_id}, reads=True, pages=True))

    def get_time_state(self, *, studio_id: str) -> Dict[str, Any]:
        """The caller's running timer and the locked weeks of a studio: {timer: {id, started_at, note} with
        names and address of its task, or null, locks: [{week, time_zone, starts_at, ends_at, locked_by,
        locked_by_name, locked_at}]}, the newest week first. Refuses: P0002 for outsiders."""
        return cast("Dict[str, Any]", self.call("get_time_state", {"p_studio_id": studio_id}, reads=True))

    def list_time_entries(self, *, studio_id: str, from_: str, to: str, user_id: Optional[str] = None, limit: Optional[int] = None, after_time: Optional[str] = None, after_id: Optional[str] = None) -> List[Dict[str, Any]]:
        """A page of the time from p_from until before p_to in projects the caller may open, the oldest first,
        from after the row (p_after_time, p_after_id) on: revisions, and entries without one, whose
        version_number is null: an array of {id, user_id, user_name, created_at, version_number, minutes,
        comment, stage_id, project_id, space_id} with the names and the address of its task. Entries of
        others are for leads. Of one person where p_user_id says whom. Refuses: 22023 for a limit outside 1
        to 1000; P0002 for outsiders."""
        return cast("List[Dict[str, Any]]", self.call("list_time_entries", {"p_studio_id": studio_id, "p_from": from_, "p_to": to, "p_user_id": user_id, "p_limit": limit, "p_after_time": after_time, "p_after_id": after_id}, reads=True))

    def set_time_lock(self, *, studio_id: str, week: str, time_zone: str, is_locked: bool, operation_id: Optional[str] = None) -> Dict[str, Any]:
        """Locks the logged time of a week that has ended, named by its Monday, from midnight to midnight in a
        time zone; or unlocks it. Repeatable: who locked it first stays. Answers {rev, skipped}. Refuses:
        22023 no Monday, unknown zone or a week that has not ended; 42501 not a lead; P0002 unknown studio."""
        return cast("Dict[str, Any]", self.call("set_time_lock", {"p_studio_id": studio_id, "p_week": week, "p_time_zone": time_zone, "p_is_locked": is_locked, "p_operation_id": operation_id}))

    def summarize_time(self, *, studio_id: str, from_: str, to: str, time_zone: str, user_id: Optional[str] = None) -> Dict[str, Any]:
        """The time list_time_entries would list from p_from until before p_to, added up: {days, projects,
        stages, artists}, each an array of {key, name, minutes, entries}; days are those of the time zone. Of
        one person where p_user_id says whom. Refuses: 22023 for more than 400 days or an unknown zone; P0002
        for outsiders."""
        return cast("Dict[str, Any]", self.call("summarize_time", {"p_studio_id": studio_id, "p_from": from_, "p_to": to, "p_time_zone": time_zone, "p_user_id": user_id}, reads=True))

    def get_unread_count(self, *, studio_id: Optional[str] = None) -> int:
        """How many notifications the caller has not viewed, in all their studios or in one."""
        return cast("int", self.call("get_unread_count", {"p_studio_id": studio_id}, reads=True))

    def list_assignments(self, *, studio_id: str, user_id: str, limit: Optional[int] = None, after_due: Optional[str] = None, after_id: Optional[str] = None) -> Any:
        """A page of what a person has to do: their tasks that are neither done nor disabled nor of an omitted
        item, by due date, those without one last, from after the row (p_after_due, p_after_id) on: an array
        of tasks with due_date, priority and thumbnail_id. Assigned are those of the timeline's blocks, else
        the task's own. Refuses: 22023 for a limit outside 1 to 100; P0002 for outsiders."""
        return self.call("list_assignments", {"p_studio_id": studio_id, "p_user_id": user_id, "p_limit": limit, "p_after_due": after_due, "p_after_id": after_id}, reads=True)

    def list_mentions(self, *, studio_id: str, user_id: str, limit: Optional[int] = None, after_time: Optional[str] = None, after_id: Optional[str] = None) -> Any:
        """A page of the comments that name a person, newest first, from after the row (p_after_time,
        p_after_id) on: those that were posted with the mention, and those whose text holds @ and the
        person's name. An array as list_studio_feed's. Refuses: 22023 for a limit outside 1 to 100; P0002 for
        outsiders."""
        return self.call("list_mentions", {"p_studio_id": studio_id, "p_user_id": user_id, "p_limit": limit, "p_after_time": after_time, "p_after_id": after_id}, reads=True)

    def list_notifications(self, *, limit: Optional[int] = None, after_time: Optional[str] = None, after_id: Optional[str] = None, studio_id: Optional[str] = None) -> List[Dict[str, Any]]:
        """A page of the caller's notifications of all their studios or of one, newest first, from after the row
        (p_after_time, p_after_id) on: an array of {id, recipient_id, notification_type_id, type, actor_id,
        actor_name, target_type, target_id, data, thumbnail_id, studio_id, project_id, created_at, viewed,
        viewed_at} with the names, status and url of its task, and its item's picture, where the caller may
        see that; a review's are those of the task it spoke of last, and its url is the session's notes.
        Refuses: 22023 for a limit outside 1 to 50."""
        return cast("List[Dict[str, Any]]", self.call("list_notifications", {"p_limit": limit, "p_after_time": after_time, "p_after_id": after_id, "p_studio_id": studio_id}, reads=True))

    def list_studio_feed(self, *, studio_id: str, actions: Optional[List[str]] = None, limit: Optional[int] = None, after_time: Optional[str] = None, after_id: Optional[str] = None, user_id: Optional[str] = None) -> Any:
        """A page of what happened in a studio's projects that the caller may open, or of what one person did
        there, newest first, from after the row (p_after_time, p_after_id) on: an array of feed items with
        the first 200 characters of what was written, or, where nothing was, the status it set. A comment of
        the same task, version and author within 5 seconds of its revision is left out when revisions are
        asked for too. Refuses: 22023 for an unknown action or a limit outside 1 to 100; P0002 for outsiders."""
        return self.call("list_studio_feed", {"p_studio_id": studio_id, "p_actions": actions, "p_limit": limit, "p_after_time": after_time, "p_after_id": after_id, "p_user_id": user_id}, reads=True)

    def mark_notifications_viewed(self, *, ids: Optional[List[str]] = None, before: Optional[str] = None) -> int:
        """Marks the caller's notifications viewed, those with one of the ids and those not newer than p_before,
        and answers how many were not yet. Refuses: 22023 with neither."""
        return cast("int", self.call("mark_notifications_viewed", {"p_ids": ids, "p_before": before}, key=False))

    def delete_webhook(self, *, id: str) -> Any:
        """Ends a webhook with its log and what waits. Refuses: P0002 unknown webhook."""
        return self.call("delete_webhook", {"p_id": id}, key=False)

    def export_events(self, *, studio_id: str, after: Optional[int] = None, limit: Optional[int] = None) -> Any:
        """A piece of a studio's whole log with its chain of hashes: {start, lines, cursor}. Each line is
        {'hash':…,'event':…}, where hash is the SHA-256 in hexadecimal of the hash before (start, for the
        first) and of the event's text as it stands there; cursor is null at the end. Only for those who may
        manage the studio's users and see all its projects. Refuses: 22023 a limit outside 1 to 1000; 42501
        not allowed; P0002 unknown studio."""
        return self.call("export_events", {"p_studio_id": studio_id, "p_after": after, "p_limit": limit}, key=False)

    def get_event_retention(self, *, studio_id: str) -> Any:
        """For how many days a studio keeps its events. Refuses: P0002 unknown studio."""
        return self.call("get_event_retention", {"p_studio_id": studio_id}, reads=True)

    def list_activity(self, *, studio_id: str, before: Optional[int] = None, limit: Optional[int] = None, project_id: Optional[str] = None, item_id: Optional[str] = None, task_id: Optional[str] = None, actor_id: Optional[str] = None, kinds: Optional[List[str]] = None, from_: Optional[str] = None, to: Optional[str] = None, name: Optional[str] = None) -> Any:
        """What happened, newest first, as far as the caller may see it: {events, before}, before null at the
        end. Each event has besides: url, where its thing is, undoable, whether it can still be taken back,
        and where it can, changes: how many its operation made, which are taken back together. p_from counts,
        p_to does not. p_name asks for items, or other things, that were called so, also by their slug.
        Refuses: 22023 a limit outside 1 to 200, or an unknown kind; P0002 unknown studio."""
        return self.call("list_activity", {"p_studio_id": studio_id, "p_before": before, "p_limit": limit, "p_project_id": project_id, "p_item_id": item_id, "p_task_id": task_id, "p_actor_id": actor_id, "p_kinds": kinds, "p_from": from_, "p_to": to, "p_name": name}, reads=True)

    def list_deliveries(self, *, webhook_id: str, limit: Optional[int] = None) -> Any:
        """A webhook's deliveries, the newest first: [{id, seq, kind, state: waiting | sent | failed | skipped,
        attempts, status, answer, created_at, done_at, next_at, is_replay}]. Refuses: 22023 a limit outside 1
        to 200; P0002 unknown webhook."""
        return self.call("list_deliveries", {"p_webhook_id": webhook_id, "p_limit": limit}, reads=True)

    def list_events(self, *, studio_id: str, after: Optional[int] = None, limit: Optional[int] = None, kinds: Optional[List[str]] = None) -> Any:
        """What happened in a studio after a number, oldest first, as far as the caller may see it: {events,
        cursor, newest}. cursor is what to ask after next: nothing below it can still appear. newest is the
        number of the newest event. A kind is told by its name or by its thing alone, as in
        task.status_changed or task. Refuses: 22023 a limit outside 1 to 1000, or an unknown kind; P0002
        unknown studio."""
        return self.call("list_events", {"p_studio_id": studio_id, "p_after": after, "p_limit": limit, "p_kinds": kinds}, reads=True)

    def list_webhooks(self, *, studio_id: str) -> Any:
        """A studio's webhooks by name: [{id, name, url, kinds, form, project_id, condition, is_active,
        failing_since, created_by, created_at}]. Empty for whoever may not manage its users."""
        return self.call("list_webhooks", {"p_studio_id": studio_id}, reads=True)

    def record_export(self, *, studio_id: str, what: str, count: Optional[int] = None) -> Any:
        """Notes in the audit log that the caller has taken rows out of a studio: what, and how many. Answers
        the event's number. Refuses: 22023 no words or too many; P0002 unknown studio."""
        return self.call("record_export", {"p_studio_id": studio_id, "p_what": what, "p_count": count}, key=False)

    def renew_webhook_secret(self, *, id: str, is_at_once: Optional[bool] = None) -> Any:
        """Gives a webhook another secret, and answers it, once: {secret, old_until}. For 24 hours messages are
        signed with both, so that a receiver may change over; p_is_at_once ends the old one now. Refuses:
        P0002 unknown webhook."""
        return self.call("renew_webhook_secret", {"p_id": id, "p_is_at_once": is_at_once}, key=False)

    def replay_webhook(self, *, id: str, from_: int, to: Optional[int] = None) -> Any:
        """Delivers events once more, from a number on, up to another or to the newest, at most 10,000: how
        many. They bear the ids they had. Refuses: 22023 no number; P0002 unknown webhook."""
        return self.call("replay_webhook", {"p_id": id, "p_from": from_, "p_to": to}, key=False)

    def save_webhook(self, *, studio_id: str, id: str, name: str, url: str, kinds: Optional[List[str]] = None, form: Optional[str] = None, project_id: Optional[str] = None, is_active: Optional[bool] = None, condition: Optional[str] = None) -> Any:
        """Makes or changes a webhook under the id its sender gives it, and answers it: its secret only when it
        is made, and never again. It is told what its maker may see, who is whoever changed last what it is
        told or where it leads, and only what its expression holds for, which stays as it is where none is
        given. Refuses: 22023 a bad address, name, kind or form, or an expression that is too long; 42501 not
        allowed; P0002 unknown studio or project."""
        return self.call("save_webhook", {"p_studio_id": studio_id, "p_id": id, "p_name": name, "p_url": url, "p_kinds": kinds, "p_form": form, "p_project_id": project_id, "p_is_active": is_active, "p_condition": condition}, key=False)

    def set_event_retention(self, *, studio_id: str, days: int) -> Any:
        """Says for how many days (30 to 3650) a studio keeps its events; 400 unless told. Refuses: 22023 other
        days; 42501 not an owner; P0002 unknown studio."""
        return self.call("set_event_retention", {"p_studio_id": studio_id, "p_days": days}, key=False)

    def test_webhook(self, *, id: str) -> Any:
        """Sends a webhook an event of its own, webhook.tested: its number, by which list_deliveries shows what
        was answered. Refuses: P0002 unknown webhook."""
        return self.call("test_webhook", {"p_id": id}, key=False)

    def undo_operation(self, *, studio_id: str, seq: int, operation_id: str) -> Any:
        """Takes back the operation that an event belongs to, and what rules did because of it, the last first:
        with the caller's rights, and only where nobody has changed it since. Answers {rev, changed,
        skipped}. Refuses: 22023 one that cannot be taken back; 23505 one that was; P0002 no such event."""
        return self.call("undo_operation", {"p_studio_id": studio_id, "p_seq": seq, "p_operation_id": operation_id})

    def delete_report(self, *, id: str) -> Any:
        """Ends a report of the caller. Refuses: P0002 unknown report."""
        return self.call("delete_report", {"p_id": id}, key=False)

    def list_reports(self, *, studio_id: str) -> Any:
        """The caller's reports in a studio by name: [{id, name, period, view_id, space_id, days, at_time, url,
        form, is_active, stopped, problem, due, next_at, created_at, updated_at, is_signed, last}]; problem
        says why one cannot be sent as it is, due is what their clock shows next, last is {due, state:
        waiting | sent | failed, attempts, problem, done_at}."""
        return self.call("list_reports", {"p_studio_id": studio_id}, reads=True)

    def renew_report_secret(self, *, id: str, is_at_once: Optional[bool] = None) -> Any:
        """Gives a report of the caller a secret that its CSV is signed with when it is posted, in place of the
        one it had, and answers it, once: {secret, old_until}. For 24 hours it is signed by both;
        p_is_at_once ends the old one now. A report that was never given one is not signed. Refuses: P0002
        unknown report."""
        return self.call("renew_report_secret", {"p_id": id, "p_is_at_once": is_at_once}, key=False)

    def save_report(self, *, studio_id: str, id: str, name: str, days: List[int], at_time: str, period: Optional[str] = None, view_id: Optional[str] = None, url: Optional[str] = None, form: Optional[str] = None, is_active: Optional[bool] = None) -> Any:
        """Makes or changes a report of the caller under the id its sender gives it, and answers it: the
        timesheet of the last day, week or month (p_period), or what a saved view shows (p_view_id), as CSV,
        on days (1 is Monday) at a time of the caller's zone, mailed to them or posted to an address, which
        takes the right to manage users. It is sent with what they may see then. Refuses: 22023 a bad name,
        period, day, time, address or form; 42501 not allowed; P0002 unknown studio, report or view."""
        return self.call("save_report", {"p_studio_id": studio_id, "p_id": id, "p_name": name, "p_days": days, "p_at_time": at_time, "p_period": period, "p_view_id": view_id, "p_url": url, "p_form": form, "p_is_active": is_active}, key=False)

    def send_report(self, *, id: str) -> Any:
        """Sends a report of the caller now, besides its times; list_reports says what became of it. Refuses:
        22023 one that is off, or whose view or space is gone or out of sight; P0002 unknown report."""
        return self.call("send_report", {"p_id": id}, key=False)

    def delete_rule(self, *, id: str) -> Any:
        """Ends a rule with the log of its runs; what it did stays. Refuses: P0002 unknown rule."""
        return self.call("delete_rule", {"p_id": id}, key=False)

    def get_rule_history(self, *, studio_id: str, project_id: Optional[str] = None, days: Optional[int] = None, is_wide: Optional[bool] = None, limit: Optional[int] = None) -> Any:
        """What a rule is tried on: {events, rows, is_cut}: the newest events of so many days that rules could
        answer or that changed what they decide upon, newest first, and the rows they are about as they are
        now, with p_is_wide whole collections. As far as the caller sees them. is_cut: there were more.
        Refuses: 22023 days outside 0 to 90 or a limit outside 1 to 5000; P0002 unknown studio or project."""
        return self.call("get_rule_history", {"p_studio_id": studio_id, "p_project_id": project_id, "p_days": days, "p_is_wide": is_wide, "p_limit": limit}, reads=True)

    def list_rule_runs(self, *, rule_id: str, limit: Optional[int] = None) -> Any:
        """The events a rule has answered, the newest first: [{seq, ran_at, about, changed, problem}]. Refuses:
        22023 a limit outside 1 to 200; P0002 unknown rule."""
        return self.call("list_rule_runs", {"p_rule_id": rule_id, "p_limit": limit}, reads=True)

    def list_rules(self, *, studio_id: str) -> Any:
        """A studio's rules by name: [{id, name, trigger, condition, actions, project_id, is_active, stopped,
        author, created_by, created_at, updated_at, runs, last}]; runs are those of 30 days, last is {seq,
        ran_at, about, changed, problem}. Empty for whoever may not manage its users."""
        return self.call("list_rules", {"p_studio_id": studio_id}, reads=True)

    def save_rule(self, *, studio_id: str, id: str, name: str, trigger: Any, condition: str, actions: Any, project_id: Optional[str] = None, is_active: Optional[bool] = None) -> Any:
        """Makes or changes a rule under the id its sender gives it, and answers it. Whoever saves it is its
        author from then on: it does what they may do and no more. On, it answers what happens from now on.
        Refuses: 22023 a bad name, condition, trigger or action; 42501 not allowed; P0002 unknown studio or
        project."""
        return self.call("save_rule", {"p_studio_id": studio_id, "p_id": id, "p_name": name, "p_trigger": trigger, "p_condition": condition, "p_actions": actions, "p_project_id": project_id, "p_is_active": is_active}, key=False)

    def get_overview(self, *, studio_id: str, time_zone: str, project_id: Optional[str] = None) -> Any:
        """How a project stands, or all active projects of the studio that the caller may open; tasks count in
        active spaces, unless disabled or of omitted items. Answers {today, stages, weeks, late, waiting,
        load}: stages and load as overview_stages and overview_load say; weeks: [{week, tasks}], eight
        Mondays and the tasks approved in each, the last one is running; late: {tasks, days, reasons:
        [{reason, tasks}], first: [{task_id, days, reason, detail} and place]}, of which days are the sum;
        waiting: [{kind, user_id, tasks, days}] with the days of the longest. Refuses: P0002 for outsiders."""
        return self.call("get_overview", {"p_studio_id": studio_id, "p_time_zone": time_zone, "p_project_id": project_id}, reads=True)

    def list_overview_tasks(self, *, studio_id: str, time_zone: str, list: str, key: Optional[str] = None, project_id: Optional[str] = None, limit: Optional[int] = None, after_due: Optional[str] = None, after_id: Optional[str] = None) -> Any:
        """A page of the tasks behind a number of get_overview, by due date, those without one last, from after
        the row (p_after_due, p_after_id) on: an array of tasks with due_date and is_done. p_list: tasks,
        done, stage (its id), late (a reason, or all), week (its Monday), review, nobody, notes (an artist's
        id) or load (the same, or all). Refuses: 22023 for an unknown kind or a limit outside 1 to 100; P0002
        for outsiders."""
        return self.call("list_overview_tasks", {"p_studio_id": studio_id, "p_time_zone": time_zone, "p_list": list, "p_key": key, "p_project_id": project_id, "p_limit": limit, "p_after_due": after_due, "p_after_id": after_id}, reads=True)

    def search_studio(self, *, studio_id: str, query: str, limit: Optional[int] = None) -> List[Dict[str, Any]]:
        """The items, projects, spaces, people, comments and revisions of a studio that hold every word of
        p_query, in any order, whatever the case and accents; an asset also by its kind (vehicle truck), a
        revision by its item, stage and number (sh010 layout v3). Where nothing does, one slip in each longer
        word is forgiven, what has fewer of them first. An array of {kind, id, title, text, place, url,
        status_id, status_name, status_color, thumbnail_id, at, item_kind_id, item_kind_name}, the best of
        each kind first. Refuses: 22023 for more than 200 characters or a limit outside 1 to 50; P0002 for
        outsiders."""
        return cast("List[Dict[str, Any]]", self.call("search_studio", {"p_studio_id": studio_id, "p_query": query, "p_limit": limit}, reads=True))

    def delete_rows(self, *, table: str, keys: List[str], operation_id: Optional[str] = None) -> Dict[str, Any]:
        """Deletes rows of a table by their keys (the id, or the parts of a composite key joined by colons),
        with all that hangs under them, as far as the row rules let the caller. Answers {rev, deleted}; rev
        is null where all were gone already. restore_deleted takes it back. Refuses: 22023 unknown table or
        no keys; 23503 rows in use; 42501 rows the caller sees but may not delete."""
        return cast("Dict[str, Any]", self.call("delete_rows", {"p_table": table, "p_keys": keys, "p_operation_id": operation_id}))

    def insert_rows(self, *, table: str, rows: List[Dict[str, Any]], operation_id: Optional[str] = None) -> Dict[str, Any]:
        """Adds rows to a table, as far as the row rules let the caller; ones whose key is there stay as they
        are, and columns a row does not name take their default. Answers {rev}. A repeat adds nothing, also
        where somebody has deleted the rows since. Refuses: 22023 unknown table or no rows; 42703 unknown
        column."""
        return cast("Dict[str, Any]", self.call("insert_rows", {"p_table": table, "p_rows": rows, "p_operation_id": operation_id}))

    def restore_deleted(self, *, studio_id: str, rev: Optional[int] = None, operation_id: Optional[str] = None, deletion_id: Optional[str] = None) -> Dict[str, Any]:
        """Puts back what was deleted in a studio at a revision within 30 days, parents first, with the same ids
        and slugs: the caller's own deletions, anybody's for a role that may delete. Instead of the revision,
        p_deletion_id names the caller's operation that deleted. Answers {rev, restored, skipped: [{table,
        key, reason: parent_gone | taken}]}, at most 100 of a table. Refuses: 23503 what it belonged to is
        gone; 23505 its place is taken; P0002 nothing to restore."""
        return cast("Dict[str, Any]", self.call("restore_deleted", {"p_studio_id": studio_id, "p_rev": rev, "p_operation_id": operation_id, "p_deletion_id": deletion_id}))

    def run_once(self, *, procedure: str, args: Dict[str, Any], operation_id: Optional[str] = None, unchanged: Optional[Dict[str, Any]] = None) -> Dict[str, Any]:
        """Calls a procedure that writes under an operation id, with the caller's rights; with p_unchanged,
        {since, rows: {table: [id]}}, only where these rows are as they were at that revision. Answers
        {answer}: what the procedure answers; under a condition also since, which the next write of the same
        rows names. A repeat changes nothing, also where somebody has changed it since, and answers the same;
        P0409 where that holds a secret, which is shown once, a webhook's for ten minutes, or where a row is
        another. 22023 no such procedure or argument; else as the procedure. Refuses: 22023 no such procedure
        or argument; P0409 somebody has changed one of the rows, or it is done already and what it answered
        is shown once."""
        return cast("Dict[str, Any]", self.call("run_once", {"p_procedure": procedure, "p_args": args, "p_operation_id": operation_id, "p_unchanged": unchanged}))

    def set_order_ranks(self, *, table: str, ids: List[str], ranks: List[float], collection_ids: Optional[List[str]] = None, expected_ranks: Optional[List[float]] = None, expected_collection_ids: Optional[List[str]] = None, operation_id: Optional[str] = None) -> Dict[str, Any]:
        """Sets the ranks of collections, items, projects or spaces of a studio, one for each id, in one step;
        items may change their collection with it (null: stay). With expected ranks or collections, a row
        that has another one now stays as it is and is named in conflicts. Answers {rev, changed, conflicts:
        [id]}. Refuses: 22023 bad argument or a collection of another space; 42501 not allowed; P0002 none of
        the rows is there."""
        return cast("Dict[str, Any]", self.call("set_order_ranks", {"p_table": table, "p_ids": ids, "p_ranks": ranks, "p_collection_ids": collection_ids, "p_expected_ranks": expected_ranks, "p_expected_collection_ids": expected_collection_ids, "p_operation_id": operation_id}))

    def update_rows(self, *, table: str, changes: List[Dict[str, Any]], operation_id: Optional[str] = None) -> Dict[str, Any]:
        """Changes rows of a table, as far as the row rules let the caller. p_changes: [{key: {column: value},
        values: {…}, expected: {…}}]; a row is changed only where it has the expected values. All or nothing.
        Answers {rev}. A repeat changes nothing, also where somebody has changed the rows since. Refuses:
        22023 unknown table or no changes; 42501 one the caller may not change; 42703 unknown column; P0002 a
        row that is gone; P0409 one that somebody else has changed to something else than is wanted."""
        return cast("Dict[str, Any]", self.call("update_rows", {"p_table": table, "p_changes": changes, "p_operation_id": operation_id}))

    def check_scope(self, *, scope_kind: str, scope_id: str, from_: Optional[str] = None) -> Dict[str, Any]:
        """The sums of what the pull of a scope (studio, space, item, timeline, board, review) would bring at
        its present revision, by which a device finds that it keeps something else: {rev, tables: {items:
        {columns, count, sum}, …}}. Of a timeline from a day on where p_from says one. Refuses: 22023 for a
        kind there is not; P0002 as the pull."""
        return cast("Dict[str, Any]", self.call("check_scope", {"p_scope_kind": scope_kind, "p_scope_id": scope_id, "p_from": from_}, reads=True))

    def get_time(self) -> Any:
        """What time it is here, in milliseconds since 1970: the clock that everybody in a review session
        shares."""
        return self.call("get_time", {}, key=False)

    def pull_board(self, *, owner_id: str, since: Optional[int] = None) -> Dict[str, Any]:
        """The board of a project, space or item with what lies on it and its files, as columns: all for p_since
        0, else what changed after that revision and the keys of what went. Empty while nothing was laid on
        it. Refuses: P0002 for whoever may not open the project."""
        return cast("Dict[str, Any]", self.call("pull_board", {"p_owner_id": owner_id, "p_since": since}, reads=True))

    def pull_casting(self, *, project_id: str, since: Optional[int] = None) -> Dict[str, Any]:
        """What a project's items are made with, as columns: all for p_since 0, else what changed after that
        revision and the keys of what went. Refuses: P0002 for whoever may not open the project."""
        return cast("Dict[str, Any]", self.call("pull_casting", {"p_project_id": project_id, "p_since": since}, reads=True))

    def pull_item(self, *, item_id: str, since: Optional[int] = None) -> Dict[str, Any]:
        """Revisions, comments and files of an item's tasks as columns: all for p_since 0, else what changed
        after that revision. Refuses: P0002 'Item not found'."""
        return cast("Dict[str, Any]", self.call("pull_item", {"p_item_id": item_id, "p_since": since}, reads=True))

    def pull_review(self, *, session_id: str, since: Optional[int] = None) -> Dict[str, Any]:
        """The entries of a review session as columns: all for p_since 0, else what changed after that revision
        and the keys of what went. Refuses: P0002 for whoever may not open the project."""
        return cast("Dict[str, Any]", self.call("pull_review", {"p_session_id": session_id, "p_since": since}, reads=True))

    def pull_space(self, *, space_id: str, since: Optional[int] = None) -> Dict[str, Any]:
        """Collections, items, tasks, blocks and estimates of a space as columns: all for p_since 0, else what
        changed after that revision. Refuses: P0002 'Space not found'."""
        return cast("Dict[str, Any]", self.call("pull_space", {"p_space_id": space_id, "p_since": since}, reads=True))

    def pull_studio(self, *, studio_id: str, since: Optional[int] = None) -> Dict[str, Any]:
        """The studio's catalogue as columns (table → column → values): all of it for p_since 0, else the rows
        changed after that revision and the keys of deleted ones, with the revision to pull from next and
        what the caller may do. Refuses: P0002 for whoever is not an active member."""
        return cast("Dict[str, Any]", self.call("pull_studio", {"p_studio_id": studio_id, "p_since": since}, reads=True))

    def pull_timeline(self, *, studio_id: str, since: Optional[int] = None, from_: Optional[str] = None) -> Dict[str, Any]:
        """The blocks of a studio, the tasks they are about with the names on their bars, and days off, as
        columns: all for p_since 0, else what changed after that revision. With p_from, all is the tasks of
        which a block waits in the queue or ends after that day. Refuses: P0002 for whoever is not an active
        member."""
        return cast("Dict[str, Any]", self.call("pull_timeline", {"p_studio_id": studio_id, "p_since": since, "p_from": from_}, reads=True))

    def create_access_token(self, *, studio_id: str, name: str, days: Optional[int] = None, service_account_id: Optional[str] = None) -> Dict[str, Any]:
        """Makes a token that acts as the caller, or as a service account they manage, in this studio alone, for
        p_days (1 to 366): {id, token, name, expires_at}. The token is shown only now. Refuses: 22023 bad
        name or days; 42501 not allowed, also by a token; P0002 unknown studio or account."""
        return cast("Dict[str, Any]", self.call("create_access_token", {"p_studio_id": studio_id, "p_name": name, "p_days": days, "p_service_account_id": service_account_id}, key=False))

    def create_service_account(self, *, studio_id: str, name: str, role: Optional[str] = None) -> Dict[str, Any]:
        """Makes an account for programs, a member of this studio alone in a role below the caller's: {id, name,
        role}. It cannot sign in; its tokens act for it. Refuses: 22023 bad name or role; 42501 not allowed;
        P0002 unknown studio."""
        return cast("Dict[str, Any]", self.call("create_service_account", {"p_studio_id": studio_id, "p_name": name, "p_role": role}, key=False))

    def decide_device_sign_in(self, *, user_code: str, studio_id: str, is_approved: bool) -> bool:
        """Lets the machine with this code act as the caller in one studio, or turns it away. A code is decided
        once. Refuses: 429 after ten wrong codes in a minute; 22023 a wrong code; 42501 by a token; P0002
        unknown studio."""
        return cast("bool", self.call("decide_device_sign_in", {"p_user_code": user_code, "p_studio_id": studio_id, "p_is_approved": is_approved}, key=False))

    def delete_service_account(self, *, id: str) -> bool:
        """Ends a service account's tokens and its membership; what it posted keeps its name. Refuses: 42501 not
        allowed; P0002 unknown account."""
        return cast("bool", self.call("delete_service_account", {"p_id": id}, key=False))

    def describe_device_sign_in(self, *, user_code: str) -> Dict[str, Any]:
        """Which machine shows this code: {client_name, created_at, expires_at}. Refuses: 429 after ten wrong
        ones in a minute; 22023 for a wrong code."""
        return cast("Dict[str, Any]", self.call("describe_device_sign_in", {"p_user_code": user_code}, key=False))

    def list_access_tokens(self, *, studio_id: str) -> List[Dict[str, Any]]:
        """The caller's tokens in a studio, and everybody's for whoever may manage its users, the newest first.
        Never the tokens themselves: hint is their end."""
        return cast("List[Dict[str, Any]]", self.call("list_access_tokens", {"p_studio_id": studio_id}, reads=True, pages=True))

    def list_service_accounts(self, *, studio_id: str) -> List[Dict[str, Any]]:
        """A studio's service accounts by name with how many valid tokens each has. Empty for whoever may not
        manage its users."""
        return cast("List[Dict[str, Any]]", self.call("list_service_accounts", {"p_studio_id": studio_id}, reads=True, pages=True))

    def revoke_access_token(self, *, token_id: str) -> bool:
        """Ends a token and the sessions it was exchanged for at once; true, also on a repeat. One's own, or any
        of the studio for whoever may manage its users. Refuses: P0002 where there is none the caller may
        end."""
        return cast("bool", self.call("revoke_access_token", {"p_token_id": token_id}, key=False))

    def check_rls_status(self) -> List[Dict[str, Any]]:
        """For each table the API shows: whether row rules are on, how many there are, and which verbs the
        caller's database role has at all."""
        return cast("List[Dict[str, Any]]", self.call("check_rls_status", {}, reads=True, pages=True))

    def debug_collection_access(self, *, space_id: str) -> Dict[str, Any]:
        """Why the caller does or does not see a space's collections: {user_id, space_id, can_see_space,
        can_change, collection_count}. Says nothing of others."""
        return cast("Dict[str, Any]", self.call("debug_collection_access", {"p_space_id": space_id}, reads=True))

    def debug_current_user_context(self) -> Dict[str, Any]:
        """Whom the database takes the caller for: {user_id, role, email, is_super_admin, active_studio_id,
        studio_ids, project_count}."""
        return cast("Dict[str, Any]", self.call("debug_current_user_context", {}, reads=True))

    def debug_user_studio_access(self) -> List[Dict[str, Any]]:
        """The caller's own memberships: [{studio_id, studio_name, role, is_archived, project_count}]."""
        return cast("List[Dict[str, Any]]", self.call("debug_user_studio_access", {}, reads=True))

    def diagnose_user_roles(self, *, studio_id: str) -> Dict[str, Any]:
        """What the caller is in a studio: {user_id, studio_id, is_member, role, level, permissions,
        can_edit_roles}. Outsiders read that they are not a member."""
        return cast("Dict[str, Any]", self.call("diagnose_user_roles", {"p_studio_id": studio_id}, reads=True))

    def save_push_subscription(self, *, endpoint: str, p256dh: str, auth: str, label: Optional[str] = None) -> None:
        """Keeps the caller's browser as one to tell by web push, with the keys of RFC 8291 in base64url; the
        newest 20 of a person stay. Refuses: 22023 for anything else; 42501 for a token's session."""
        self.call("save_push_subscription", {"p_endpoint": endpoint, "p_p256dh": p256dh, "p_auth": auth, "p_label": label}, key=False)

    def has_media_worker(self) -> bool:
        """Whether a media worker asked for work in the last two minutes, and so what browsers do not play will
        be playable."""
        return cast("bool", self.call("has_media_worker", {}, reads=True))

    def retry_media_job(self, *, media_id: str) -> None:
        """Asks for another three tries at a file that no media worker could make pictures and a proxy of;
        nothing happens where none has failed. For roles with Comment that may open its project: P0002 for
        others."""
        self.call("retry_media_job", {"p_media_id": media_id}, key=False)
