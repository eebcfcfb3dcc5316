import type { CalendarDate } from '../calendar-date.ts'
import type { ItemFrames } from '../rows.ts'

/** What a file says of an item: a field that is absent stays as it is, `null` takes its value away. */
export type ItemValues = {
  readonly description?: string
  readonly itemType?: 'shot' | 'illustration' | 'asset'
} & { readonly [Field in keyof ItemFrames]?: NonNullable<ItemFrames[Field]> | null }

/** What a file says of a task, names as they stand in it. */
export type TaskValues = {
  readonly status?: string
  readonly assignee?: string | null
  readonly dueDate?: CalendarDate | null
  readonly estimatedHours?: number | null
  readonly priority?: number
  readonly isDisabled?: boolean
}

/** An item as a file describes it. */
export type ImportRow = {
  readonly line: number
  readonly collection: string | undefined
  /** Which of the collections of that name, from 1; the first where absent. */
  readonly collectionNumber?: number | undefined
  /** Absent for a line that names a collection only. */
  readonly title: string | undefined
  readonly slug: string | undefined
  readonly item: ItemValues
  readonly externalIds: Readonly<Record<string, string>>
  /** By the stage's name as the catalogue has it. A stage that is there without a status says that there is no task. */
  readonly tasks: ReadonlyMap<string, TaskValues>
}
