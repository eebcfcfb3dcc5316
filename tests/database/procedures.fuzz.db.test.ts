import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestHost, TestUser } from '#tests/host/start-test-host.ts'
import { startTestHost } from '#tests/host/start-test-host.ts'
import type { TestStudio } from './a-studio.ts'
import { aStudio, aTask } from './a-studio.ts'

let host: TestHost
let studio: TestStudio
let procedures: Procedure[]
let knownIds: string[]

type Procedure = { name: string; args: { name: string; type: string }[] }

beforeAll(async () => {
  host = await startTestHost()
  studio = await aStudio(host)
  const shot = await aTask(studio)
  const rows = [shot.project, shot.space, shot.collection, shot.item, shot.task, shot.stage, shot.spareStatus]
  knownIds = [studio.id, studio.owner.id, studio.viewer.id, ...rows.map((row) => row.id as string)] // id columns
  procedures = await host.database.query<Procedure>(`
    select p.proname as name, coalesce((
      select json_agg(json_build_object('name', p.proargnames[n], 'type', format_type(p.proargtypes[n - 1], null)) order by n)
      from generate_series(1, p.pronargs) as n), '[]') as args
    from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.prorettype <> 'trigger'::regtype
    order by p.proname`)
})
afterAll(() => host.close())

/**
 * Errors that the migrations document, and those of Postgres and PostgREST for values that cannot be parsed as their
 * type.
 */
const documented = new Set([
  '22023',
  '42501',
  'P0002',
  '23503',
  '23505',
  '42703',
  'rate_limited',
  '22P02',
  '22003',
  '22007',
  '22008',
  '22009',
  '22021',
  '22P05',
  '22000',
  'PGRST202',
  'PGRST102',
])

const junk = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    "'; drop table studios; --",
    '💥',
    'null',
    'NaN',
    'infinity',
    '-1',
    '[]',
    'x'.repeat(5000),
  ),
)
const id = fc.oneof(
  { weight: 4, arbitrary: fc.nat().map((n) => knownIds[n % knownIds.length]) },
  { weight: 2, arbitrary: fc.uuid() },
  junk,
)

/** Objects with the keys that procedures look for, some missing and any of them wrong. */
const someObject = fc.record(
  {
    id,
    item_id: id,
    stage_id: id,
    order_rank: fc.oneof(fc.double(), junk),
    tasks: fc.array(fc.record({ id, stage_id: id })),
    title: junk,
    filename: junk,
    content_type: fc.constantFrom('image/png', 'x'),
    size_bytes: fc.oneof(fc.integer(), junk),
    width: fc.oneof(fc.integer(), junk),
    sha256: junk,
    frame_rate: fc.constantFrom('24000/1001', '0/0', 'x'),
    kind: fc.constantFrom('revision', 'entry', 'x'),
    task_id: id,
    started_at: fc.oneof(fc.constantFrom('2026-03-02T10:00:00Z', 'infinity', '0000-01-01'), junk),
    minutes: fc.oneof(fc.integer({ min: -5, max: 7000 }), fc.constant(null), junk),
    is_deleted: fc.oneof(fc.boolean(), junk),
  },
  { requiredKeys: [] },
)

function valueOf(type: string): fc.Arbitrary<unknown> {
  if (type.endsWith('[]'))
    return fc.oneof(fc.array(valueOf(type.slice(0, -2)), { maxLength: 4 }), fc.constant(null), junk)
  const values: Record<string, fc.Arbitrary<unknown>> = {
    uuid: id,
    text: fc.oneof(
      junk,
      fc.constantFrom('status_id', 'assignee_id', 'due_date', '2h 30m', 'studio-feed', 'REVISION_ADD'),
    ),
    boolean: fc.oneof(fc.boolean(), junk),
    'timestamp with time zone': fc.oneof(fc.constantFrom('2026-11-21T10:00:00Z', '-infinity', '9999999-01-01'), junk),
    date: fc.oneof(fc.constantFrom('2026-11-21', '0000-00-00', 'infinity'), junk),
    jsonb: fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.array(someObject, { maxLength: 3 }), someObject),
  }
  const number = fc.oneof(fc.integer(), fc.double(), fc.constantFrom(0, 1, -1, 2 ** 31, 2 ** 63, 1e300), junk)
  return fc.oneof({ weight: 8, arbitrary: values[type] ?? number }, { weight: 1, arbitrary: fc.constant(null) })
}

test(
  'garbage in any argument of any procedure is refused as documented and breaks nothing',
  { timeout: 400_000 },
  async () => {
    const people = [studio.owner, studio.member, studio.viewer, studio.outsider]
    const surprises: unknown[] = []
    expect(procedures.length).toBeGreaterThan(40)

    for (const { name, args } of procedures) {
      const someCall = fc.record({
        who: fc.constantFrom<TestUser[]>(...people),
        values: fc.record(Object.fromEntries(args.map((arg) => [arg.name, valueOf(arg.type)]))),
      })
      const calls = fc.sample(someCall, {
        numRuns: args.length === 0 ? 1 : 80,
        seed: Number(process.env['SEED'] ?? 20_261_121),
      })
      const call = async ({ who, values }: (typeof calls)[number]): Promise<void> => {
        const { error, status } = await who.client.rpc(name, values)
        if (status >= 500 || (error && !documented.has(error.code))) surprises.push({ name, values, status, error })
      }
      // People one after the other, all procedures at once.
      await Promise.all(
        people.map(async (person) => {
          for (const each of calls) if (each.who === person) await call(each)
        }),
      )
    }

    expect(surprises).toEqual([])
  },
)
