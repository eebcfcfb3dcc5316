import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { dryRun } from '#core/rules/dry-run.ts'
import { readRuleHistory, type RuleHistoryWire } from '#core/rules/read-rule-rows.ts'
import type { RuleAction, RuleTrigger } from '#core/rules/rule.ts'
import { handler } from '#supabase/functions/run-rules/handler.ts'
import { startTestHost, type TestHost } from '#tests/host/start-test-host.ts'
import { aStudio, aTask, call, insert, refusal, roleId, type TestStudio } from './a-studio.ts'

let host: TestHost
let studio: TestStudio
let shot: Awaited<ReturnType<typeof aTask>>
/** The shot's task of the next stage. */
let next: { id: string }
let done: { id: string }

beforeAll(async () => {
  host = await startTestHost()
  // Disable the host's own workers: the tests trigger each run.
  for (const name of ['has_rule_work', 'has_deliveries'])
    await host.database.execute(
      `create or replace function public.${name}() returns boolean language sql stable as 'select false'`,
    )
  studio = await aStudio(host)
  const [row] = await host.database.query<{ id: string }>(
    'select id from public.task_statuses where studio_id = $1 and is_done limit 1',
    [studio.id],
  )
  if (row === undefined) throw new Error('The studio has no status that is done')
  done = row
})
beforeEach(async () => {
  shot = await aTask(studio)
  next = await insert(studio.owner.client, 'item_tasks', {
    item_id: shot.item.id,
    stage_id: shot.spareStage.id,
    status_id: shot.status.id,
  })
})
afterEach(async () => {
  await run()
  await host.database.execute(`do $$ begin delete from public.rules; end $$`)
})
afterAll(() => host?.close())

type Given = { trigger?: RuleTrigger; actions?: RuleAction[]; condition?: string; active?: boolean; id?: string }
type Saved = { id: string; is_active: boolean; stopped: string; runs: number; author: string; last: object | null }

async function aRule({ trigger, actions, condition = '', active = true, id }: Given = {}, who = studio.owner) {
  return await call<Saved>(who.client, 'save_rule', {
    p_studio_id: studio.id,
    p_id: id ?? randomUUID(),
    p_name: 'Next stage',
    p_trigger: trigger ?? { kind: 'status_changed', status: 'done' },
    p_condition: condition,
    p_actions: actions ?? [{ do: 'start_next', status: shot.spareStatus.id }],
    p_is_active: active,
  })
}

/** Runs the host's worker, as each second. */
async function run(): Promise<{ events: number; done: number; problems: string[] }> {
  const headers = { authorization: `Bearer ${host.keys.serviceKey}` }
  const { publishableKey, serviceKey } = host.keys
  const context = { supabaseUrl: host.url, publishableKey, serviceKey, env: {}, now: () => new Date() }
  const response = await handler(new Request(host.url, { method: 'POST', headers, body: '{}' }), context)
  if (!response.ok) throw new Error(await response.text())
  return await response.json()
}

const setStatus = async (statusId: string, who = studio.member, taskId = shot.task.id) =>
  await call(who.client, 'set_tasks_status', {
    p_task_ids: [taskId],
    p_status_id: statusId,
    p_operation_id: randomUUID(),
  })
const statusOf = async (taskId: string) =>
  (await studio.owner.client.from('item_tasks').select('status_id').eq('id', taskId).single()).data?.status_id
const rules = async () => await call<Saved[]>(studio.owner.client, 'list_rules', { p_studio_id: studio.id })
const toldByRules = async (client: TestStudio['owner']['client']): Promise<string[]> => {
  type Notice = { type: string; data: { excerpt: string } }
  const notices = await call<Notice[]>(client, 'list_notifications', { p_studio_id: studio.id })
  return notices.filter(({ type }) => type === 'rule').map(({ data }) => data.excerpt)
}
const eventsOf = async (taskId: string, kind = 'task.status_changed') => {
  const args = { p_studio_id: studio.id, p_task_id: taskId, p_kinds: [kind] }
  type Event = { seq: number; cause?: number; depth: number; actor: { kind: string; name: string } }
  return (await call<{ events: Event[] }>(studio.owner.client, 'list_activity', args)).events
}

test('a rule acts once, is logged with its cause, and one undo reverts the chain', async () => {
  await setStatus(done.id)
  await aRule()
  await setStatus(shot.status.id)
  await setStatus(done.id)

  // The rule's change is an event too.
  expect(await run()).toEqual({ events: 3, done: 1, problems: [] })
  expect(await run()).toEqual({ events: 0, done: 0, problems: [] })

  expect(await statusOf(next.id)).toBe(shot.spareStatus.id)
  const [cause] = await eventsOf(shot.task.id)
  const consequences = await eventsOf(next.id)
  expect(consequences).toMatchObject([{ cause: cause?.seq, depth: 1, actor: { kind: 'rule', name: 'Next stage' } }])
  expect((await rules())[0]).toMatchObject({ runs: 1, last: { about: `sh010 · ${shot.stage.name}`, changed: 1 } })

  await call(studio.member.client, 'undo_operation', {
    p_studio_id: studio.id,
    p_seq: cause?.seq,
    p_operation_id: randomUUID(),
  })
  await run()
  expect([await statusOf(shot.task.id), await statusOf(next.id)]).toEqual([shot.status.id, shot.status.id])
})

test('a repeated event and two workers at once change once', async () => {
  const comment: RuleAction = { do: 'comment', text: 'Ready for you' }
  await aRule({ actions: [comment, { do: 'start_next', status: shot.spareStatus.id }] })
  await setStatus(done.id)
  const cursor = await host.database.query<{ cursor: string }>('select cursor from private.rule_cursors')

  await Promise.all([run(), run(), run()])
  await host.database.query(`update private.rule_cursors set cursor = $1, leased_until = '-infinity'`, [
    cursor[0]?.cursor,
  ])
  await setStatus(shot.status.id, studio.member, next.id)
  await run()

  const { data } = await studio.owner.client.from('comments').select('content').eq('content', 'Ready for you')
  expect(data).toHaveLength(1)
  // A person's later change stays.
  expect(await statusOf(next.id)).toBe(shot.status.id)
})

test('two rules that trigger each other stop after five steps, and the owner is told', async () => {
  const flip = async (from: string, to: string) =>
    await aRule({
      trigger: { kind: 'status_changed', status: from },
      actions: [{ do: 'set_status', status: to, on: 'this' }],
    })
  await flip(shot.status.id, shot.spareStatus.id)
  await flip(shot.spareStatus.id, shot.status.id)
  await setStatus(shot.spareStatus.id)

  await run()

  const depths = (await eventsOf(shot.task.id)).map(({ depth }) => depth)
  expect(depths.toReversed()).toEqual([0, 1, 2, 3, 4, 5])
  const stopped = (await rules()).filter((rule) => rule.stopped !== '')
  expect(stopped).toMatchObject([{ is_active: false, stopped: expect.stringContaining('without end at sh010') }])
  expect(await toldByRules(studio.owner.client)).toContainEqual(
    expect.stringContaining('The rule “Next stage” stopped: rules answer each other'),
  )
})

test('a rule has its author’s rights: it stops when they leave, and skips a closed project', async () => {
  const { owner, admin } = studio
  await aRule({}, admin)
  await owner.client
    .from('project_role_access')
    .insert({ project_id: shot.project.id, role_id: roleId('admin'), is_allowed: false })
  await host.database.query(
    `update public.role_permissions set is_allowed = false
     where studio_id = $1 and role_id = $2 and permission = 'view_all_projects'`,
    [studio.id, roleId('admin')],
  )
  await setStatus(done.id, owner)
  await run()
  expect(await statusOf(next.id)).toBe(shot.status.id)

  await owner.client.from('project_role_access').delete().eq('project_id', shot.project.id)
  const archive = async (archived_at: string | null) =>
    await owner.client.from('studio_members').update({ archived_at }).match({ studio_id: studio.id, user_id: admin.id })
  await archive(new Date().toISOString())
  await setStatus(shot.status.id, owner)
  await setStatus(done.id, owner)
  await run()
  expect(await statusOf(next.id)).toBe(shot.status.id)
  const [rule] = await rules()
  expect(rule).toMatchObject({ is_active: false, stopped: expect.stringContaining('its author left') })

  // Taken over, it continues from then on in the new author's name.
  expect(await aRule({ id: rule?.id ?? '' })).toMatchObject({ author: 'Olga Owner', stopped: '', is_active: true })
  await archive(null)
})

test('deleting a status stops the rule that sets it, and nothing is changed', async () => {
  const status = await insert(studio.owner.client, 'task_statuses', { studio_id: studio.id, name: 'Passing' })
  await aRule({ actions: [{ do: 'start_next', status: status.id }] })
  await studio.owner.client.from('task_statuses').delete().eq('id', status.id)
  await setStatus(done.id)

  await run()

  expect((await rules())[0]).toMatchObject({ is_active: false, stopped: 'the status it sets is gone' })
  expect(await statusOf(next.id)).toBe(shot.status.id)
})

test('a failing rule step leaves nothing behind and says why, and other rules continue', async () => {
  const bad: RuleAction = { do: 'set_field', key: 'nowhere', value: 'x', on: 'this' }
  const rule = await aRule({ actions: [{ do: 'start_next', status: shot.spareStatus.id }] })
  await setStatus(done.id)
  const [event] = await eventsOf(shot.task.id)
  const set = { do: 'set_status', taskId: next.id, statusId: shot.spareStatus.id }
  const steps = [{ ruleId: rule.id, seq: event?.seq, changes: [set, { ...bad, itemId: shot.item.id }] }]

  const args = { p_studio_id: studio.id, p_until: null, p_steps: steps }
  const answer = await call<{ done: number; problems: string[] }>(host.admin.client, 'apply_rule_steps', args)

  expect(answer).toEqual({ done: 0, problems: [expect.stringContaining('Next stage: ')] })
  expect(await statusOf(next.id)).toBe(shot.status.id)
  expect((await rules())[0]).toMatchObject({ last: { changed: 0, problem: expect.stringMatching(/nowhere|field/i) } })
})

test('a rule assigns, sets fields, notifies people including its author, and calls a webhook', async () => {
  const { owner, member } = studio
  await insert(owner.client, 'field_definitions', {
    studio_id: studio.id,
    key: 'approved',
    name: 'Approved',
    kind: 'checkbox',
  })
  const webhook = await call<{ id: string }>(owner.client, 'save_webhook', {
    p_studio_id: studio.id,
    p_id: randomUUID(),
    p_name: 'Farm',
    p_url: 'https://farm.example',
    p_kinds: ['review'],
  })
  await aRule({
    trigger: { kind: 'all_of_group', group: 'item', how: 'any' },
    actions: [
      { do: 'assign', who: member.id, on: 'next' },
      { do: 'set_field', key: 'approved', value: true, on: 'this' },
      { do: 'notify', who: ['owners'], text: 'The first one is done' },
      { do: 'call', webhook: webhook.id },
    ],
  })
  await setStatus(done.id)
  expect(await run()).toMatchObject({ done: 1, problems: [] })

  const { data: task } = await owner.client.from('item_tasks').select('assignee_id').eq('id', next.id).single()
  const { data: item } = await owner.client.from('items').select('fields').eq('id', shot.item.id).single()
  const deliveries = await call<{ kind: string }[]>(owner.client, 'list_deliveries', { p_webhook_id: webhook.id })
  expect(task?.assignee_id).toBe(member.id)
  expect(item?.fields).toEqual({ approved: true })
  expect(deliveries).toMatchObject([{ kind: 'task.status_changed' }])
  expect(await toldByRules(owner.client)).toContain('The first one is done')
})

test('a rule sets the next task’s field from a changed task field, and is undone as one step', async () => {
  const { owner, member } = studio
  const aField = async (key: string, more: object = {}) =>
    await insert(owner.client, 'field_definitions', {
      studio_id: studio.id,
      of: 'task',
      key,
      name: key,
      kind: 'text',
      ...more,
    })
  await aField('vendor', { kind: 'choice', options: [{ id: 'north', name: 'North', color: '#448844' }] })
  await aField('note')
  await aField('hidden', { read_floor: 'lead' })
  const fieldsOf = async (id: string) => {
    const { data } = await owner.client.from('item_tasks').select('fields').eq('id', id).single()
    return data?.fields
  }
  const setFields = async (values: object) =>
    await call(member.client, 'set_fields', {
      p_of: 'task',
      p_changes: [{ id: shot.task.id, values }],
      p_operation_id: randomUUID(),
    })
  const trigger: RuleTrigger = { kind: 'field_changed', key: 'vendor', stage: String(shot.stage.id) }
  const actions: RuleAction[] = [{ do: 'set_field', key: 'note', value: 'as before', on: 'next' }]
  await aRule({ trigger, actions, condition: 'vendor == "North" && empty(next.note)' })
  const history = readRuleHistory(
    await call<RuleHistoryWire>(owner.client, 'get_rule_history', { p_studio_id: studio.id, p_days: 0 }),
  )

  await setFields({ note: 'mine' })
  expect(await run()).toMatchObject({ done: 0, problems: [] })
  await setFields({ vendor: 'north' })
  expect(await run()).toMatchObject({ done: 1, problems: [] })

  expect([await fieldsOf(shot.task.id), await fieldsOf(next.id)]).toEqual([
    { note: 'mine', vendor: 'north' },
    { note: 'as before' },
  ])
  // The next event is about a task with a note.
  await setFields({ vendor: null })
  await setFields({ vendor: 'north' })
  expect(await run()).toMatchObject({ done: 0 })
  expect(history.rows.fields.filter(({ of }) => of === 'task').map(({ key }) => key)).toEqual(['note', 'vendor'])
  const now = readRuleHistory(
    await call<RuleHistoryWire>(owner.client, 'get_rule_history', { p_studio_id: studio.id, p_days: 1 }),
  )
  const tried = dryRun(
    { name: '', trigger, condition: '', actions: [{ do: 'set_field', key: 'note', value: 'x', on: 'all' }] },
    now,
  )
  expect(tried.changes.map(({ text }) => text)).toEqual(['set note = x', 'set note = x'])

  const [cause, ...earlier] = await eventsOf(shot.task.id, 'field.changed')
  const [consequence] = await eventsOf(next.id, 'field.changed')
  const first = earlier.find(({ seq }) => seq === consequence?.cause)
  expect(consequence).toMatchObject({ depth: 1, actor: { kind: 'rule' }, new: { key: 'note', value: 'as before' } })
  expect([cause?.seq, first?.seq]).not.toContain(undefined)
  await call(member.client, 'undo_operation', {
    p_studio_id: studio.id,
    p_seq: first?.seq,
    p_operation_id: randomUUID(),
  })
  expect(await fieldsOf(next.id)).toEqual({})
})

test('a date rule fires once, on its day in the author’s zone, and catches up on missed days', async () => {
  const { owner, member } = studio
  const due = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  await owner.client
    .from('item_tasks')
    .update({ due_date: due(1), assignee_id: member.id })
    .eq('id', shot.task.id)
  await owner.client
    .from('item_tasks')
    .update({ due_date: due(0), assignee_id: member.id })
    .eq('id', next.id)
  await host.database.query(`update public.user_profiles set time_zone = 'UTC' where id = $1`, [owner.id])
  await aRule({
    trigger: { kind: 'date_reached', days: 1 },
    actions: [{ do: 'comment', text: 'Due tomorrow' }],
  })
  const said = async () =>
    (await owner.client.from('comments').select('task_id').eq('content', 'Due tomorrow')).data?.map((c) => c.task_id)

  await run()
  await run()
  expect(await said()).toEqual([shot.task.id])
  await host.database.query(`update private.rule_days set day = day - 2`)
  await run()
  expect(await said()).toEqual(expect.arrayContaining([next.id]))
})

test('a group condition considers the whole collection, not only the event’s task', async () => {
  const { client } = studio.owner
  const other = await insert(client, 'items', { collection_id: shot.collection.id, title: 'sh020' })
  const task = { item_id: other.id, stage_id: shot.stage.id, status_id: shot.status.id }
  const open = await insert(client, 'item_tasks', task)
  await setStatus(done.id, studio.owner, next.id)
  const rule = await aRule({ condition: 'all(group, t, t.done)', actions: [{ do: 'comment', text: 'All is done' }] })
  const runs = async () => (await rules()).find(({ id }) => id === rule.id)?.runs

  await setStatus(done.id)
  await run()
  expect(await runs()).toBe(0)
  await setStatus(done.id, studio.owner, open.id)
  await run()
  expect(await runs()).toBe(1)
})

test('the last finished sequence finishes its episode, whatever other episodes do', async () => {
  const { client } = studio.owner
  const key = `final${shot.project.id.slice(0, 8)}`
  await insert(client, 'field_definitions', { studio_id: studio.id, of: 'item', key, name: 'Final', kind: 'checkbox' })
  const place = async (name: string, episode: string | null, type = 'sequence') => {
    const collection = await insert(client, 'collections', { space_id: shot.space.id, name, episode })
    const item = { collection_id: collection.id, title: name, item_type_id: type }
    return (await insert(client, 'items', item)).id
  }
  const [first, second] = [await place('SQ110', 'E101'), await place('SQ120', 'E101')]
  const episode = await place('E101', null, 'episode')
  await place('SQ210', 'E102')
  await place('E102', null, 'episode')
  await aRule({
    trigger: { kind: 'field_changed', key },
    condition: `type == "sequence" && all(sequences, s, s.${key})`,
    actions: [{ do: 'set_field', key, value: true, on: 'episode' }],
  })
  const finish = async (id: string) => {
    const p_changes = [{ id, values: { [key]: true } }]
    await call(studio.member.client, 'set_fields', { p_of: 'item', p_changes, p_operation_id: randomUUID() })
    await run()
    return (await client.from('items').select('fields').eq('id', episode).single()).data?.fields
  }

  expect(await finish(first)).toEqual({})
  expect(await finish(second)).toEqual({ [key]: true })
})

test('a task whose due date becomes tomorrow only today fires today, once', async () => {
  const { owner, member } = studio
  await host.database.query(`update public.user_profiles set time_zone = 'UTC' where id = $1`, [owner.id])
  await aRule({ trigger: { kind: 'date_reached', days: 1 }, actions: [{ do: 'comment', text: 'Tomorrow it is' }] })
  await run()
  const due = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const setDue = async (days: number) =>
    await owner.client
      .from('item_tasks')
      .update({ due_date: due(days), assignee_id: member.id })
      .eq('id', shot.task.id)
  const said = async () =>
    (await owner.client.from('comments').select('id').eq('content', 'Tomorrow it is').eq('task_id', shot.task.id)).data
      ?.length

  await setDue(0)
  await run()
  expect(await said()).toBe(0)
  for (const days of [1, 5, 1]) {
    await setDue(days)
    await run()
  }
  expect(await said()).toBe(1)
})

test('rules are for those who manage the studio’s users, and their worker for nobody signed in', async () => {
  const { id } = await aRule()
  const made = {
    p_studio_id: studio.id,
    p_id: randomUUID(),
    p_name: 'x',
    p_condition: '',
    p_trigger: { kind: 'revision_posted' },
    p_actions: [
      {
        do: 'comment',
        text: 'x',
      },
    ],
  }
  expect(await refusal(studio.member.client, 'save_rule', made)).toMatchObject({ code: '42501' })
  expect(await refusal(studio.outsider.client, 'save_rule', made)).toMatchObject({ code: 'P0002' })
  expect(await refusal(studio.member.client, 'delete_rule', { p_id: id })).toMatchObject({ code: 'P0002' })
  expect(await refusal(studio.member.client, 'list_rule_runs', { p_rule_id: id })).toMatchObject({ code: 'P0002' })
  expect(await call(studio.member.client, 'list_rules', { p_studio_id: studio.id })).toEqual([])
  for (const name of ['claim_rule_events', 'has_rule_work'])
    expect((await studio.owner.client.rpc(name)).error?.code).toBe('42501')
  const steps = { p_studio_id: studio.id, p_until: 1, p_steps: [] }
  expect(await refusal(studio.owner.client, 'apply_rule_steps', steps)).toMatchObject({ code: '42501' })
  for (const bad of [{ p_trigger: {} }, { p_actions: [] }, { p_actions: 'x' }, { p_name: ' ' }, { p_trigger: null }])
    expect(await refusal(studio.owner.client, 'save_rule', { ...made, ...bad })).toMatchObject({ code: '22023' })
})

test('an invalid rule is refused when saved, because it would block the rules of every studio', async () => {
  const action = { do: 'set_status', status: done.id, on: 'this' }
  const bad: readonly object[] = [
    { p_trigger: [] },
    { p_trigger: { kind: 'date_reached', days: 'soon' } },
    { p_trigger: { kind: 'date_reached', days: 1e12 } },
    { p_trigger: { kind: 'date_reached', days: 0.5 } },
    { p_trigger: { kind: 'status_changed', status: { id: done.id } } },
    { p_actions: [1] },
    { p_actions: [null] },
    { p_actions: [{ do: 'delete' }] },
    { p_actions: [action, { do: 'set_status', status: 7, on: 'this' }] },
    { p_actions: [{ do: 'notify', who: 'owners', text: '' }] },
    { p_actions: [{ do: 'notify', who: [null], text: '' }] },
    { p_actions: [{ do: 'call' }] },
  ]
  const taken: object[] = []
  for (const change of bad) {
    const rule = { p_studio_id: studio.id, p_id: randomUUID(), p_name: 'Bad', p_condition: '', p_is_active: true }
    const asked = { ...rule, p_trigger: { kind: 'status_changed' }, p_actions: [action], ...change }
    const { error } = await studio.owner.client.rpc('save_rule', asked)
    if (error?.code !== '22023') taken.push({ change, error })
  }

  expect(taken).toEqual([])
  await aRule()
  await setStatus(done.id)
  expect(await run()).toMatchObject({ done: 1, problems: [] })
})

test('a dry run over past events says what the worker then does', async () => {
  const rule = await aRule({ active: false })
  await setStatus(done.id)
  const history = readRuleHistory(
    await call<RuleHistoryWire>(studio.owner.client, 'get_rule_history', {
      p_studio_id: studio.id,
      p_project_id: shot.project.id,
    }),
  )
  const actions: RuleAction[] = [{ do: 'start_next', status: shot.spareStatus.id }]
  const text = {
    name: 'x',
    trigger: { kind: 'status_changed', status: 'done' },
    condition: 'next.status != ""',
    actions,
  }
  const tried = dryRun({ ...text, trigger: { kind: 'status_changed', status: 'done' } }, history)

  expect(tried).toMatchObject({
    fired: 1,
    changes: [{ id: next.id, name: `sh010 · ${shot.spareStage.name}` }],
    problem: undefined,
  })
  await aRule({ id: rule.id })
  // What happened while it was off stays unchanged.
  await run()
  expect(await statusOf(next.id)).toBe(shot.status.id)
})

test('rule rows contain ids of tasks that can be changed, and others only for conditions', async () => {
  const { owner, member } = studio
  const kind = { studio_id: studio.id, key: 'vehicle', name: 'Vehicle, own', item_type: 'asset' }
  const beside = await insert(owner.client, 'items', {
    collection_id: shot.collection.id,
    title: 'sh, 020',
    kind_id: (await insert(owner.client, 'item_kinds', kind)).id,
  })
  const gone = await host.admin.createUser()
  const membership = { studio_id: studio.id, user_id: gone.id, role_id: roleId('member') }
  expect(await host.admin.client.from('studio_members').insert(membership)).toMatchObject({ error: null })
  await insert(owner.client, 'item_tasks', {
    item_id: beside.id,
    stage_id: shot.stage.id,
    status_id: shot.status.id,
    assignee_id: gone.id,
    due_date: '2026-12-01',
    priority: 4,
  })
  await setStatus(done.id)
  await call(owner.client, 'set_member_archived', { p_studio_id: studio.id, p_user_id: gone.id })
  await owner.client.from('item_tasks').update({ assignee_id: member.id }).eq('id', next.id)

  const args = { p_studio_id: studio.id, p_project_id: shot.project.id, p_is_wide: true }
  const { rows } = readRuleHistory(await call<RuleHistoryWire>(owner.client, 'get_rule_history', args))

  const told = rows.tasks.filter(({ itemId }) => itemId === shot.item.id)
  expect(new Map(told.map(({ id, assigneeId }) => [id, assigneeId]))).toEqual(
    new Map([
      [shot.task.id, null],
      [next.id, member.id],
    ]),
  )
  expect(rows.kinds.map(({ name }) => name)).toContain('Vehicle, own')
  expect(rows.items.find(({ id }) => id === shot.item.id)?.kind).toBeNull()
  expect(rows.items.find(({ id }) => id === beside.id)).toMatchObject({
    name: 'sh, 020',
    kind: 'Vehicle, own',
    collectionId: shot.collection.id,
    projectId: shot.project.id,
  })
  expect(rows.tasks.find(({ itemId }) => itemId === beside.id)).toEqual({
    id: '',
    itemId: beside.id,
    stageId: shot.stage.id,
    statusId: shot.status.id,
    assigneeId: gone.id,
    artistId: null,
    dueDate: '2026-12-01',
    priority: 4,
    isDisabled: false,
    fields: {},
  })
})
