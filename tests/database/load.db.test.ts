import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestHost, TestUser } from '#tests/host/start-test-host.ts'
import { startTestHost } from '#tests/host/start-test-host.ts'
import { aStudio, aTask, roleId } from './a-studio.ts'

const clients = 16
const rounds = 12

type Person = TestUser & { studioId: string; taskId: string; statusIds: string[] }

let host: TestHost
let people: Person[]

// Four studios with four people each: a mix-up shows as somebody else's response, within a studio and across.
beforeAll(async () => {
  host = await startTestHost()
  people = []
  for (let n = 0; n < clients / 4; n += 1) {
    const studio = await aStudio(host, `Studio ${n}`)
    const { task, status, spareStatus } = await aTask(studio)
    const second = await host.admin.createUser()
    await host.admin.client
      .from('studio_members')
      .insert({ studio_id: studio.id, user_id: second.id, role_id: roleId('member') })
    for (const user of [studio.owner, studio.admin, studio.member, second])
      people.push({
        ...user,
        studioId: studio.id,
        taskId: task.id,
        statusIds: [String(status.id), String(spareStatus.id)],
      })
  }
})
afterAll(() => host?.close())

type Answer = { data: unknown; error: { message: string } | null; status: number }

/** Lists one person's requests of a round, each with a check that the response is theirs. */
function* listAsks(
  person: Person,
  round: number,
): Generator<[ask: () => PromiseLike<Answer>, isOwn: (data: unknown) => boolean]> {
  const { client, id, studioId, taskId, statusIds } = person
  const said = `${person.email} in round ${round}`
  yield [
    () => client.from('user_profiles').select('id, email').eq('id', id).single(),
    (data) => text(data).includes(id),
  ]
  yield [
    () =>
      client
        .from('user_preferences')
        .upsert({ user_id: id, key: 'load', value: { said } })
        .select('user_id, value')
        .single(),
    (data) => text(data) === text({ user_id: id, value: { said } }),
  ]
  yield [
    () => client.from('user_preferences').select('user_id, value'),
    (data) => text(data) === text([{ user_id: id, value: { said } }]),
  ]
  yield [
    () =>
      client.rpc('set_tasks_status', {
        p_task_ids: [taskId],
        p_status_id: statusIds[round % 2],
        p_operation_id: crypto.randomUUID(),
      }),
    () => true,
  ]
  yield [() => client.from('studios').select('id'), (data) => text(data) === text([{ id: studioId }])]
  yield [
    () => client.rpc('pull_studio', { p_studio_id: studioId, p_since: 0 }),
    (data) => text(data).includes(studioId),
  ]
  yield [
    () => client.from('item_tasks').select('id, studio_id'),
    (data) => text(data) === text([{ id: taskId, studio_id: studioId }]),
  ]
}

const text = (value: unknown): string => JSON.stringify(value)

test(`${clients} people reading and writing at once each get their own responses, without failures`, async () => {
  const surprises: string[] = []
  const durations: number[] = []

  await Promise.all(
    people.map(async (person) => {
      for (let round = 0; round < rounds; round += 1)
        for (const [ask, isOwn] of listAsks(person, round)) {
          const start = performance.now()
          const { data, error, status } = await ask()
          durations.push(performance.now() - start)
          if (error !== null || status >= 400 || !isOwn(data))
            surprises.push(`${person.email}: ${status} ${error?.message} ${text(data)}`)
        }
    }),
  )

  const sorted = durations.toSorted((a, b) => a - b)
  const at = (share: number): string => `${Math.round(sorted[Math.floor(sorted.length * share)] ?? 0)} ms`
  console.info(`${host.database.kind}: ${sorted.length} requests, p50 ${at(0.5)}, p99 ${at(0.99)}`)
  expect(surprises).toEqual([])
  expect(durations).toHaveLength(clients * rounds * 7)
  const authors = await host.database.query<{ n: number }>(
    `select count(*)::int as n from public.comments c join public.studio_members m on m.studio_id = c.studio_id and m.user_id = c.created_by`,
  )
  const all = await host.database.query<{ n: number }>('select count(*)::int as n from public.comments')
  expect(authors).toEqual(all)
})
