import { expect, test } from 'vitest'
import { newId, type FieldId } from '#core/lib/ids.ts'
import { newRow } from '#core/schema/tables.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { readKindFields } from './read-stages.ts'

const fields = [
  { key: 'cut_length', name: 'Frames in the cut' },
  { key: 'lens', name: 'Lens' },
].map((field) => newRow('field_definitions', { ...field, id: newId<FieldId>(), kind: 'text' }))
const [cut, lens] = fields.map(({ id }) => id)
// Only this much of a studio is used here.
const studio = { getFields: () => fields } as unknown as StudioReplica

test('a kind’s fields are read by key, name or id, in the order given; `all` means none in particular', () => {
  expect(readKindFields(studio, undefined)).toBeUndefined()
  expect(readKindFields(studio, ['all'])).toEqual([])
  expect(readKindFields(studio, ['Lens', 'cut_length'])).toEqual([lens, cut])
  expect(readKindFields(studio, ['frames in the cut'])).toEqual([cut])
  expect(readKindFields(studio, [String(lens)])).toEqual([lens])
  expect(() => readKindFields(studio, ['lense'])).toThrow('There is no field "lense".')
  expect(() => readKindFields(studio, ['all', 'lens'])).toThrow('There is no field "all".')
})
