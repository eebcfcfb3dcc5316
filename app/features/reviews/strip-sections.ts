import { groupBy } from '#core/lib/collections.ts'
import type { CollectionId } from '#core/lib/ids.ts'
import { countJudged, type RoomEntry } from './room-model.ts'

/** Consecutive tasks of one sequence in a session. */
export type StripSection = {
  /** The id of its first entry, since a sequence may occur again further on. */
  readonly id: string
  readonly sequenceId: CollectionId | undefined
  readonly name: string | undefined
  /** The index of its first task in the session. */
  readonly first: number
  readonly entries: readonly RoomEntry[]
  readonly judged: number
}

/** Splits a session's tasks where the sequence changes. */
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

/** Puts the tasks of each sequence together, the sequences in the order in which they first occur. */
export function gatherBySequence(entries: readonly RoomEntry[]): readonly RoomEntry[] {
  return [...groupBy(entries, ({ sequence }) => sequence?.id).values()].flat()
}
