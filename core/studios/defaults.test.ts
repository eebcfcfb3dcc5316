import { stageCategories } from '#core/schema/stages.ts'
import { expect, test } from 'vitest'
import { newStageColor, newTemplateStageColor, defaultStages, illustrationStages, inSteps } from './default-stages.ts'
import { defaultStatuses, toShortCode } from './default-statuses.ts'

test('a new studio starts with the six specified statuses', () => {
  expect(defaultStatuses.map(({ name, color }) => [name, color])).toEqual([
    ['TO DO', '#9ca3af'],
    ['WIP', '#3b82f6'],
    ['WFA', '#8b5cf6'],
    ['FEEDBACK', '#f59e0b'],
    ['CLIENT', '#000000'],
    ['DONE', '#10b981'],
  ])
  expect(defaultStatuses.map((status) => status.shortCode)).toEqual([
    'TODO',
    'WIP',
    'WFA',
    'FEEDBACK',
    'CLIENT',
    'DONE',
  ])
  expect(defaultStatuses.map((status) => status.position)).toEqual([0, 1, 2, 3, 4, 5])
  expect(defaultStatuses.filter((status) => status.isDefault).map((status) => status.name)).toEqual(['TO DO'])
  expect(defaultStatuses.filter((status) => status.isDone).map((status) => status.name)).toEqual(['DONE'])
})

test('a new studio starts with the thirteen specified stages, by category, in steps of ten', () => {
  const namesOf = (category: string) =>
    defaultStages.filter((stage) => stage.category === category).map((stage) => stage.name)

  expect(stageCategories.map(namesOf)).toEqual([
    ['Setup', 'References', 'Storyboard', 'Concept'],
    ['Layout', 'Modeling', 'Rigging', 'Animation', 'Lighting', 'FX'],
    ['Compositing', 'Grading', 'Final'],
  ])
  expect(defaultStages.map((stage) => stage.orderIndex)).toEqual(defaultStages.map((_, index) => (index + 1) * 10))
})

test('illustration spaces have their six fixed stages', () => {
  expect(illustrationStages.map((stage) => stage.name)).toEqual([
    'Setup',
    'References',
    'Idea',
    'Sketch',
    'Illustration',
    'Png',
  ])
})

test('reordering stages restores steps of ten', () => {
  expect(
    inSteps([
      { name: 'b', orderIndex: 20 },
      { name: 'a', orderIndex: 10 },
    ]),
  ).toEqual([
    { name: 'b', orderIndex: 10 },
    { name: 'a', orderIndex: 20 },
  ])
})

test('a short code is the first four letters or digits in capitals', () => {
  expect(toShortCode('Approved')).toBe('APPR')
  expect(toShortCode('to do')).toBe('TODO')
  expect(toShortCode('élan vital')).toBe('ÉLAN')
  expect(toShortCode('!')).toBe('')
})

test('new stages look as specified', () => {
  expect([newStageColor, newTemplateStageColor]).toEqual(['#9ca3af', '#3b82f6'])
})
