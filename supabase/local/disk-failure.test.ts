import { expect, test } from 'vitest'
import { describeDiskFailure } from './disk-failure.ts'
import { HostError } from './host-error.ts'

const errno = (code: string, path: string): Error => Object.assign(new Error(`${code}: refused`), { code, path })
const place = { dataDirectory: '/srv/data' }

test.each<[what: string, error: Error, sentence: string]>([
  ['a file', errno('ENOSPC', '/srv/data/keys.json'), 'The disk that holds /srv/data is full.'],
  ['a quota', errno('EDQUOT', '/srv/data/keys.json'), 'The disk that holds /srv/data is full.'],
  [
    'what Postgres said when it could not start',
    new HostError('initdb failed: could not write to file "x": No space left on device\n'),
    'The disk that holds /srv/data is full.',
  ],
  [
    'an error behind another',
    new Error('migration 1 failed', { cause: Object.assign(new Error('could not extend file'), { code: '53100' }) }),
    'The disk that holds /srv/data is full.',
  ],
  [
    'a disk that is read only',
    errno('EROFS', '/srv/data/media'),
    'The data directory /srv/data cannot be written: EROFS: refused.',
  ],
])('%s', (_, error, sentence) => {
  const named = describeDiskFailure(error, place)

  expect(named).toBeInstanceOf(HostError)
  expect(named).toMatchObject({ message: sentence })
})

test('a remote database has a disk of its own; errors unrelated to the disk stay as they are', () => {
  const full = Object.assign(new Error('could not extend file'), { code: '53100' })
  const other = errno('EACCES', '/etc/shadow')

  expect(describeDiskFailure(full, { ...place, databaseUrl: 'postgres://db/xsheet' })).toMatchObject({
    message: 'The disk of the database in DATABASE_URL is full.',
  })
  expect(describeDiskFailure(other, place)).toBe(other)
})
