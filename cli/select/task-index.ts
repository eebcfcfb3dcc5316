import { foldName } from '#core/lib/slug.ts'
import type { TaskRecord } from './task-record.ts'
import type { TaskTarget } from './task-target.ts'

/** Returns a function that finds a target's tasks, in record order, without a full scan if it names a single thing. */
export function makeTaskIndex(records: readonly TaskRecord[]): (target: TaskTarget) => readonly TaskRecord[] {
  let byItem: ReadonlyMap<string, readonly TaskRecord[]> | undefined
  return ({ matches, isPlain, item }) => {
    const near = isPlain ? (byItem ??= tabulate(records)).get(item)?.filter(matches) : undefined
    return near === undefined || near.length === 0 ? records.filter(matches) : near
  }
}

/** Indexes records by what a target may end with: ids and item names. */
function tabulate(records: readonly TaskRecord[]): ReadonlyMap<string, readonly TaskRecord[]> {
  const found = new Map<string, TaskRecord[]>()
  for (const record of records) {
    const { id, itemId } = record.task
    const names = record.names.item.flatMap(({ name, slug = '' }) => [name, slug, foldName(name)])
    for (const key of new Set([id, itemId, ...names.map((name) => name.toLowerCase())])) {
      const there = found.get(key)
      if (there === undefined) found.set(key, [record])
      else there.push(record)
    }
  }
  return found
}
