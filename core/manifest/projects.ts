import { by, defineProcedures, id, list, maybe, object, orNull, text, whole, yes } from './define.ts'

/** Projects and their spaces. */
export const projects = defineProcedures({
  delete_project_cascade: {
    says: 'Deletes a project with its spaces, items, tasks, revisions, comments, boards and file rows. Returns {deleted, rev}; deleted is false if there is no such project that the caller may open. A repeat changes nothing, even if the project was restored since, and returns the same.',
    args: { p_project_id: id, p_operation_id: maybe(id) },
    returns: object({ deleted: yes, rev: whole }),
    permissions: ['delete'],
    errors: { '42501': 'the role may not delete' },
  },
  get_space_counts: {
    says: 'Counts the items and tasks of each space of a studio that the caller may open: the number of items, and {status_id: how many tasks have it}. Disabled tasks and omitted items do not count. Empty for non-members.',
    args: { p_studio_id: id },
    returns: list(object({ space_id: id, item_count: whole, task_counts: by(whole) })),
    reads: true,
    isPaged: true,
    isTool: true,
  },
  get_project_tree: {
    says: 'Lists the collections of a project that the caller may open, in their order: the episode of each, how many items it has and how many of them are shots, {status_id: how many of their tasks have it}, and the items in it that stand for sequences and episodes, [{id, slug, title, type}], which are not counted. Disabled tasks and omitted items do not count. Empty if the caller may not open the project.',
    args: { p_project_id: id },
    returns: list(
      object({
        space_id: id,
        collection_id: id,
        name: text,
        episode: orNull(text),
        item_count: whole,
        shot_count: whole,
        task_counts: by(whole),
        heads: list(object({ id, slug: text, title: text, type: text })),
      }),
    ),
    reads: true,
    isPaged: true,
  },
})
