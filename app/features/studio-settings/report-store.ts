import { proxy } from 'valtio/vanilla'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'

type ReportState = {
  /** How many were made here: each time the form is empty again, and at no other. */
  madeCount: number
  /** The report that is being changed. */
  editedId: string | undefined
  /** The secret that was just made: it can be read only now. */
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
