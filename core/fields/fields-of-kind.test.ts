import { expect, test } from 'vitest'
import { newId, type FieldId } from '#core/lib/ids.ts'
import { newRow } from '#core/schema/tables.ts'
import { fieldsOfKind } from './fields-of-kind.ts'

const fields = ['lens', 'rig', 'poses'].map((key) =>
  newRow('field_definitions', { id: newId<FieldId>(), key, name: key, kind: 'text' }),
)
const [lens, rig, poses] = fields.map(({ id }) => id)

test('an item has the fields of its kind plus any with a value, or all fields without a kind', () => {
  const keysOf = (...given: Parameters<typeof fieldsOfKind>) => fieldsOfKind(...given).map(({ key }) => key)
  const fieldIds = [rig, poses].flatMap((id) => id ?? [])

  expect(keysOf(fields, { fieldIds })).toEqual(['rig', 'poses'])
  expect(keysOf(fields, { fieldIds }, { lens: '50 mm' })).toEqual(['lens', 'rig', 'poses'])
  expect(keysOf(fields, undefined)).toEqual(['lens', 'rig', 'poses'])
  expect(keysOf(fields, { fieldIds: [] })).toEqual(['lens', 'rig', 'poses'])
  expect(keysOf(fields, { fieldIds: [newId<FieldId>()] })).toEqual(['lens', 'rig', 'poses'])
  expect(lens).toBeDefined()
})
