import { expect, test } from 'vitest'
import { listChoices, toggleChoice } from './choice-order.ts'

const all = ['setup', 'layout', 'animation', 'final']
const entries = all.map((id) => ({ id }))
const listed = (chosen: readonly string[]) => listChoices(entries, chosen).map(({ id }) => id)

test('a row stays where it is when it is ticked, whichever is ticked first', () => {
  const chosen = toggleChoice(all, ['animation'], 'layout')

  expect(chosen).toEqual(['layout', 'animation'])
  expect(listed(chosen)).toEqual(all)
})

test('a choice with an order of its own stands first, and takes new ones at its end', () => {
  const moved = ['animation', 'layout']

  expect(listed(moved)).toEqual(['animation', 'layout', 'setup', 'final'])
  expect(toggleChoice(all, moved, 'setup')).toEqual(['animation', 'layout', 'setup'])
  expect(toggleChoice(all, moved, 'layout')).toEqual(['animation'])
})
