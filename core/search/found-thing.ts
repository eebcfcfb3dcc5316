import type { EpochMs } from '#core/lib/calendar-date.ts'
import type { ItemKindId, MediaId, StatusId } from '#core/lib/ids.ts'

/** What the server finds in a studio. */
export const foundKinds = ['item', 'project', 'space', 'person', 'comment', 'revision'] as const

/** Something of a studio that was found by its name or by what was written. */
export type FoundThing = {
  readonly kind: (typeof foundKinds)[number]
  readonly id: string
  /** Its name, or the beginning of what was written. */
  readonly title: string
  readonly text: string
  /** Where it is, in words; empty for a project or a person. */
  readonly place: string
  /** The app's own address of it. */
  readonly url: string
  /** Of the task, or of an item's task that changed last. */
  readonly statusId: StatusId | undefined
  readonly thumbnailId: MediaId | undefined
  /** Of an item, which of the studio's kinds it is. */
  readonly itemKindId: ItemKindId | undefined
  /** When it was made or changed last. */
  readonly at: EpochMs
}
