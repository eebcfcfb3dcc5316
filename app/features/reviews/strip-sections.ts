import { groupBy } from '#core/lib/collections.ts'
import type { CollectionId } from '#core/lib/ids.ts'
import { countJudged, type RoomEntry } from './room-model.ts'

/** Tasks of one sequence that follow each other in a session. */
export type StripSection = {
  /** Of its first entry: a sequence may come again further on. */
  readonly id: string
  readonly sequenceId: CollectionId | undefined
  readonly name: string | undefined
  /** Which place in the session its first task has. */
  readonly first: number
  readonly entries: readonly RoomEntry[]
  readonly judged: number
}

/** A session's tasks, split where the sequence changes. */
export function splitBySequence(entries: readonly RoomEntry[]): readonly StripSection[] {
  const starts = entries.flatMap((entry, at) =>
    at === 0 || entry.sequence?.id !== entries[at - 1]?.sequence?.id ? [at] : [],
  )
  return starts.flatMap((first, index) => {
    const own = entries.slice(first, starts[index + 1])
    const [head] = own
    if (head === undefined) return []
    const { sequence, entry } = head
    return [
      { id: entry.id, sequenceId: sequence?.id, name: sequence?.name, first, entries: own, judged: countJudged(own) },
    ]
  })
}

/** The tasks with those of each sequence together, the sequences as they come first now. */
export function gatherBySequence(entries: readonly RoomEntry[]): readonly RoomEntry[] {
  return [...groupBy(entries, ({ sequence }) => sequence?.id).values()].flat()
}
