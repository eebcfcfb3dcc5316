import { foldName } from '#core/lib/slug.ts'
import type { ImportRow } from './import-row.ts'
import { joinItems } from './item-differences.ts'

/** Merges rows about the same item, in lists of tasks and in castings. */
export function mergeRows(rows: readonly ImportRow[], isOfTasks: boolean): readonly ImportRow[] {
  return mergeCasts(isOfTasks ? mergeTasks(rows) : rows)
}

/** Merges a list of tasks into one row per item; the item's own row may come before its tasks or after. */
function mergeTasks(rows: readonly ImportRow[]): readonly ImportRow[] {
  const items = new Map<string, ImportRow>()
  for (const row of rows) {
    const key = JSON.stringify([row.collection && foldName(row.collection), row.title, row.slug])
    const known = items.get(key)
    const [[stage, values] = [undefined, {}]] = [...row.tasks]
    const comments = [...(known?.comments ?? []), ...(row.comments ?? [])]
    const unread = [...(known?.left ?? []), ...(row.left ?? [])]
    const all = { ...(comments.length > 0 && { comments }), ...(unread.length > 0 && { left: unread }) }
    if (known === undefined || row.title === undefined || (stage === undefined && isAboutItem(known)))
      items.set(known === undefined && row.title !== undefined ? key : `line ${row.line}`, row)
    else if (stage === undefined) items.set(key, { ...row, tasks: known.tasks, ...all })
    else if (known.tasks.has(stage))
      items.set(key, {
        ...known,
        ...all,
        item: joinItems(known.item, row.item),
        left: [...unread, `Line ${row.line} repeats its ${stage} task; the first one was used.`],
      })
    else {
      // It may be one unreadable line of many.
      const problem = known.problem ?? (row.problem && `Line ${row.line}: ${row.problem}`)
      items.set(key, {
        ...known,
        ...all,
        item: joinItems(known.item, row.item),
        tasks: new Map([...known.tasks, [stage, values]]),
        ...(problem && { problem }),
      })
    }
  }
  return [...items.values()]
}

/** Tells whether a row is about the item itself, not only about a task. */
function isAboutItem({ tasks, item, externalIds }: ImportRow): boolean {
  return tasks.size === 0 || Object.keys(item).length > 0 || Object.keys(externalIds).length > 0
}

/** Merges the rows of a casting into one per item. */
function mergeCasts(rows: readonly ImportRow[]): readonly ImportRow[] {
  const items = new Map<string, ImportRow>()
  for (const row of rows) {
    const { collection, title, slug, isCastOnly, casts = [] } = row
    const key =
      isCastOnly === true ? JSON.stringify([collection && foldName(collection), title, slug]) : `line ${row.line}`
    const known = items.get(key)
    const [cell, more] = [known?.casts?.[0], casts[0]]
    if (known === undefined || cell === undefined || more === undefined) items.set(key, row)
    else {
      const problem = known.problem ?? row.problem
      const names = [...cell.names, ...more.names]
      items.set(key, { ...known, casts: [{ ...cell, names }], ...(problem !== undefined && { problem }) })
    }
  }
  return [...items.values()]
}
