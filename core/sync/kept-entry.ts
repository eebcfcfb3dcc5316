import * as v from 'valibot'
import { id, text } from '#core/change/shapes.ts'
import { unreadableChange } from '#core/change/unreadable-change.ts'
import type { StudioId } from '#core/lib/ids.ts'
import { tableNames } from '#core/schema/tables.ts'
import { mutationShape } from './mutators.ts'
import type { KeptEntry, OutboxEntry } from './ports.ts'

const place = { scope: text, table: v.picklist(tableNames) }
const object = v.record(text, v.unknown())
const patchShape = v.variant('kind', [
  v.object({ kind: v.literal('set'), ...place, keys: v.array(text), fields: object }),
  v.object({ kind: v.literal('add'), ...place, rows: v.array(object) }),
  v.object({ kind: v.literal('remove'), ...place, keys: v.array(text) }),
])

const entryShape = v.object({
  order: v.number(),
  studioId: id<StudioId>(),
  label: text,
  mutation: mutationShape,
  patches: v.array(patchShape),
  about: v.array(text),
  state: v.picklist(['pending', 'sent', 'refused']),
  createdAt: v.number(),
})

/**
 * Reads a stored write. One that is malformed, written by another version or by hand, is set aside as refused, with its
 * name. Undefined if the server already has it: nothing is left to do.
 */
export function readEntry(kept: KeptEntry): OutboxEntry | undefined {
  // The shape check proves it.
  if (v.is(entryShape, kept)) return kept as unknown as OutboxEntry
  if (kept.state === 'sent') return undefined
  const label = typeof kept.label === 'string' ? kept.label : 'A change'
  const name = findName(kept.patches)
  const { code, message } = unreadableChange(name === undefined ? label : `${label}: ${name}`)
  return {
    id: kept.id,
    order: typeof kept.order === 'number' ? kept.order : 0,
    // Refused writes can be shown and dismissed, but are never sent or applied to rows.
    ...({ studioId: kept.studioId, mutation: kept.mutation } as Pick<OutboxEntry, 'studioId' | 'mutation'>),
    label,
    patches: [],
    about: [],
    state: 'refused',
    createdAt: typeof kept.createdAt === 'number' ? kept.createdAt : 0,
    error: { code, message },
  }
}

/** Finds a name for a write's rows, if its patches contain one. */
function findName(patches: unknown): string | undefined {
  if (!v.is(v.array(patchShape), patches)) return undefined
  const rows = patches.flatMap((patch) =>
    patch.kind === 'set' ? [patch.fields] : patch.kind === 'add' ? patch.rows : [],
  )
  return rows.flatMap(({ title, name, content }) => [title, name, content]).find((called) => v.is(text, called))
}
