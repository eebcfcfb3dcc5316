import { expect, test } from 'vitest'
import { explainRefusal, tokenWords } from './token-words.ts'

test.each([
  ['JWT expired', tokenWords.expired],
  ['Expected 3 parts in JWT; got 1', tokenWords.shapeless],
  ['No suitable key or wrong key type', tokenWords.foreign],
  ['JWSError JWSInvalidSignature', tokenWords.foreign],
  ['JWT cryptographic operation failed', tokenWords.foreign],
  ['Invalid JWT', tokenWords.foreign],
  [undefined, tokenWords.foreign],
  ['This session has ended: it was signed out', 'This session has ended: it was signed out'],
])('a hosted project’s message about a token, %s, is put in plain words', (message, words) =>
  expect(explainRefusal({ ...(message !== undefined && { message }) })).toBe(words),
)

// The messages are sent in a header.
test('the messages are plain ASCII', () => {
  for (const words of Object.values(tokenWords)) expect(words).toMatch(/^[\x20-\x21\x23-\x7e]+$/)
})
