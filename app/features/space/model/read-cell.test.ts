import { expect, test } from 'vitest'
import { readCell } from './read-cell.ts'
import type { SpaceModel } from './space-model.ts'

const names = ['Tomás Okafor', 'Zoe Ray', 'Zoë Ray', 'Ana Dias', 'Ana Dias']
const people = new Map(names.map((name, at) => [`${at}`, { id: `${at}`, name }]))
// Nothing else is read of it.
const model = { getStatuses: () => [], getPeople: () => people } as unknown as SpaceModel

test.each([
  ['tomás okafor', '0'],
  ['Tomas Okafor', '0'],
  ['Zoë Ray', '2'],
  ['Zoe Ray', '1'],
  ['Ana Dias', undefined],
  ['Zorro', undefined],
])('a pasted name is read with or without accents, and never guessed: %s', (text, id) => {
  expect(readCell(text, model, 'status')?.value).toBe(id)
})
