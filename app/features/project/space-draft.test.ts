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

test('a space draft with a name, a stage and a status can be created', () => {
  expect(findMissing(aDraft())).toBeUndefined()
})

test('a space draft with a blank name, no stage or no status cannot be created', () => {
  expect(findMissing(aDraft({ name: '  ' }))).toBe('Enter a name')
  expect(findMissing(aDraft({ chosen: { stage: [], status: ['todo'] } }))).toBe('At least one stage must be active')
  expect(findMissing(aDraft({ chosen: { stage: ['layout'], status: [] } }))).toBe('At least one status must be active')
})

test('a moodboard or illustration draft needs no stage', () => {
  const chosen = { stage: [], status: ['todo'] }
  const layouts = ['moodboard', 'illustration', 'kanban'] as const

  const missing = layouts.map((layout) => findMissing(aDraft({ layout, chosen })))

  expect(missing).toEqual([undefined, undefined, 'At least one stage must be active'])
})
