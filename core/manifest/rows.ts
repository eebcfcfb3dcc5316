import { by, defineProcedures, id, json, list, maybe, number, object, oneOf, orNull, text, whole } from './define.ts'

/** Rows of any table, as far as the row rules allow. */
export const rows = defineProcedures({
  delete_rows: {
    says: 'Deletes rows of a table by their keys (the id, or the parts of a composite key joined by colons), with everything below them, as far as the row rules allow. Returns {rev, deleted}; rev is null if all were gone already. restore_deleted undoes it.',
    args: { p_table: text, p_keys: list(text), p_operation_id: maybe(id) },
    returns: object({ rev: orNull(whole), deleted: whole }),
    errors: {
      '22023': 'unknown table or no keys',
      '23503': 'rows in use',
      '42501': 'rows the caller sees but may not delete',
    },
  },
  insert_rows: {
    says: 'Adds rows to a table, as far as the row rules allow; rows whose key exists stay as they are, and columns a row does not name take their default. Returns {rev}. A repeat adds nothing, even if somebody has deleted the rows since.',
    args: { p_table: text, p_rows: list(by(json)), p_operation_id: maybe(id) },
    returns: object({ rev: orNull(whole) }),
    errors: { '22023': 'unknown table or no rows', '42703': 'unknown column' },
  },
  restore_deleted: {
    says: "Restores what was deleted in a studio at a revision within 30 days, parents first, with the same ids and slugs: the caller's own deletions, anyone's for a role that may delete. Instead of the revision, p_deletion_id names the caller's operation that deleted. Returns {rev, restored, skipped: [{table, key, reason: parent_gone | taken}]}, at most 100 of a table.",
    args: { p_studio_id: id, p_rev: maybe(whole), p_operation_id: maybe(id), p_deletion_id: maybe(id) },
    returns: object({
      rev: whole,
      restored: whole,
      skipped: list(object({ table: text, key: text, reason: oneOf('parent_gone', 'taken') })),
    }),
    permissions: ['delete', 'view_all_projects'],
    errors: { '23503': 'its parent is gone', '23505': 'its place is taken', P0002: 'nothing to restore' },
  },
  run_once: {
    says: "Calls a procedure that writes under an operation id, with the caller's rights; with p_unchanged, {since, rows: {table: [id]}}, only if these rows are unchanged since that revision. Returns {answer}: what the procedure returns; with p_unchanged also since, which the next write of the same rows names. A repeat changes nothing, even if somebody has changed it since, and returns the same; P0409 if that holds a secret, which is shown once, a webhook's for ten minutes, or if a row has changed. 22023 no such procedure or argument; otherwise as the procedure.",
    args: {
      p_procedure: text,
      p_args: by(json),
      p_operation_id: maybe(id),
      p_unchanged: maybe(object({ since: whole, rows: by(list(id)) })),
    },
    returns: object({ answer: json, since: maybe(whole) }),
    errors: {
      '22023': 'no such procedure or argument',
      P0409:
        'somebody has changed one of the rows, or the call was carried out already and its result is shown only once',
    },
  },
  set_order_ranks: {
    says: 'Sets the ranks of collections, items, projects or spaces of a studio, one for each id, in one step; items may change their collection with it (null: stay). With expected ranks or collections, a row whose current one differs is left unchanged and listed in conflicts. Returns {rev, changed, conflicts: [id]}.',
    args: {
      p_table: text,
      p_ids: list(id),
      p_ranks: list(number),
      p_collection_ids: maybe(list(id)),
      p_expected_ranks: maybe(list(number)),
      p_expected_collection_ids: maybe(list(id)),
      p_operation_id: maybe(id),
    },
    returns: object({ rev: whole, changed: whole, conflicts: list(id) }),
    permissions: ['create'],
    errors: {
      '22023': 'bad argument or a collection of another space',
      '42501': 'not allowed',
      P0002: 'none of the rows exists',
    },
  },
  update_rows: {
    says: 'Changes rows of a table, as far as the row rules allow. p_changes: [{key: {column: value}, values: {…}, expected: {…}}]; a row is changed only if it has the expected values. All or nothing. Returns {rev}. A repeat changes nothing, even if somebody has changed the rows since.',
    args: {
      p_table: text,
      p_changes: list(object({ key: by(json), values: by(json), expected: maybe(by(json)) })),
      p_operation_id: maybe(id),
    },
    returns: object({ rev: orNull(whole) }),
    errors: {
      '22023': 'unknown table or no changes',
      '42501': 'a row the caller may not change',
      '42703': 'unknown column',
      P0002: 'a deleted row',
      P0409: 'a row that somebody else has changed to a different value',
    },
  },
})
