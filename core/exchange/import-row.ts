import type { FieldChanges } from '#core/schema/field-values.ts'
import type { LinkKind } from '#core/schema/item-links.ts'
import type { ItemFlags } from '#core/schema/item-flags.ts'
import type { ItemFrames, ItemType } from '#core/schema/items.ts'
import type { CalendarDate } from '#core/lib/calendar-date.ts'
import type { WrittenMoment } from './read-day.ts'

/** An item's values in a file: an absent field stays as it is, `null` clears it. */
export type ItemValues = Partial<ItemFlags> & {
  readonly description?: string
  readonly itemType?: ItemType
  /** The studio's own fields that the file has values for. */
  readonly fields?: FieldChanges
} & { readonly [Field in keyof ItemFrames]?: NonNullable<ItemFrames[Field]> | null }

/** A task's values in a file, with names as written. */
export type TaskValues = {
  readonly status?: string
  readonly assignee?: string | null
  readonly dueDate?: CalendarDate | null
  readonly estimatedHours?: number | null
  readonly priority?: number
  readonly isDisabled?: boolean
  /** The studio's own fields that the file has values for. */
  readonly fields?: FieldChanges
}

/** An item named in a cast; at least one of it if `count` is absent. `type` may tell apart items of one name. */
export type CastName = {
  readonly name: string
  readonly count: number | undefined
  readonly label?: string | undefined
  readonly type?: string | undefined
}

/** A cell that lists an item's cast or, with `isUse`, the items it is used in. With `isWhole` the list is complete. */
export type CastCell = {
  readonly kind: LinkKind
  readonly names: readonly CastName[]
  readonly isWhole: boolean
  readonly isUse: boolean
}

/** A comment as read from a file. */
export type ImportComment = {
  readonly line: number
  /** Stages of the tasks it is about, as the file names them; empty if it names none. */
  readonly stages: readonly string[]
  readonly author: string | undefined
  readonly moment: WrittenMoment | undefined
  readonly text: string
  /** Identifies the comment across files: its id in the other system, else a key made from its contents. */
  readonly key: string
}

/** An item as read from a file. */
export type ImportRow = {
  readonly line: number
  readonly collection: string | undefined
  /** Which of the collections with that name, from 1; the first if absent. */
  readonly collectionNumber?: number | undefined
  /** The episode of its collection, if that is created. */
  readonly collectionEpisode?: string | undefined
  /** Whether its collection comes from another line; an existing item in another collection then stays there. */
  readonly isPlacedByOthers?: boolean
  /** Absent in a line that names only a collection. */
  readonly title: string | undefined
  readonly slug: string | undefined
  /** Its kind, as the file names it. */
  readonly kindName?: string | undefined
  readonly item: ItemValues
  readonly externalIds: Readonly<Record<string, string>>
  /** The values of its tasks, by the catalogue's name of the stage; other tasks stay as they are. */
  readonly tasks: ReadonlyMap<string, TaskValues>
  /** Whether a new item gets only these `tasks`; otherwise it gets one in every stage of its space. */
  readonly isListOfTasks?: boolean
  /** Its cast, and where it is used. */
  readonly casts?: readonly CastCell[]
  /** Whether the row has nothing but a cast; a missing item is then not created. */
  readonly isCastOnly?: boolean
  /** Comments on its tasks. */
  readonly comments?: readonly ImportComment[]
  /** Other names of what a comment is about, such as versions or sequences; such a row contains nothing else. */
  readonly commentLinks?: readonly string[]
  /** Why the row cannot be imported, if reading it has shown that. */
  readonly problem?: string | undefined
  /** Contents of the row that are not used, in sentences. */
  readonly left?: readonly string[]
  /** Whether any cell says more than where the item is. */
  readonly hasMore?: boolean
}

/**
 * Something in a file that is not used, and why: a row, a column (with the number of rows if not all), or another part,
 * such as a sheet of a workbook or a track of a cut.
 */
export type LeftOut = { readonly reason: string } & (
  | { readonly column: string; readonly rows?: number }
  | { readonly line: number }
  | { readonly part: string }
)
