import { expect, test } from 'vitest'
import { newId, toId, type FieldId, type ProjectId, type UserId } from '#core/lib/ids.ts'
import type { FieldValues } from '#core/schema/field-values.ts'
import { newRow } from '#core/schema/tables.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { Filter } from '#core/timeline/filter-kinds.ts'
import { describeFields } from './project-card.ts'
import { listAskedFields, makeProjectTest } from './project-filter.ts'

const options = [{ id: 'nord', name: 'Nordfilm', color: '#22c55e' }]
const field = { id: newId<FieldId>(), of: 'project', key: 'client', name: 'Client', kind: 'choice', options } as const
const client = newRow('field_definitions', field)
// Of a studio only its fields are looked at.
const studio = { getAllFields: () => [client] } as unknown as StudioReplica

function aProject(name: string, fields?: FieldValues) {
  const id = newId<ProjectId>()
  return newRow('projects', { id, name, slug: name, displayOrder: 1, createdAt: 0, fields })
}

const projects = [aProject('salt', { client: 'nord' }), aProject('tide')]
const me = toId<UserId>('me')
const shown = (filter: Filter) => projects.filter(makeProjectTest(studio, { filter, me })).map(({ name }) => name)

test('projects are narrowed by what they have in a field, and by what they lack', () => {
  expect(shown([])).toEqual(['salt', 'tide'])
  expect(shown([{ field: 'field:client', test: 'in', values: ['nord'] }])).toEqual(['salt'])
  expect(shown([{ field: 'field:client', test: 'empty', values: ['yes'] }])).toEqual(['tide'])
})

test('a condition of a field that is gone hides no project, and is asked of no field', () => {
  const filter: Filter = [{ field: 'field:gone', test: 'in', values: ['x'] }]

  expect(shown(filter)).toEqual(['salt', 'tide'])
  expect(listAskedFields(studio, filter)).toEqual([])
})

test('a card says what was asked of its project, by the names of options', () => {
  const fields = listAskedFields(studio, [{ field: 'field:client', test: 'in', values: ['nord'] }])

  expect(projects.map((project) => describeFields(project, fields, []))).toEqual([
    [{ label: 'Client', value: 'Nordfilm' }],
    [],
  ])
})
