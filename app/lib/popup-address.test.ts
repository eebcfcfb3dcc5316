import { expect, test } from 'vitest'
import { readHints, readPopup, toTaskAddress, withoutHints, withoutPopup, withPopup } from './popup-address.ts'

test('the popup is what the query says', () => {
  expect(readPopup('?item=sq010_sh0030&task=animation&version=v7&media=m1')).toEqual({
    item: 'sq010_sh0030',
    task: 'animation',
    version: 7,
    media: 'm1',
  })
  expect(readPopup('?task=animation')).toBeUndefined()
  expect(readPopup('?item=a&version=seven')?.version).toBeUndefined()
})

test('opening keeps the rest of the query and drops what an older address called the item', () => {
  const search = withPopup('?filter=mine&shot=old&media=m1', { item: 'a', task: 'fx', version: 2 })

  expect(search).toBe('?filter=mine&item=a&task=fx&version=v2')
  expect(readPopup(search)).toEqual({ item: 'a', task: 'fx', version: 2, media: undefined })
})

test('closing takes the popup out and leaves the rest', () => {
  expect(withoutPopup('?filter=mine&item=a&task=fx&version=v2&media=m&openComments=true')).toBe('?filter=mine')
  expect(withoutPopup('?item=a')).toBe('')
})

test('hints are read once and removed', () => {
  const search = '?item=a&openComments=true&openRevisions=false&highlightedTask=t'

  expect(readHints(search)).toEqual({ openComments: true, openRevisions: false, highlightedTask: 't' })
  expect(withoutHints(search)).toBe('?item=a')
})

test('a task is written in small letters and dashes', () => {
  expect(toTaskAddress(' Color  Keys ')).toBe('color-keys')
})
