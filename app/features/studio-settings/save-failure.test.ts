import type { Mutation } from '#core/sync/mutators.ts'
import { expect, test } from 'vitest'
import { AppError } from '#core/lib/errors.ts'
import { newId, type StageId, type StatusId, type StudioId } from '#core/lib/ids.ts'
import { toSaveFailure } from './save-failure.ts'

const refused = new AppError('invalid-input', 'The server says no')
const reorder: Mutation = { kind: 'reorder-statuses', studioId: newId<StudioId>(), statusIds: [newId<StatusId>()] }
const insertStage: Mutation = { kind: 'insert', table: 'stages', rows: [] }
const insertStatus: Mutation = { kind: 'insert', table: 'task_statuses', rows: [] }
const removeStage: Mutation = { kind: 'delete', table: 'stages', keys: [newId<StageId>()] }

const notAllowed = new AppError('permission-denied', 'no')
const used = new AppError('conflict', 'Cannot delete stage: 3 tasks are using it')
const noRows = 'No rows were updated. You might not have permission to modify this studio.'

test.each([
  { error: refused, mutation: reorder, text: 'Failed to reorder statuses' },
  { error: refused, mutation: insertStage, text: 'Failed to create stage: The server says no' },
  { error: refused, mutation: insertStatus, text: 'Failed to create status: The server says no' },
  { error: refused, mutation: removeStage, text: 'Failed to delete stage or status' },
  { error: used, mutation: removeStage, text: 'Cannot delete stage: 3 tasks are using it' },
  { error: refused, mutation: undefined, text: 'Error saving settings: The server says no' },
  { error: notAllowed, mutation: undefined, text: `Error saving settings: ${noRows}` },
])('a refused part of the settings is reported with the specification’s text: $text', ({ error, mutation, text }) => {
  expect(toSaveFailure(error, mutation).text).toBe(text)
})
