import bcrypt from 'bcryptjs'
import { expect, test } from 'vitest'
import { hashInThread } from './password-hash.ts'

test('passwords are hashed and compared without blocking the host', async () => {
  hashInThread()
  let turns = 0
  let isHashing = true
  const count = (): void => {
    turns += 1
    if (isHashing) setImmediate(count)
  }
  count()

  const hashes = await Promise.all([bcrypt.hash('one', 11), bcrypt.hash('two', 11)])
  isHashing = false
  const compared = await Promise.all([bcrypt.compare('one', hashes[0]), bcrypt.compare('one', hashes[1])])

  expect(compared).toEqual([true, false])
  // In this thread it would be one turn of a tenth of a second.
  expect(turns).toBeGreaterThan(100)
  await expect(bcrypt.compare('one', 7 as never)).rejects.toThrow('Illegal arguments')
})
