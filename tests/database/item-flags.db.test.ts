import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readRuleHistory, type RuleHistoryWire } from '#core/rules/read-rule-rows.ts'
import { itemFlags } from '#core/schema/item-flags.ts'
import { startTestHost, type TestHost } from '#tests/host/start-test-host.ts'
import { aStudio, aTask, call, insert, type TestStudio } from './a-studio.ts'

let host: TestHost
let studio: TestStudio

beforeAll(async () => {
  host = await startTestHost()
  studio = await aStudio(host)
})
afterAll(() => host.close())

type Tables = { tables: Record<string, Record<string, unknown[]>> }
type Events = { events: { kind: string; new: Record<string, unknown> }[] }

test('the item flags are the boolean columns of items', async () => {
  const sql = "select private.with_flags('{@}') as names"

  const [row] = await host.database.query<{ names: string }>(sql)

  expect(row?.names).toBe(itemFlags.map(({ name }) => `is_${name}`).join(', '))
})

test.each(itemFlags)('imports set what is $words, which shows in log, rules, spaces and timeline', async (flag) => {
  const { client } = studio.owner
  const { space, collection, item, task, spareStatus } = await aTask(studio, flag.field)
  const column = `is_${flag.name}`
  await insert(client, 'task_blocks', {
    task_id: task.id,
    start_date: '2026-11-30',
    duration: 2,
    assignee_id: studio.member.id,
  })
  await client.from('item_tasks').update({ status_id: spareStatus.id }).eq('id', task.id)
  const made = { id: randomUUID(), collection_id: collection.id, title: 'sh020', [column]: true }
  const item_changes = [{ id: item.id, expected: { [column]: false }, fields: { [column]: true } }]

  await call(client, 'apply_import', { p_space_id: space.id, p_changes: { items: [made], item_changes } })

  const { tables } = await call<Tables>(client, 'pull_space', { p_space_id: space.id })
  const timeline = await call<Tables>(client, 'pull_timeline', { p_studio_id: studio.id })
  const { events } = await call<Events>(client, 'list_activity', { p_studio_id: studio.id, p_limit: 50 })
  const history = { p_studio_id: studio.id, p_project_id: space['project_id'] }
  const { rows } = readRuleHistory(await call<RuleHistoryWire>(client, 'get_rule_history', history))
  const planned = timeline.tables['timeline_tasks'] ?? {}
  expect(tables['items']?.[column]).toEqual([true, true])
  expect(planned[column]?.[planned['id']?.indexOf(task.id) ?? -1]).toBe(true)
  expect(events.find(({ kind }) => kind === 'item.changed')?.new).toMatchObject({ [column]: true })
  expect(rows.items.find(({ id }) => id === item.id)).toMatchObject({ [flag.field]: true })
})
