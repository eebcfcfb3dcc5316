import { proxy, ref } from 'valtio/vanilla'
import type { Assignment, FeedItem } from '#core/domain/feed-entry.ts'
import type { StatusId, StudioId, TaskId, UserId } from '#core/lib/ids.ts'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'

export const columnNames = ['activity', 'assignments', 'mentions'] as const
export type ColumnName = (typeof columnNames)[number]

/** Pages of a column put together; `next` is where the following one starts, absent after the last. */
export type Column<Item> = {
  readonly items: readonly Item[]
  readonly next: string | undefined
  readonly isLoading: boolean
  readonly isLoaded: boolean
  /** The last question got no answer. */
  readonly hasFailed: boolean
}

export type Columns = {
  readonly activity: Column<FeedItem>
  readonly assignments: Column<Assignment>
  readonly mentions: Column<FeedItem>
}

/** Whose feed it is; nobody's is everybody's. */
export type Subject = { readonly studioId: StudioId; readonly userId: UserId | undefined }

type ArtistState = {
  subject: Subject | undefined
  columns: Columns
  /** What the keys act on: a card of a column. */
  current: { readonly column: ColumnName; readonly id: string | undefined }
  menu: 'status' | 'assignee' | undefined
}

const empty = { items: [], next: undefined, isLoading: false, isLoaded: false, hasFailed: false }
const initial = (): ArtistState => ({
  subject: undefined,
  columns: ref({ activity: empty, assignments: empty, mentions: empty }),
  current: { column: 'activity', id: undefined },
  menu: undefined,
})
const state = proxy(initial())

export const artistStore: DeepReadonly<ArtistState> = state

export function showSubject(subject: Subject | undefined): void {
  Object.assign(state, initial(), { subject })
}

export function getColumns(): Columns {
  return state.columns
}

export function setColumn<Name extends ColumnName>(name: Name, changes: Partial<Columns[Name]>): void {
  state.columns = ref({ ...state.columns, [name]: { ...state.columns[name], ...changes } })
}

export function setCurrent(column: ColumnName, id: string | undefined): void {
  state.current = { column, id }
}

export function openMenu(menu: ArtistState['menu']): void {
  state.menu = menu
}

/** A changed status is seen at once on every card of its task. */
export function showStatus(taskId: TaskId, statusId: StatusId): void {
  const change = <Item extends Assignment | FeedItem>(column: Column<Item>): Column<Item> => ({
    ...column,
    items: column.items.map((item) => (item.taskId === taskId ? { ...item, statusId } : item)),
  })
  const { activity, assignments, mentions } = state.columns
  state.columns = ref({ activity: change(activity), assignments: change(assignments), mentions: change(mentions) })
}
