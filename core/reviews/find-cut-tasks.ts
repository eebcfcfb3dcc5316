import type { ImportRow } from '#core/exchange/import-row.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import { foldName } from '#core/lib/slug.ts'
import type { ItemRow } from '#core/schema/items.ts'
import type { StageRow } from '#core/schema/stages.ts'
import { mostHandleFrames, type ReviewedTask } from './start-review.ts'

/** A shot of a cut that a session cannot include, and why. */
export type LeftOutShot = { readonly line: number; readonly name: string; readonly why: string }

type InSpaces = { readonly spaces: readonly SpaceReplica[]; readonly stage: Pick<StageRow, 'id' | 'name'> }
type Placed = { readonly item: ItemRow; readonly space: SpaceReplica; readonly collection: string }

/**
 * Finds a stage's tasks for the shots of a cut, in its order and with its ranges. Shots are matched by name or slug
 * and, if there are several, by the cut's collection; those not found are returned with the reason.
 */
export function findCutTasks(
  rows: readonly ImportRow[],
  { spaces, stage }: InSpaces,
): { readonly tasks: readonly ReviewedTask[]; readonly left: readonly LeftOutShot[] } {
  const index = indexItems(spaces)
  const tasks: ReviewedTask[] = []
  const left: LeftOutShot[] = []
  for (const row of rows) {
    const { line, title: name = '' } = row
    if (row.title === undefined) continue
    const found = row.problem ?? findShot(row, index)
    if (typeof found === 'string') {
      left.push({ line, name, why: found })
      continue
    }
    const { item, space } = found
    const task = space.replica.getUnder('item_tasks', item.id).find(({ stageId }) => stageId === stage.id)
    if (task === undefined) left.push({ line, name, why: `it has no task in ${stage.name}` })
    else if (task.isDisabled) left.push({ line, name, why: `its task in ${stage.name} is disabled` })
    else tasks.push({ taskId: task.id, itemId: item.id, spaceId: space.spaceId, ...rangeOf(row) })
  }
  return { tasks, left }
}

function indexItems(spaces: readonly SpaceReplica[]): ReadonlyMap<string, readonly Placed[]> {
  const index = new Map<string, Placed[]>()
  for (const space of spaces) {
    for (const { id, name: collection } of space.getCollections()) {
      for (const item of space.getItems(id)) {
        for (const name of new Set([foldName(item.title), foldName(item.slug)])) {
          index.set(name, [...(index.get(name) ?? []), { item, space, collection }])
        }
      }
    }
  }
  return index
}

function findShot(row: ImportRow, index: ReadonlyMap<string, readonly Placed[]>): Placed | string {
  const named = index.get(foldName(row.title ?? '')) ?? []
  const { collection } = row
  const inCollection =
    collection === undefined ? [] : named.filter((placed) => foldName(placed.collection) === foldName(collection))
  const [first, second] = inCollection.length > 0 ? inCollection : named
  if (first === undefined) return 'there is no such shot'
  return second === undefined ? first : 'several shots have this name'
}

/** Returns a shot's range in the cut, within a session's limits. */
function rangeOf({ item }: ImportRow): Partial<ReviewedTask> {
  const { frameIn, frameOut, handleIn, handleOut } = item
  if (typeof frameIn !== 'number' || typeof frameOut !== 'number') return {}
  return {
    cutIn: frameIn,
    cutOut: frameOut,
    ...(typeof handleIn === 'number' && { handleIn: Math.min(handleIn, mostHandleFrames) }),
    ...(typeof handleOut === 'number' && { handleOut: Math.min(handleOut, mostHandleFrames) }),
  }
}

/** Describes the shots left out, in one sentence. */
export function describeLeftOut(left: readonly LeftOutShot[]): string | undefined {
  const shown = left.slice(0, 5).map(({ name, line, why }) => `${name} (line ${line}): ${why.replace(/\.$/, '')}`)
  if (left.length === 0) return undefined
  const more = left.length > shown.length ? ` and ${left.length - shown.length} more` : ''
  return `${left.length} of the cut left out: ${shown.join('; ')}${more}.`
}
