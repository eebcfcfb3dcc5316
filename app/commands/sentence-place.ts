import type { SpaceReplica } from '#core/items/space-replica.ts'
import type { Task } from '#core/schema/item-tasks.ts'

/** What a sentence typed in the palette is about where it names nothing. */
export type SentencePlace = {
  readonly space: SpaceReplica
  /** The tasks that are selected, disabled ones too; none where nothing is. */
  readonly getSelected: () => readonly Task[]
  /** What they are called, where that is not their number. */
  readonly getLabel?: () => string | undefined
}

let places: readonly SentencePlace[] = []

/** Where somebody is: the topmost screen or dialog that shows a space's tasks. */
export const sentencePlace = {
  find: (): SentencePlace | undefined => places.at(-1),
  /** Says so until the answer is called. */
  enter: (place: SentencePlace): (() => void) => {
    places = [...places, place]
    return () => {
      places = places.filter((other) => other !== place)
    }
  },
} as const
