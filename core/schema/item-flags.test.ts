import { expect, test } from 'vitest'
import { itemFlags, toFlagRecord, eachFlag } from './item-flags.ts'
import { columnsOf, tables } from './tables.ts'

test.each(itemFlags)('the flag $words has matching names in words, records and expressions', (flag) => {
  const { field, record, name, words, label } = flag

  expect([field, record].map((each) => each.toLowerCase())).toEqual([`is${words}`, words].map(withoutSpaces))
  expect([label.toLowerCase(), name.replaceAll('_', ' ')]).toEqual([words, words])
  expect(toFlagRecord({ ...eachFlag(() => false), [field]: true })[record]).toBe(true)
})

test.each(itemFlags)('a new item is not $words, and the timeline has its column', ({ field, name }) => {
  for (const table of ['items', 'timeline_tasks'] as const) {
    expect(tables[table].fields[field].default).toBe(false)
    expect(columnsOf(table).map(({ column }) => column)).toContain(`is_${name}`)
  }
})

function withoutSpaces(text: string): string {
  return text.replaceAll(' ', '')
}
