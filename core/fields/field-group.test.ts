import { expect, test } from 'vitest'
import { newId, type FieldId } from '#core/lib/ids.ts'
import type { FieldKind } from '#core/schema/field-definitions.ts'
import { newRow } from '#core/schema/tables.ts'
import { noneId } from '#core/timeline/filter-tests.ts'
import { colorOfGroup, groupIdOf, listGroupingFields, nameOfGroup, valueOfGroup } from './field-group.ts'

const aField = (kind: FieldKind) =>
  newRow('field_definitions', {
    id: newId<FieldId>(),
    key: 'it',
    name: 'Mood',
    kind,
    options: [{ id: 'calm', name: 'Calm', color: '#123456' }],
  })
const [choice, person, box, number] = [aField('choice'), aField('person'), aField('checkbox'), aField('number')]
const nameOf = (id: string) => (id === 'ann' ? 'Ann' : undefined)

test('fields with few values make groups', () => {
  expect(listGroupingFields([choice, number, person, box])).toEqual([choice, person, box])
})

test('a value becomes a group and the same value again', () => {
  for (const [field, value] of [
    [choice, 'calm'],
    [person, 'ann'],
    [box, true],
  ] as const) {
    expect(valueOfGroup(field, groupIdOf(field, { it: value }))).toBe(value)
    expect(groupIdOf(field, undefined)).toBe(noneId)
    expect(valueOfGroup(field, noneId)).toBeNull()
  }
  expect(groupIdOf(box, { it: false })).toBe(noneId)
})

test('groups have the names and colours of their values', () => {
  const names = [choice, person, box].map((field) => [
    nameOfGroup(field, groupIdOf(field, { it: field === person ? 'ann' : field === box ? true : 'calm' }), nameOf),
    nameOfGroup(field, noneId, nameOf),
  ])

  expect(names).toEqual([
    ['Calm', 'No Mood'],
    ['Ann', 'No Mood'],
    ['Mood', 'Not Mood'],
  ])
  expect(nameOfGroup(choice, 'gone', nameOf)).toBe('(removed)')
  expect(colorOfGroup(choice, 'calm')).toBe('#123456')
  expect(colorOfGroup(choice, noneId)).not.toBe('#123456')
})
