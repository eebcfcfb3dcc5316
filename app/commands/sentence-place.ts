import type { SpaceReplica } from '#core/items/space-replica.ts'
import type { Task } from '#core/schema/item-tasks.ts'

/** A task and the open space it is in. */
export type SelectedTask = { readonly space: SpaceReplica; readonly task: Task }

/** What a sentence typed in the palette applies to when it names nothing. */
export type SentencePlace = {
  /** The space on screen; a page of a whole project has none. */
  readonly space?: SpaceReplica
  /** The selected tasks, disabled ones included; empty if there are none. */
  readonly getSelected: () => readonly SelectedTask[]
  /** A name for the selection, used instead of its count. */
  readonly getLabel?: () => string | undefined
}

let places: readonly SentencePlace[] = []

/** The person's current place: the topmost screen or dialog that shows a space's tasks. */
export const sentencePlace = {
  find: (): SentencePlace | undefined => places.at(-1),
  /** Adds a place until the returned function is called. */
  enter: (place: SentencePlace): (() => void) => {
    places = [...places, place]
    return () => {
      places = places.filter((other) => other !== place)
    }
  },
} as const
