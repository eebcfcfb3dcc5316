import { proxy } from 'valtio/vanilla'
import type { OverviewPlace, TaskList } from '#core/projects/overview.ts'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'

type OverviewState = {
  /** What the overview is of; absent if there is none on the page. */
  place: OverviewPlace | undefined
  /** Shows the numbers as tables instead of charts. */
  isTable: boolean
  /** The task list open over the page, with its title. */
  list: (TaskList & { readonly title: string }) | undefined
}

const initial = (): OverviewState => ({ place: undefined, isTable: false, list: undefined })
const state = proxy(initial())

export const overviewStore: DeepReadonly<OverviewState> = state

/** Makes this the overview on the page, until the returned function is called. */
export function showOverview(place: OverviewPlace): () => void {
  state.place = place
  return () => {
    if (state.place?.projectId === place.projectId) Object.assign(state, { place: undefined, list: undefined })
  }
}

export function setTable(isTable: boolean): void {
  state.isTable = isTable
}

export function openList(list: OverviewState['list']): void {
  state.list = list
}
