import { proxy } from 'valtio/vanilla'
import type { StudioId, UserId } from '#core/lib/ids.ts'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'

export const columnNames = ['activity', 'assignments', 'mentions'] as const
export type ColumnName = (typeof columnNames)[number]

/** Whose feed is shown; without a person it is everybody's. */
export type Subject = { readonly studioId: StudioId; readonly userId: UserId | undefined }

type ArtistState = {
  subject: Subject | undefined
  /** The card that keys act on. */
  current: { readonly column: ColumnName; readonly id: string | undefined }
  menu: 'status' | 'assignee' | undefined
}

const initial = (): ArtistState => ({
  subject: undefined,
  current: { column: 'activity', id: undefined },
  menu: undefined,
})
const state = proxy(initial())

export const artistStore: DeepReadonly<ArtistState> = state

export function showSubject(subject: Subject | undefined): void {
  Object.assign(state, initial(), { subject })
}

export function setCurrent(column: ColumnName, id: string | undefined): void {
  state.current = { column, id }
}

export function openMenu(menu: ArtistState['menu']): void {
  state.menu = menu
}
