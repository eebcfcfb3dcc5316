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
// Only the studio's fields are read.
const studio = { getAllFields: () => [client] } as unknown as StudioReplica

function aProject(name: string, fields?: FieldValues) {
  const id = newId<ProjectId>()
  return newRow('projects', { id, name, slug: name, displayOrder: 1, createdAt: 0, fields })
}

const projects = [aProject('salt', { client: 'nord' }), aProject('tide')]
const me = toId<UserId>('me')
const shown = (filter: Filter) => projects.filter(makeProjectTest(studio, { filter, me })).map(({ name }) => name)

test('projects are filtered by a field’s value, or its absence', () => {
  expect(shown([])).toEqual(['salt', 'tide'])
  expect(shown([{ field: 'field:client', test: 'in', values: ['nord'] }])).toEqual(['salt'])
  expect(shown([{ field: 'field:client', test: 'empty', values: ['yes'] }])).toEqual(['tide'])
})

test('a condition on a deleted field hides no project and shows no field', () => {
  const filter: Filter = [{ field: 'field:gone', test: 'in', values: ['x'] }]

  expect(shown(filter)).toEqual(['salt', 'tide'])
  expect(listAskedFields(studio, filter)).toEqual([])
})

test('a project card shows the filtered fields, by the names of their options', () => {
  const fields = listAskedFields(studio, [{ field: 'field:client', test: 'in', values: ['nord'] }])

  expect(projects.map((project) => describeFields(project, fields, []))).toEqual([
    [{ label: 'Client', value: 'Nordfilm' }],
    [],
  ])
})
