import { permissions } from '#core/schema/role-permissions.ts'
import { roleNames } from '#core/schema/user-roles.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventKindOf } from '#core/rules/evaluate-rule.ts'
import { triggerKinds, type RuleAction } from '#core/rules/rule.ts'
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

test('triggers of rules are the same in the database and in the app, and answer the same events', async () => {
  const [check] = await host.database.query<{ text: string }>(
    `select pg_get_constraintdef(oid) as text from pg_constraint where conname = 'rules_trigger_shape_check'`,
  )
  const known = Array.from(check?.text.matchAll(/'([a-z_]+)'::text/g) ?? [], ([, kind]) => kind)

  expect(new Set(known.filter((kind) => kind !== 'kind'))).toEqual(new Set(triggerKinds))
  for (const kind of triggerKinds) {
    expect([kind, await one('private.rule_kinds($1)', [{ kind }])]).toEqual([kind, [eventKindOf[kind]]])
  }
})

test('the database accepts every action of a rule', async () => {
  const actions: { readonly [Kind in RuleAction['do']]: Extract<RuleAction, { do: Kind }> } = {
    set_status: { do: 'set_status', status: 'id', on: 'this' },
    start_next: { do: 'start_next', status: 'id' },
    assign: { do: 'assign', who: 'artist', on: 'this' },
    set_field: { do: 'set_field', key: 'camera', value: 'A', on: 'this' },
    notify: { do: 'notify', who: ['assignee'], text: 'Done' },
    comment: { do: 'comment', text: 'Done' },
    call: { do: 'call', webhook: 'id' },
  }

  for (const action of Object.values(actions)) {
    const problem = await one('private.rule_problem($1, $2)', [{ kind: 'revision_posted' }, JSON.stringify([action])])
    expect([action.do, problem]).toEqual([action.do, null])
  }
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
