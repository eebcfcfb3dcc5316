import type { FieldChanges } from '#core/schema/field-values.ts'
import type { LinkKind } from '#core/schema/item-links.ts'
import type { ItemFlags } from '#core/schema/item-flags.ts'
import type { ItemFrames, ItemType } from '#core/schema/items.ts'
import type { CalendarDate } from '#core/lib/calendar-date.ts'
import type { WrittenMoment } from './read-day.ts'

/** What a file says of an item: a field that is absent stays as it is, `null` takes its value away. */
export type ItemValues = Partial<ItemFlags> & {
  readonly description?: string
  readonly itemType?: ItemType
  /** Of the studio's own fields, those the file says something of. */
  readonly fields?: FieldChanges
} & { readonly [Field in keyof ItemFrames]?: NonNullable<ItemFrames[Field]> | null }

/** What a file says of a task, names as they stand in it. */
export type TaskValues = {
  readonly status?: string
  readonly assignee?: string | null
  readonly dueDate?: CalendarDate | null
  readonly estimatedHours?: number | null
  readonly priority?: number
  readonly isDisabled?: boolean
  /** Of the studio's own fields, those the file says something of. */
  readonly fields?: FieldChanges
}

/** An item that a cell names, and how many of it, one at least where that is absent; a type may tell it from others of the name. */
export type CastName = {
  readonly name: string
  readonly count: number | undefined
  readonly label?: string | undefined
  readonly type?: string | undefined
}

/** A cell that says what an item is made with, or with `isUse` where it is used; with `isWhole` it says all of it. */
export type CastCell = {
  readonly kind: LinkKind
  readonly names: readonly CastName[]
  readonly isWhole: boolean
  readonly isUse: boolean
}

/** A comment as a file tells it. */
export type ImportComment = {
  readonly line: number
  /** The stages of the tasks it is about, as the file calls them; none where it does not say. */
  readonly stages: readonly string[]
  readonly author: string | undefined
  readonly moment: WrittenMoment | undefined
  readonly text: string
  /** The same for the same comment of another file: its id elsewhere, else made of what it says. */
  readonly key: string
}

/** An item as a file describes it. */
export type ImportRow = {
  readonly line: number
  readonly collection: string | undefined
  /** Which of the collections of that name, from 1; the first where absent. */
  readonly collectionNumber?: number | undefined
  /** The episode of its collection, for one that is made. */
  readonly collectionEpisode?: string | undefined
  /** Whether another line says its collection: an item that is in another one stays there. */
  readonly isPlacedByOthers?: boolean
  /** Absent for a line that names a collection only. */
  readonly title: string | undefined
  readonly slug: string | undefined
  /** Which of the studio's kinds it is, as the file calls it. */
  readonly kindName?: string | undefined
  readonly item: ItemValues
  readonly externalIds: Readonly<Record<string, string>>
  /** What the file says of tasks, by the stage's name as the catalogue has it; of others it says nothing. */
  readonly tasks: ReadonlyMap<string, TaskValues>
  /** Whether `tasks` are all there are of a new item: otherwise it has one in every stage of its space. */
  readonly isListOfTasks?: boolean
  /** What it is made with, and where it is used. */
  readonly casts?: readonly CastCell[]
  /** Whether it says nothing else: an item that is not there is not made. */
  readonly isCastOnly?: boolean
  /** What was said of its tasks. */
  readonly comments?: readonly ImportComment[]
  /** Other names of what a comment is about: of versions, of sequences; such a row says nothing else. */
  readonly commentLinks?: readonly string[]
  /** Why the row cannot be taken in, where reading it has shown that. */
  readonly problem?: string | undefined
  /** What it says that is not used, in sentences. */
  readonly left?: readonly string[]
  /** Whether any cell of it says more than where it is. */
  readonly saysMore?: boolean
}

/**
 * A column or a row of a file that is not used, and why; of a column, in how many rows where not in all. Some files have
 * parts that are neither: the sheets of a workbook, the tracks of a cut.
 */
export type LeftOut = { readonly reason: string } & (
  | { readonly column: string; readonly rows?: number }
  | { readonly line: number }
  | { readonly part: string }
)
