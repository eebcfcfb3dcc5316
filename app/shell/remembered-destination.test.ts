import { expect, test } from 'vitest'
import { rememberDestination, takeDestination } from './remembered-destination.ts'

test('a destination is returned once', () => {
  rememberDestination('/studio/a/projects?x=1')

  expect([takeDestination(), takeDestination()]).toEqual(['/studio/a/projects?x=1', undefined])
})

test.each(['//evil.example', String.raw`/\evil.example`, 'https://evil.example', 'javascript:alert(1)'])(
  'never leads out of the app: %s',
  (address) => {
    rememberDestination(address)

    expect(takeDestination()).toBeUndefined()
  },
)
