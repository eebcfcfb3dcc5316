import { permissions } from '#core/schema/role-permissions.ts'
import { roleNames } from '#core/schema/user-roles.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultStatuses } from '#core/studios/default-statuses.ts'
import { defaultStages } from '#core/studios/default-stages.ts'
import { maxEstimateHours } from '#core/tasks/estimate.ts'
import { toSlug } from '#core/lib/slug.ts'
import { formatTimeSpent } from '#core/timesheet/time-spent.ts'
import type { TestHost } from '#tests/host/start-test-host.ts'
import { startTestHost } from '#tests/host/start-test-host.ts'

let host: TestHost

beforeAll(async () => {
  host = await startTestHost()
})
afterAll(() => host.close())

async function one<Value>(expression: string, parameters: readonly unknown[] = []): Promise<Value> {
  const [row] = await host.database.query<{ value: Value }>(`select ${expression} as value`, parameters)
  if (row === undefined) throw new Error('A select without a table answers one row')
  return row.value
}

test('slugs are the same in the database and in the app', async () => {
  const names = fc.array(fc.string({ unit: 'grapheme', maxLength: 90 }), { minLength: 40, maxLength: 40 })
  const fixed = [
    'The Salt Road',
    'Ærø – Straße №5',
    '  ',
    '---',
    'Épisode 2: l’été',
    'x'.repeat(80),
    `${'a-'.repeat(40)}`,
    'ŁÓDŹ',
    '日本',
    'İstanbul',
    'Å',
  ]
  await fc.assert(
    fc.asyncProperty(names, async (random) => {
      const all = [...fixed, ...random.map((name) => name.replaceAll('\0', ''))]

      const theirs = await one<string[]>(
        'array(select private.make_slug(n) from unnest($1::text[]) with ordinality as u (n, i) order by i)',
        [all],
      )

      expect(theirs.map((slug, index) => [all[index], slug])).toEqual(all.map((name) => [name, toSlug(name)]))
    }),
    { numRuns: 25 },
  )
})

test('the database parses every time the app writes as the same minutes', async () => {
  for (const minutes of [1, 10, 59, 60, 61, 150, 480, 6000]) {
    expect(await one<number>('private.time_spent_minutes($1)', [formatTimeSpent(minutes)])).toBe(minutes)
  }
  for (const malformed of ['2', 'h', '1m 2h', '-1h', '1.5h', 'two hours']) {
    expect(await one<number | null>('private.time_spent_minutes($1)', [malformed])).toBeNull()
  }
})

test('roles, permissions and limits are the same in the database and in the app', async () => {
  expect(await one<string[]>('array(select name from public.user_roles order by hierarchy_level)')).toEqual([
    ...roleNames,
  ])
  const [check] = await host.database.query<{ text: string }>(
    `select pg_get_constraintdef(oid) as text from pg_constraint where conname = 'role_permissions_permission_check'`,
  )
  for (const permission of permissions) expect(check?.text).toContain(`'${permission}'`)
  expect(check?.text.match(/'[a-z_]+'/g)).toHaveLength(permissions.length)
  const [hours] = await host.database.query<{ text: string }>(
    `select pg_get_constraintdef(oid) as text from pg_constraint where conname = 'task_estimations_estimated_hours_check'`,
  )
  expect(hours?.text).toContain(String(maxEstimateHours))
})

test('a new studio starts with the catalogue the app knows', async () => {
  const ana = await host.admin.createUser()
  const { data: studio } = await ana.client.rpc('create_studio', { p_name: 'Northlight' })
  const { id } = (Array.isArray(studio) ? studio[0] : studio) as { id: string } // the studio row

  const statuses = await ana.client
    .from('task_statuses')
    .select('name, short_code, color, is_done, is_default')
    .eq('studio_id', id)
    .order('position')
  const stages = await ana.client
    .from('stages')
    .select('name, category, order_index')
    .eq('studio_id', id)
    .order('order_index')

  expect(statuses.data).toEqual(
    defaultStatuses.map(({ name, shortCode, color, isDone, isDefault }) => ({
      name,
      short_code: shortCode,
      color,
      is_done: isDone,
      is_default: isDefault,
    })),
  )
  expect(stages.data).toEqual(
    defaultStages.map(({ name, category }, index) => ({ name, category, order_index: (index + 1) * 10 })),
  )
})
