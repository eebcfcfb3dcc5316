import { expect, test } from 'vitest'
import { newId, type StageId } from '#core/lib/ids.ts'
import { defaultStatuses } from './default-statuses.ts'
import { findForeignStatus, findStage, findStatus } from './find-by-name.ts'

test.each([
  ['WIP', 'WIP'],
  [' wip ', 'WIP'],
  ['TODO', 'TO DO'],
  ['to_do', 'TO DO'],
  ['ip', 'WIP'],
  ['sip', 'WIP'],
  ['wtg', 'TO DO'],
  ['rev', 'WFA'],
  ['Pending Review', 'WFA'],
  ['retake', 'FEEDBACK'],
  ['fin', 'DONE'],
  ['Approved', 'DONE'],
  ['Working on it', 'WIP'],
  ['In Arbeit', 'WIP'],
  ['À faire', 'TO DO'],
  ['Validé', 'DONE'],
  ['Stuck', undefined],
  ['waiting', undefined],
  ['hld', undefined],
  ['somewhere', undefined],
  ['', undefined],
])('the status %j in a file means %j', (text, name) => {
  expect(findForeignStatus(defaultStatuses, text)?.name).toBe(name)
})

test.each(['retake', 'approved', 'ip'])(
  'another program’s word %s is not a status unless a person confirms it',
  (text) => {
    expect(findStatus(defaultStatuses, text)).toBeUndefined()
  },
)

test('a name precedes a short code, a short code precedes synonyms, and an ambiguous synonym matches nothing', () => {
  const statuses = [
    { name: 'Client', shortCode: 'DONE' },
    { name: 'DONE', shortCode: 'FIN' },
    { name: 'Approved', shortCode: 'APR' },
  ]

  expect(findStatus(statuses, 'DONE')?.shortCode).toBe('FIN')
  expect(findStatus(statuses, 'done')?.name).toBe('Client')
  expect(findForeignStatus(statuses, 'fin')?.name).toBe('DONE')
  expect(findForeignStatus(statuses, 'complete')).toBeUndefined()
})

test.each([
  ['Animation', 'Animation'],
  ['ANIM', 'Animation'],
  ['anm', 'Animation'],
  ['lgt', 'Lighting'],
  ['look dev', 'Look-Dev'],
  ['roto', undefined],
])('the stage %j means %j', (text, name) => {
  const stages = ['Animation', 'Lighting', 'Look-Dev'].map((each) => ({ id: newId<StageId>(), name: each }))

  expect(findStage(stages, text)?.name).toBe(name)
  expect(findStage(stages, stages[1]?.id ?? '')?.name).toBe('Lighting')
})
