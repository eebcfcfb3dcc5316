import { expect, test } from 'vitest'
import { makeItemLinks } from '#core/casting/item-links.ts'
import { readViewForm, type ViewState } from '#core/items/view-form.ts'
import { taskColumnId } from '#core/items/space-columns.ts'
import { newId, type FieldId } from '#core/lib/ids.ts'
import { newRow } from '#core/schema/tables.ts'
import { makeStudioClient } from '#core/sync/make-client.ts'
import { makeMemoryStore } from '#core/sync/memory/memory-store.ts'
import { makeSingleTab } from '#core/sync/memory/single-tab.ts'
import { alwaysOnline, systemClock, systemIds } from '#core/sync/system.ts'
import { aStudio } from '#core/testing/studio-fixture.ts'
import { withValues } from '#core/timeline/filter-kinds.ts'
import { writeViewSheet } from './view-sheet.ts'

const fieldId = newId<FieldId>()
const options = [
  { id: 'north', name: 'North', color: '#22c55e' },
  { id: 'south', name: 'South', color: '#ef4444' },
]

/** A space with three shots and tasks of Layout and Animation; those of Animation have a vendor. */
async function open() {
  const { server, studioId, spaceId, stageIds, taskIds, statusIds, userId } = aStudio()
  const stages = stageIds.map((id, at) => ({
    id,
    name: ['Layout', 'Animation'][at] ?? '',
    orderIndex: at,
    color: '#448844',
    category: 'production' as const,
  }))
  const scope = `studio:${studioId}` as const
  server.seed(
    'stages',
    stages.map((stage) => newRow('stages', stage)),
    scope,
  )
  const field = { id: fieldId, of: 'task', key: 'vendor', name: 'Vendor', kind: 'choice', options } as const
  server.seed('field_definitions', [newRow('field_definitions', field)], scope)
  const vendors: Readonly<Record<number, string>> = { 1: 'south', 3: 'north', 5: 'south' }
  const tasks = server.list('item_tasks').map((task) => {
    const at = taskIds.indexOf(task.id)
    const statusId = statusIds[at === 3 ? 1 : 0] ?? task.statusId
    const vendor = vendors[at]
    return { ...task, statusId, isDisabled: at === 5, fields: vendor === undefined ? undefined : { vendor } }
  })
  server.seed('item_tasks', tasks, `space:${spaceId}`)
  const client = await makeStudioClient({
    userId: userId(1),
    gateway: server.connect(userId(1)),
    store: makeMemoryStore(),
    clock: systemClock,
    ids: systemIds,
    online: alwaysOnline,
    tabs: makeSingleTab(),
  })
  const studio = await client.openStudio(studioId)
  const space = await client.openSpace({ studioId, spaceId })
  const row = studio.replica.find('spaces', spaceId)
  if (row === undefined) throw new Error('The space was seeded')
  const links = makeItemLinks({ studio, space })
  const write = (given: Partial<ViewState>) => {
    const state = { ...readViewForm({}), ...given }
    const { csv } = writeViewSheet({ studio, space, row, state, today: '2026-11-25', me: userId(1), links })
    return csv
      .trim()
      .split('\n')
      .map((line) => line.split(','))
  }
  const [, animation] = stageIds
  if (animation === undefined) throw new Error('There are two stages')
  return { write, column: taskColumnId(animation, fieldId), statusIds }
}

const plain = readViewForm({}).columns

test('a view’s sheet has the task fields it shows beside their stages, in its order', async () => {
  const { write, column } = await open()

  expect(write({})[0]).toEqual(['Collection', 'Name', 'Layout', 'Animation'])
  const shown = write({ columns: { ...plain, shown: [column] }, sort: { fieldId: column, isDown: false } })

  expect(shown[0]).toEqual(['Collection', 'Name', 'Layout', 'Animation', 'Animation: Vendor'])
  expect(shown.slice(1).map((line) => [line[1], line[4]])).toEqual([
    ['Shot 1', 'North'],
    ['Shot 0', 'South'],
    // Its task is disabled.
    ['Shot 2', ''],
  ])
  expect(write({ columns: { ...plain, shown: [column] }, hidden: [column] })[0]).toHaveLength(4)
})

test('a view’s sheet is grouped and filtered by task fields, and leaves out cells that do not match', async () => {
  const { write, column, statusIds } = await open()
  const names = (lines: ReturnType<typeof write>) => lines.slice(1).map((line) => line.slice(0, 2))

  expect(names(write({ group: column }))).toEqual([
    ['North', 'Shot 1'],
    ['South', 'Shot 0'],
    ['No vendor', 'Shot 2'],
  ])
  const filter = [{ field: 'task:vendor', test: 'in', values: ['south'] }]
  expect(names(write({ filter })).map(([, name]) => name)).toEqual(['Shot 0'])
  const ofStatus = withValues([], 'status', [String(statusIds[1])])
  const columns = { ...plain, shown: [column] }
  const [, line = []] = write({ filter: ofStatus, isOnlyMatching: true, columns })
  expect(line.slice(1, 5)).toEqual(['Shot 1', '', 'WIP', 'North'])
})
