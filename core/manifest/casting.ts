import { defineProcedures, id, json, maybe } from './define.ts'

/** Casting: what items are made with. */
export const casting = defineProcedures({
  set_item_links: {
    says: 'Sets what items are made with: [{from_item_id, to_item_id, kind: cast | instance | reference, count, label, expected?: {count, label}}]; a count of 0 removes the link. A link that no longer matches its expected values is left unchanged. Returns {rev, changed, skipped: [{from_item_id, to_item_id, kind, reason: conflict}]}.',
    args: { p_changes: json, p_operation_id: maybe(id) },
    returns: json,
    errors: { '22023': 'bad argument', P0002: 'an unknown item or one of another project', '42501': 'not allowed' },
  },
})
