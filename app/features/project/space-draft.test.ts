import { expect, test } from 'vitest'
import type { SpaceDraft } from './project-store.ts'
import { findMissing } from './space-draft.ts'

const aDraft = (changes: Partial<SpaceDraft> = {}): SpaceDraft => ({
  name: 'Episode 1',
  isActive: true,
  layout: 'grid',
  chosen: { stage: ['layout'], status: ['todo'] },
  ...changes,
})

test('a named space with a stage and a status can be created', () => {
  expect(findMissing(aDraft())).toBeUndefined()
})

test('a blank name, no stage or no status hold the creation back', () => {
  expect(findMissing(aDraft({ name: '  ' }))).toBe('Enter a name')
  expect(findMissing(aDraft({ chosen: { stage: [], status: ['todo'] } }))).toBe('At least one stage must be active')
  expect(findMissing(aDraft({ chosen: { stage: ['layout'], status: [] } }))).toBe('At least one status must be active')
})

test('a moodboard needs no stage, and an illustration space has its own', () => {
  const chosen = { stage: [], status: ['todo'] }
  const layouts = ['moodboard', 'illustration', 'kanban'] as const

  const missing = layouts.map((layout) => findMissing(aDraft({ layout, chosen })))

  expect(missing).toEqual([undefined, undefined, 'At least one stage must be active'])
})
