import { expect, test } from 'vitest'
import { eachFlag, itemFlags } from '#core/schema/item-flags.ts'
import { describeTitle } from './describe-title.ts'

const none = eachFlag(() => false)

test('an item without flags shows its name alone', () => {
  expect(describeTitle('sh010', none)).toEqual({ text: 'sh010', isStruck: false, spoken: undefined })
})

test.each(itemFlags)('a name shows and announces that its item is $words', ({ field, words, look }) => {
  const { text, isStruck, spoken } = describeTitle('sh010', { ...none, [field]: true })

  expect(spoken).toBe(words)
  expect(isStruck || text !== 'sh010').toBe(true)
  expect({ isStruck, text }).toEqual({
    isStruck: look.isStruck === true,
    text: look.mark === undefined ? 'sh010' : `${look.mark} sh010`,
  })
})

test('a flag’s mark comes before the name', () => {
  const marked = itemFlags.map((flag) => ({ ...flag, look: { mark: '⏸' } }))

  expect(
    describeTitle(
      'sh010',
      eachFlag(() => true),
      marked,
    ).text,
  ).toMatch(/^(⏸ )+sh010$/)
})
