import type { StageCategory } from '#core/schema/stages.ts'

/** One stage of a new studio. */
export type DefaultStage = {
  readonly name: string
  readonly category: StageCategory
  readonly color: string
  readonly orderIndex: number
}

// The distance between the `orderIndex` of neighbouring stages, also after reordering.
const stageOrderStep = 10

/** The colour of a new stage in a studio (document 2, section 9). */
export const newStageColor = '#9ca3af'

/** The colour of a new stage in the super-admin's templates (document 3, section 9). */
export const newTemplateStageColor = '#3b82f6'

const pre = 'pre-production'
const production = 'production'
const post = 'post-production'

/** The stages every new studio starts with, in pipeline order. */
export const defaultStages: readonly DefaultStage[] = inSteps([
  { name: 'Setup', category: pre, color: '#64748b' },
  { name: 'References', category: pre, color: '#0ea5e9' },
  { name: 'Storyboard', category: pre, color: '#06b6d4' },
  { name: 'Concept', category: pre, color: '#14b8a6' },
  { name: 'Layout', category: production, color: '#22c55e' },
  { name: 'Modeling', category: production, color: '#84cc16' },
  { name: 'Rigging', category: production, color: '#eab308' },
  { name: 'Animation', category: production, color: '#f97316' },
  { name: 'Lighting', category: production, color: '#f59e0b' },
  { name: 'FX', category: production, color: '#ef4444' },
  { name: 'Compositing', category: post, color: '#ec4899' },
  { name: 'Grading', category: post, color: '#a855f7' },
  { name: 'Final', category: post, color: '#6366f1' },
])

/** The fixed stages of an illustration space, in order. */
export const illustrationStages: readonly DefaultStage[] = inSteps([
  { name: 'Setup', category: pre, color: '#64748b' },
  { name: 'References', category: pre, color: '#0ea5e9' },
  { name: 'Idea', category: pre, color: '#14b8a6' },
  { name: 'Sketch', category: production, color: '#eab308' },
  { name: 'Illustration', category: production, color: '#f97316' },
  { name: 'Png', category: post, color: '#6366f1' },
])

/** Returns the same stages with `orderIndex` in steps of ten, starting at ten. */
export function inSteps<Stage>(stages: readonly Stage[]): readonly (Stage & { readonly orderIndex: number })[] {
  return stages.map((stage, index) => ({ ...stage, orderIndex: (index + 1) * stageOrderStep }))
}
