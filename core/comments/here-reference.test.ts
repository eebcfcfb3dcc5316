import { expect, test } from 'vitest'
import {
  findHereReference,
  hereReferenceLabel,
  hereReferenceTypes,
  toHereReferenceType,
  type HereReference,
} from './here-reference.ts'

test('@here knows its four types and throws for any other', () => {
  expect(hereReferenceTypes.map(toHereReferenceType)).toEqual(['item', 'video', 'image', 'file'])
  for (const wrong of ['Video', '', 'link', undefined, 4])
    expect(() => toHereReferenceType(wrong)).toThrow(expect.objectContaining({ code: 'here-reference-unknown' }))
})

test('@here labels files by name, items by the first name', () => {
  expect(hereReferenceLabel({ type: 'image', fileName: 'fox.png' })).toBe('fox.png')
  expect(hereReferenceLabel({ type: 'item', names: ['sh010'] })).toBe('sh010')
  expect(hereReferenceLabel({ type: 'item', names: ['sh010', 'sh020', 'sh030'] })).toBe('sh010 +2')
})

test('an @here finds its reference by label, else by position', () => {
  const references = ['00:01:00', 'fox.png'].map((label): HereReference => ({
    id: label,
    type: 'file',
    label,
    data: {},
  }))

  expect(findHereReference(references, { label: 'fox.png', index: 0 })?.id).toBe('fox.png')
  expect(findHereReference(references, { label: undefined, index: 0 })?.id).toBe('00:01:00')
  expect(findHereReference(references, { label: undefined, index: 2 })).toBeUndefined()
})
