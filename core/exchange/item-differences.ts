import { foldName } from '#core/lib/slug.ts'
import { isSameValue } from '#core/schema/field-values.ts'
import type { BuiltRow } from './built-row.ts'
import type { ItemValues } from './import-row.ts'

const columns = {
  description: 'description',
  frameIn: 'frame in',
  frameOut: 'frame out',
  handleIn: 'handle in',
  handleOut: 'handle out',
  frameRate: 'frame rate',
} as const

const reason = 'Rows of one item differ; the first was used.'

/** Notes, in a list of tasks, values of an item that differ from those of an earlier row of it. */
export function withDifferences(built: readonly BuiltRow[]): readonly BuiltRow[] {
  const met = new Map<string, ItemValues>()
  return built.map((each) => {
    const { row, episode, path, stage } = each
    if (stage === undefined) return each
    const place = [row.collection, episode, path, row.title, row.slug].map((part) => part && foldName(part))
    const key = JSON.stringify(place)
    const known = met.get(key)
    met.set(key, known === undefined ? row.item : joinItems(known, row.item))
    const differing = known === undefined ? [] : listDiffering(known, row.item)
    return differing.length === 0 ? each : { ...each, unused: [...each.unused, ...differing] }
  })
}

/** Joins the values of two rows of an item; the first's count. */
export function joinItems(first: ItemValues, next: ItemValues): ItemValues {
  const fields = { ...next.fields, ...first.fields }
  return { ...next, ...first, ...(Object.keys(fields).length > 0 && { fields }) }
}

function listDiffering(known: ItemValues, next: ItemValues): BuiltRow['unused'] {
  // The record's keys are fields of items.
  const names = Object.keys(columns) as (keyof typeof columns)[]
  const built = names.filter((name) => {
    const [one, other] = [known[name] ?? undefined, next[name] ?? undefined]
    return one !== undefined && other !== undefined && one !== other
  })
  const own = Object.entries(next.fields ?? {}).flatMap(([key, value]) => {
    const before = known.fields?.[key] ?? null
    return before === null || value === null || isSameValue(before, value) ? [] : [`field ${key}` as const]
  })
  return [...built.map((name) => columns[name]), ...own].map((column) => [column, reason] as const)
}
