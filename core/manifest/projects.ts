import { by, defineProcedures, id, list, maybe, object, orNull, text, whole, yes } from './define.ts'

/** Projects and their spaces. */
export const projects = defineProcedures({
  delete_project_cascade: {
    says: 'Deletes a project with its spaces, items, tasks, revisions, comments, boards and file rows. Answers {deleted, rev}; deleted is false where there is none the caller may open. A repeat changes nothing, also where the project was restored since, and answers the same.',
    args: { p_project_id: id, p_operation_id: maybe(id) },
    returns: object({ deleted: yes, rev: whole }),
    permissions: ['delete'],
    errors: { '42501': 'for a role that may not delete' },
  },
  get_space_counts: {
    says: 'For each space of a studio that the caller may open: how many items it has, and {status_id: how many tasks have it}. Disabled tasks and omitted items do not count. Empty for anybody else.',
    args: { p_studio_id: id },
    returns: list(object({ space_id: id, item_count: whole, task_counts: by(whole) })),
    reads: true,
    isPaged: true,
    isTool: true,
  },
  get_project_tree: {
    says: 'For each collection of a project that the caller may open, in their order: the episode it is of, how many items it has and how many of them are shots, {status_id: how many of their tasks have it}, and the items in it that stand for sequences and episodes, [{id, slug, title, type}], which count nowhere. Disabled tasks and omitted items do not count. Empty for anybody else.',
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
