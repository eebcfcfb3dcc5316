import * as v from 'valibot'
import { defineMutator, toMutation, type Mutator, type Plan } from '#core/change/define-mutator.ts'
import { id } from '#core/change/shapes.ts'
import type { RowReader } from '#core/change/transaction.ts'
import { AppError } from '#core/lib/errors.ts'
import type { ItemId, ProjectId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import { linkKey, linkKinds, type LinkKind } from '#core/schema/item-links.ts'
import { newRow } from '#core/schema/tables.ts'

/** How many of a thing an item is made with, and its label; 0 for none. */
export type LinkState = { readonly count: number; readonly label: string }

/** A link's new state; with `expected`, a link that differs from it stays as it is. */
export type LinkChange = LinkState & {
  readonly fromItemId: ItemId
  readonly toItemId: ItemId
  readonly kind: LinkKind
  readonly expected?: LinkState | undefined
}

type SetItemLinks = {
  readonly projectId: ProjectId
  readonly changes: readonly LinkChange[]
  readonly label?: string | undefined
}

const state = { count: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(9999)), label: v.string() }

/** Sets what items are made with; undo leaves alone what somebody else has set since. */
export const setItemLinks: Mutator<'set-item-links', SetItemLinks> = defineMutator({
  kind: 'set-item-links',
  args: v.object({
    projectId: id<ProjectId>(),
    changes: v.array(
      v.object({
        fromItemId: id<ItemId>(),
        toItemId: id<ItemId>(),
        kind: v.picklist(linkKinds),
        ...state,
        expected: v.optional(v.object(state)),
      }),
    ),
    label: v.optional(v.string()),
  }) as v.GenericSchema<unknown, SetItemLinks>,
  label: ({ label, changes }) =>
    label ?? (changes.length === 1 ? 'Change the cast' : `Change ${changes.length} of the cast`),
  about: ({ changes }) => changes.map(({ fromItemId }) => fromItemId),
  plan(rows, args): Plan<SetItemLinks> {
    let conflictCount = 0
    const changes = args.changes.filter((change) => {
      const present = stateOf(rows, change)
      if (isSame(present, change)) return false
      if (isAsExpected(present, change)) return true
      conflictCount += 1
      return false
    })
    if (changes.length === 0) return { refusal: conflictCount > 0 ? 'changed-by-someone-else' : 'not-found' }
    return { args: { ...args, changes }, changedCount: changes.length, conflictCount }
  },
  apply(tx, { projectId, changes }) {
    if (tx.isServer) refuseUnknown(tx, changes)
    for (const change of changes) {
      const present = stateOf(tx, change)
      if (isSame(present, change) || !isAsExpected(present, change)) continue
      const { fromItemId, toItemId, kind, count, label } = change
      if (count === 0) tx.remove('item_links', [linkKey(change)])
      else if (present.count > 0) tx.set({ table: 'item_links' }, [linkKey(change)], { count, label })
      else {
        const row = newRow('item_links', { fromItemId, toItemId, kind, count, label })
        tx.add(`casting:${projectId}`, 'item_links', [row])
      }
    }
  },
  invert: (rows, { projectId, changes, label }) => [
    toMutation(setItemLinks, {
      projectId,
      label,
      changes: changes.map(({ fromItemId, toItemId, kind, ...set }) => {
        const expected = { count: set.count, label: set.count === 0 ? '' : set.label }
        return { fromItemId, toItemId, kind, ...stateOf(rows, { fromItemId, toItemId, kind }), expected }
      }),
    }),
  ],
  send: ({ changes }) => ({
    procedure: 'set_item_links',
    args: {
      p_changes: changes.map(({ fromItemId, toItemId, kind, count, label, expected }) => ({
        from_item_id: fromItemId,
        to_item_id: toItemId,
        kind,
        count,
        label,
        ...(expected !== undefined && { expected }),
      })),
    },
    // The returned rows show what was left alone.
    readSkipped: () => [],
  }),
})

type LinkName = Pick<LinkChange, 'fromItemId' | 'toItemId' | 'kind'>

function stateOf(rows: RowReader, link: LinkName): LinkState {
  const row = rows.find('item_links', linkKey(link))
  return row === undefined ? { count: 0, label: '' } : { count: row.count, label: row.label }
}

/** Labels do not matter where the count is zero. */
function isSame(one: LinkState, other: LinkState): boolean {
  return one.count === other.count && (one.count === 0 || one.label === other.label)
}

function isAsExpected(present: LinkState, { expected }: LinkChange): boolean {
  return expected === undefined || isSame(present, expected)
}

function refuseUnknown(rows: RowReader, changes: readonly LinkChange[]): void {
  const isKnown = (itemId: ItemId): boolean => rows.find('items', itemId) !== undefined
  const isEveryKnown = changes.every(
    ({ fromItemId, toItemId, count }) => count === 0 || (isKnown(fromItemId) && isKnown(toItemId)),
  )
  if (!isEveryKnown || !changes.some(({ fromItemId }) => isKnown(fromItemId))) {
    throw new AppError('not-found', messages['not-found'])
  }
}
