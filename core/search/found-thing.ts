import type { EpochMs } from '#core/lib/calendar-date.ts'
import type { ItemKindId, MediaId, StatusId } from '#core/lib/ids.ts'

/** The kinds of things that server search finds. */
export const foundKinds = ['item', 'project', 'space', 'person', 'comment', 'revision'] as const

/** A search result: something in the studio found by its name or its text. */
export type FoundThing = {
  readonly kind: (typeof foundKinds)[number]
  readonly id: string
  /** Its name, or the beginning of its text. */
  readonly title: string
  readonly text: string
  /** Where it is, in words; empty for a project or a person. */
  readonly place: string
  /** Its address in the app. */
  readonly url: string
  /** The status of the task, or of an item's most recently changed task. */
  readonly statusId: StatusId | undefined
  readonly thumbnailId: MediaId | undefined
  /** The kind of an item. */
  readonly itemKindId: ItemKindId | undefined
  /** When it was created or last changed. */
  readonly at: EpochMs
}
