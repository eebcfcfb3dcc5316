import { proxy } from 'valtio/vanilla'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'

type ReportState = {
  /** The number of reports created; each one resets the form. */
  madeCount: number
  /** The report being edited. */
  editedId: string | undefined
  /** The newly made secret, which can be read only now. */
  made: { readonly name: string; readonly secret: string; readonly isOldValid: boolean } | undefined
}

const initial = (): ReportState => ({ madeCount: 0, editedId: undefined, made: undefined })
const state = proxy(initial())

export const reportStore: DeepReadonly<ReportState> = state

export function countMade(): void {
  state.madeCount += 1
}

export function editReport(id: string | undefined): void {
  state.editedId = id
}

export function showSecret(made: ReportState['made']): void {
  state.made = made
}

export function resetReports(): void {
  Object.assign(state, initial())
}
