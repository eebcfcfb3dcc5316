import { expect, test } from 'vitest'
import { listChoices, toggleChoice } from './choice-order.ts'

const all = ['setup', 'layout', 'animation', 'final']
const entries = all.map((id) => ({ id }))
const listed = (chosen: readonly string[]) => listChoices(entries, chosen).map(({ id }) => id)

test('a choice in the studio’s order keeps every row in place when it is ticked', () => {
  const chosen = toggleChoice(all, ['animation'], 'layout')

  expect(chosen).toEqual(['layout', 'animation'])
  expect(listed(chosen)).toEqual(all)
})

test('a reordered choice is listed first, and new entries join its end', () => {
  const moved = ['animation', 'layout']

  expect(listed(moved)).toEqual(['animation', 'layout', 'setup', 'final'])
  expect(toggleChoice(all, moved, 'setup')).toEqual(['animation', 'layout', 'setup'])
  expect(toggleChoice(all, moved, 'layout')).toEqual(['animation'])
})
