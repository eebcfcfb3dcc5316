import { expect, test } from 'vitest'
import { readHints, readPopup, toTaskAddress, withoutHints, withoutPopup, withPopup } from './popup-address.ts'

test('the popup is read from the query', () => {
  expect(readPopup('?item=sq010_sh0030&task=animation&version=v7&media=m1')).toEqual({
    item: 'sq010_sh0030',
    task: 'animation',
    version: 7,
    media: 'm1',
  })
  expect(readPopup('?task=animation')).toBeUndefined()
  expect(readPopup('?item=a&version=seven')?.version).toBeUndefined()
})

test('opening a popup keeps the rest of the query and drops the old key of the item', () => {
  const search = withPopup('?filter=mine&shot=old&media=m1', { item: 'a', task: 'fx', version: 2 })

  expect(search).toBe('?filter=mine&item=a&task=fx&version=v2')
  expect(readPopup(search)).toEqual({ item: 'a', task: 'fx', version: 2, media: undefined })
})

test('closing a popup removes it from the query and keeps the rest', () => {
  expect(withoutPopup('?filter=mine&item=a&task=fx&version=v2&media=m&openComments=true')).toBe('?filter=mine')
  expect(withoutPopup('?item=a')).toBe('')
})

test('popup hints are read once and removed', () => {
  const search = '?item=a&openComments=true&openRevisions=false&highlightedTask=t'

  expect(readHints(search)).toEqual({ openComments: true, openRevisions: false, highlightedTask: 't' })
  expect(withoutHints(search)).toBe('?item=a')
})

test('a task’s address is lower case with dashes', () => {
  expect(toTaskAddress(' Color  Keys ')).toBe('color-keys')
})
