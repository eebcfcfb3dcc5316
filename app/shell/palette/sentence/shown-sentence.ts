import type { PlannedSentence } from './sentence-planner.ts'

let shown: PlannedSentence | undefined

/** The sentence whose plan is on screen; exactly this plan is applied. */
export function setShownSentence(planned: PlannedSentence | undefined): void {
  shown = planned
}

export function findShownSentence(): PlannedSentence | undefined {
  return shown
}
