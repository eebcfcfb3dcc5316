import { expect, test } from 'vitest'
import { messages } from '#core/lib/messages.ts'
import { errorOfAnswer, errorOfFailure } from './wire-error.ts'

test.each([
  { status: 400, code: '22023', words: 'The server refused the request as invalid.' },
  { status: 404, code: 'P0002', words: 'Not found.' },
  { status: 403, code: '42501', words: 'You do not have permission to do this.' },
  { status: 409, code: '23505', words: 'This already exists.' },
  {
    status: 423,
    code: 'P0423',
    words: 'This review session is locked: what was judged stays until it is unlocked.',
  },
  { status: 403, code: 'email_address_not_authorized', words: 'This e-mail address is not allowed to sign in here.' },
])('a response $status $code reads: $words', ({ status, code, words }) => {
  expect(errorOfAnswer({ status, headers: new Headers() }, { code }).message).toBe(words)
})

test.each([
  { column: 'projects_description', words: 'The description is too long. The limit is 20,000 characters.' },
  { column: 'user_preferences_value', words: 'The setting is too long. The limit is 64 kB.' },
])('what is too long for $column reads: $words', ({ column, words }) => {
  const message = `new row for relation "x" violates check constraint "${column}_limit_check"`
  const refused = errorOfAnswer({ status: 400, headers: new Headers() }, { code: '23514', message })

  expect([refused.code, refused.message]).toEqual(['too-long', words])
})

test.each([
  { code: '22P02', message: 'invalid input syntax for type integer: "high"', words: '“high” is not a whole number.' },
  { code: '22P02', message: 'invalid input syntax for type uuid: "done"', words: '“done” is not an id.' },
  { code: '22P02', message: 'invalid input syntax for type boolean: "no "', words: '“no ” is not true or false.' },
  { code: '22P02', message: 'malformed array literal: "x"', words: '“x” is not a list.' },
  {
    code: '22007',
    message: 'invalid input syntax for type date: "soon"',
    words: '“soon” is not a date such as 2026-12-24.',
  },
  {
    code: '22008',
    message: 'date/time field value out of range: "2026-13-01"',
    words: '“2026-13-01” is not a day of the calendar.',
  },
  {
    code: '22003',
    message: 'value "99999999999" is out of range for type integer',
    words: '“99999999999” is not a number that fits.',
  },
])('a value of another type reads: $words', ({ code, message, words }) => {
  const refused = errorOfAnswer({ status: 400, headers: new Headers() }, { code, message })

  expect([refused.code, refused.message]).toEqual(['invalid-input', words])
})

test.each([
  ['23514', 'new row for relation "stages" violates check constraint "stages_color_check"', 'invalid-input'],
  ['23505', 'duplicate key value violates unique constraint "project_views_name_key"', 'conflict'],
  ['23502', 'null value in column "name" of relation "stages" violates not-null constraint', 'invalid-input'],
  ['42501', 'new row violates row-level security policy for table "items"', 'permission-denied'],
  ['42501', 'permission denied for table item_links', 'permission-denied'],
] as const)('a database’s message about its tables (%s) is not shown', (code, message, known) => {
  const refused = errorOfAnswer({ status: 400, headers: new Headers() }, { code, message })

  expect([refused.code, refused.message]).toEqual([known, messages[known]])
})

test('a write that finds the database’s disk full is retryable, and says why', () => {
  const body = { code: '53100', message: "The studio's disk is full" }

  expect(errorOfAnswer({ status: 503, headers: new Headers() }, body)).toMatchObject({
    message: "The studio's disk is full",
    retryable: true,
  })
})

test.each(['PGRST301', 'PGRST303', 'session_not_found'])(
  'a server’s message about a token (%s) is not shown',
  (code) => {
    const { message } = errorOfAnswer({ status: 401, headers: new Headers() }, { code, message: 'JWSError' })
    expect(message).toMatch(/Please sign in again\.$/)
  },
)

test.each([
  {
    name: 'TypeError',
    words: 'The server cannot be reached. Try again when the connection is back.',
    cause: new TypeError('fetch failed'),
  },
  {
    name: 'TimeoutError',
    words: 'The server took too long to answer.',
    cause: new DOMException('', 'TimeoutError'),
  },
  { name: 'AbortError', words: 'Cancelled.', cause: new DOMException('', 'AbortError') },
  { name: 'RangeError', words: 'Something went wrong.', cause: new RangeError('Invalid array length') },
])('a call that fails with $name reads: $words', ({ cause, words }) => {
  expect(errorOfFailure(cause).message).toBe(words)
})
