import type { PlannedSentence } from './sentence-planner.ts'

let shown: PlannedSentence | undefined

/** The sentence whose plan somebody sees; what is carried out is what was shown. */
export function setShownSentence(planned: PlannedSentence | undefined): void {
  shown = planned
}

export function findShownSentence(): PlannedSentence | undefined {
  return shown
}
