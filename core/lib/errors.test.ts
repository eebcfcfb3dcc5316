import { expect, test } from 'vitest'
import { assert, assertNever } from './assert.ts'
import { AppError, errorCodes, errorText } from './errors.ts'
import { messages, notices } from './messages.ts'
import { err, ok } from './result.ts'

test('every error code is unique and has one message', () => {
  expect(new Set(errorCodes).size).toBe(errorCodes.length)
  expect(Object.keys(messages).sort()).toEqual([...errorCodes].sort())
  for (const message of Object.values(messages)) if (typeof message === 'string') expect(message.trim()).not.toBe('')
})

test('fills the placeholders of the specified messages', () => {
  expect(messages['rate-limited'](7)).toBe('Rate limit exceeded. Please wait 7 seconds before trying again.')
  expect(messages['status-used-by-tasks'](3)).toBe('Cannot delete status: 3 tasks are using it')
  expect(messages['stage-used-by-spaces'](1)).toBe('Cannot delete stage: 1 spaces are using it')
  expect(messages['space-update-failed']('no')).toBe('Failed to update space: no. Check console for details.')
  expect(messages['item-ids-invalid'](['a', 'b'])).toBe('Invalid item IDs: a, b')
  expect(messages['items-create-failed']()).toBe('Error: Failed to create items')
  expect(messages['items-create-failed']('full')).toBe('Error: full')
  expect(messages['revision-create-failed']()).toBe('Failed to create revision')
  expect(messages['revision-create-failed']('full')).toBe('Error: full')
  expect(messages['upload-failed']('a.mov')).toBe('Failed to upload a.mov')
})

test('an error carries its code, message, cause and whether it can be retried', () => {
  const cause = new Error('socket closed')

  const error = new AppError('offline', messages.offline, { cause, retryable: true, suggestion: 'Check the cable.' })

  expect(error).toMatchObject({
    name: 'AppError',
    code: 'offline',
    cause,
    retryable: true,
    suggestion: 'Check the cable.',
  })
  expect(new AppError('conflict', messages.conflict)).toMatchObject({ retryable: false, suggestion: undefined })
  expect('cause' in new AppError('conflict', messages.conflict)).toBe(false)
})

test('shows the message of an expected failure, never an empty text or the message of a bug', () => {
  const fallback = messages['studio-create-failed']

  expect(errorText(new AppError('conflict', 'Name taken'), fallback)).toBe('Name taken')
  for (const other of [new AppError('unexpected', ' '), new TypeError('x is undefined'), 'text', undefined])
    expect(errorText(other, fallback)).toBe(fallback)
})

test('failed assertions throw, and results tell success from failure', () => {
  expect(() => assert(false, 'a list is sorted')).toThrow('a list is sorted')
  // The cast stands in for data that broke its type at run time.
  expect(() => assertNever('x' as never)).toThrow('Unexpected value: "x"')
  expect([ok(1), err('no')]).toEqual([
    { ok: true, value: 1 },
    { ok: false, error: 'no' },
  ])
})

test('success notices have the specified words and duration', () => {
  expect(Object.values(notices).map(({ text, milliseconds }) => [text, milliseconds])).toEqual([
    ['Link copied!', 2500],
    ['Settings saved.', 3000],
    ['Filter saved successfully!', 3000],
  ])
})
