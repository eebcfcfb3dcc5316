import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stepAside } from '#core/boards/free-place.ts'
import { aStudio, aTask, type TestStudio } from '#tests/database/a-studio.ts'
import { startTestHost, type TestHost } from '#tests/host/start-test-host.ts'

let host: TestHost
let studio: TestStudio
beforeAll(async () => {
  host = await startTestHost()
  studio = await aStudio(host)
})
afterAll(() => host.close())

const note = { type: 'text', text: 'Mood', x: 0, y: 0, width: 200, height: 40 }

async function aBoard() {
  const { item } = await aTask(studio)
  const owner = String(item['id'])
  const change = async (changes: readonly object[], operation = randomUUID(), who = studio.owner) =>
    await who.client.rpc('change_board', { p_owner_id: owner, p_changes: changes, p_operation_id: operation })
  const pull = async (since = 0) =>
    (await studio.viewer.client.rpc('pull_board', { p_owner_id: owner, p_since: since })).data
  const places = async (): Promise<Record<string, unknown>> => {
    const { id, x, y } = (await pull()).tables.canvas_items as Record<'id' | 'x' | 'y', string[]>
    return Object.fromEntries(id.map((each, at) => [each, [x[at], y[at]]]))
  }
  return { owner, change, pull, places }
}

test('a board is created with its first object; a repeat changes nothing', async () => {
  const { change, pull } = await aBoard()
  const [id, operation] = [randomUUID(), randomUUID()]
  const before = await pull()

  const first = await change([{ id, kind: 'add', fields: note }], operation)
  const again = await change([{ id, kind: 'add', fields: note }], operation)

  expect(before).toMatchObject({ full: true, tables: { boards: { id: [] }, canvas_items: { id: [] } } })
  expect(first.error).toBeNull()
  expect(again.data).toEqual(first.data)
  expect(await pull()).toMatchObject({ tables: { canvas_items: { id: [id], text: ['Mood'], opacity: [1] } } })
})

test('the last change of a board object’s field wins, and a guarded change or removal of a changed object is skipped', async () => {
  const { change, pull } = await aBoard()
  const id = randomUUID()
  await change([{ id, kind: 'add', fields: note }])
  await change([{ id, kind: 'set', fields: { x: 10, y: 20 } }])
  await change([{ id, kind: 'set', fields: { y: 99 } }])

  const undone = await change([{ id, kind: 'set', fields: { x: 0, y: 0 }, expected: { x: 10, y: 20 } }])
  const kept = await change([{ id, kind: 'remove', expected: { y: 20 } }])

  expect(undone.data).toMatchObject({ skipped: [{ item_id: id, reason: 'conflict' }] })
  expect(kept.data).toMatchObject({ skipped: [{ item_id: id, reason: 'conflict' }] })
  expect(await pull()).toMatchObject({ tables: { canvas_items: { id: [id], x: [0], y: [99] } } })
})

test('objects added apart move aside together and cover nothing', async () => {
  const { change, places } = await aBoard()
  const [mine, one, two, there] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  await Promise.all([
    change([{ id: mine, kind: 'add', fields: { ...note, x: 30 }, apart: true }]),
    change([{ id: there, kind: 'add', fields: { ...note, x: 300 } }]),
  ])

  const operation = randomUUID()
  const laid = [
    { id: one, kind: 'add', fields: note, apart: true },
    { id: two, kind: 'add', fields: { ...note, y: 60 }, apart: true },
  ]
  await change(laid, operation, studio.lead)
  await change(laid, operation, studio.lead)

  expect(await places()).toEqual({ [mine]: [30, 0], [there]: [300, 0], [one]: [520, 0], [two]: [520, 60] })
})

test('objects added apart get the position the app predicts', async () => {
  const side = fc.double({ min: 1, max: 300, noNaN: true })
  const place = fc.double({ min: -400, max: 400, noNaN: true })
  const aBox = fc.record({ x: place, y: place, width: side, height: side })
  const boards = fc.sample(fc.tuple(fc.array(aBox, { minLength: 1, maxLength: 12 }), aBox), { numRuns: 40, seed: 7 })

  let movedCount = 0
  for (const [there, box] of boards) {
    const { change, places } = await aBoard()
    const id = randomUUID()
    await change(there.map((fields) => ({ id: randomUUID(), kind: 'add', fields: { ...note, ...fields } })))
    await change([{ id, kind: 'add', fields: { ...note, ...box }, apart: true }])
    const { x, y } = stepAside(box, there)
    if (x !== box.x || y !== box.y) movedCount += 1
    expect({ there, box, at: (await places())[id] }).toEqual({ there, box, at: [box.x + (x - box.x), y] })
  }
  expect(movedCount).toBeGreaterThan(10)
})

test('an object added apart to a very wide row goes below everything', async () => {
  const { change, places } = await aBoard()
  const row = Array.from({ length: 120 }, (_, at) => ({ ...note, x: at * 210 }))
  await change(row.map((fields) => ({ id: randomUUID(), kind: 'add', fields })))
  const id = randomUUID()

  await change([{ id, kind: 'add', fields: { ...note, x: 5 }, apart: true }])

  expect((await places())[id]).toEqual([5, 60])
})

test('a pull since a revision contains changed, removed and re-added board objects', async () => {
  const { change, pull } = await aBoard()
  const [one, two] = [randomUUID(), randomUUID()]
  const { data } = await change([one, two].map((id) => ({ id, kind: 'add', fields: note })))
  await change([
    { id: one, kind: 'remove' },
    { id: two, kind: 'set', fields: { x: 5 } },
  ])

  const since = await pull(data.rev)
  await change([{ id: one, kind: 'add', fields: note }])
  const back = await pull(since.rev)

  expect(since).toMatchObject({ full: false, tables: { canvas_items: { id: [two], x: [5] } } })
  expect(since.deleted.canvas_items).toContain(one)
  expect(back.tables.canvas_items.id).toEqual([one])
})

test.each([
  ['nothing', []],
  ['one id twice', ['a', 'b'].map(() => ({ id: '00000000-0000-4000-8000-000000000001', kind: 'add', fields: note }))],
  ['an unknown kind', [{ id: randomUUID(), kind: 'fold', fields: {} }]],
  ['no width', [{ id: randomUUID(), kind: 'add', fields: { ...note, width: 0 } }]],
  ['too much opacity', [{ id: randomUUID(), kind: 'add', fields: { ...note, opacity: 2 } }]],
  ['words for a number', [{ id: randomUUID(), kind: 'add', fields: { ...note, x: 'left' } }]],
])('a board change with %s is refused', async (_, changes) => {
  const { change } = await aBoard()

  expect((await change(changes)).error).toMatchObject({ code: '22023' })
})

test('viewers cannot change a board, and nobody adds media they cannot see', async () => {
  const { change } = await aBoard()
  const add = { id: randomUUID(), kind: 'add', fields: note }

  expect((await change([add], randomUUID(), studio.viewer)).error).toMatchObject({ code: '42501' })
  const unknown = { ...add, fields: { ...note, type: 'image', media_id: randomUUID() } }
  expect((await change([unknown])).error).toMatchObject({ code: 'P0002' })
})
