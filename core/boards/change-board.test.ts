import type { Undo } from '#core/change/context.ts'
import type { CanvasItemRow } from '#core/schema/canvas-items.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boardLimits } from './limits.ts'
import { makeUndoHistory, recordUndo, popPast, type UndoHistory } from '#core/change/undo-history.ts'
import { makeReplica, type WritableReplica } from '#core/sync/replica.ts'
import { makeBoardReplica, type BoardReplica } from './board-replica.ts'
import { anId } from '#core/testing/studio-fixture.ts'
import type { CanvasItemId, OperationId, ProjectId, StudioId } from '#core/lib/ids.ts'
import { undoSteps } from '#core/change/undo-steps.ts'
import { makeFakeClient } from '#core/testing/fake-client.ts'
import { changeBoard } from './change-board.ts'

const studioId = anId<StudioId>(1, 1)
const ownerId = anId<ProjectId>(2, 1)
const scope = `board:${ownerId}` as const
const itemId = (number: number) => anId<CanvasItemId>(8, number)

function anItem(number: number, overrides: Partial<CanvasItemRow> = {}): CanvasItemRow {
  return {
    id: itemId(number), type: 'text', mediaId: undefined, text: `note ${number}`, x: 0, y: 0, width: 200, height: 40,
    rotation: 0, zIndex: number, groupId: undefined, isLocked: false, opacity: 1, fontSize: 16, color: undefined, crop: undefined, ...overrides,
  } // prettier-ignore
}

/** One board that two people change; every write is applied at once. */
function aBoard(rows: readonly CanvasItemRow[]): {
  board: BoardReplica
  context: ReturnType<typeof makeFakeClient>
  rows: () => unknown
} {
  const replica: WritableReplica = makeReplica(scope)
  replica.merge({ rev: 1, full: true, tables: { canvas_items: rows }, deleted: {} }, new Set())
  let count = 0
  const context = makeFakeClient(replica, async ({ patches }) => {
    count += 1
    replica.addLayer(`write ${count}`, patches)
    return await Promise.resolve({ id: anId<OperationId>(98, count), answered: new Promise(() => undefined) })
  })
  const board = makeBoardReplica({ studioId, ownerId }, replica)
  return { board, context, rows: () => board.getItems() }
}

type Act =
  | { readonly kind: 'add'; readonly number: number }
  | { readonly kind: 'set'; readonly number: number; readonly field: 'x' | 'y' | 'rotation'; readonly value: number }
  | { readonly kind: 'remove'; readonly number: number }

const anAct: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), number: fc.integer({ min: 10, max: 14 }) }),
  fc.record({
    kind: fc.constant('set' as const),
    number: fc.integer({ min: 0, max: 4 }),
    field: fc.constantFrom('x' as const, 'y' as const, 'rotation' as const),
    value: fc.integer({ min: 1, max: 90 }),
  }),
  fc.record({ kind: fc.constant('remove' as const), number: fc.integer({ min: 0, max: 4 }) }),
)

async function act({ board, context }: ReturnType<typeof aBoard>, wanted: Act) {
  const id = itemId(wanted.number)
  if (wanted.kind === 'add' && board.find(id) !== undefined) return undefined
  const change =
    wanted.kind === 'add'
      ? { add: [anItem(wanted.number)] }
      : wanted.kind === 'remove'
        ? { remove: [id] }
        : { set: [{ id, fields: { [wanted.field]: wanted.value } }] }
  const done = await changeBoard({ board, label: 'Change', ...change }, context)
  return done.ok ? done.value.undo : undefined
}

async function undoAll(history: UndoHistory<Undo>, context: ReturnType<typeof makeFakeClient>): Promise<void> {
  for (let taken = popPast(history); taken !== undefined; taken = popPast(taken.history)) {
    await undoSteps(taken.entry, context.carryOut)
  }
}

test('undoing all of one’s own changes leaves the board as it was', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anAct, { maxLength: 20 }), async (acts) => {
      const here = aBoard([0, 1, 2, 3, 4].map((number) => anItem(number)))
      const before = JSON.stringify(here.rows())
      let mine = makeUndoHistory<Undo>(boardLimits.undoSteps)
      for (const wanted of acts) {
        const entry = await act(here, wanted)
        if (entry !== undefined) mine = recordUndo(mine, entry)
      }

      await undoAll(mine, here.context)

      expect(JSON.stringify(here.rows())).toBe(before)
    }),
    { numRuns: 60 },
  )
})

test('undo never reverts what somebody else did: their fields keep the value they last set', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.boolean(), anAct), { maxLength: 24 }), async (acts) => {
      const here = aBoard([0, 1, 2, 3, 4].map((number) => anItem(number)))
      let mine = makeUndoHistory<Undo>(boardLimits.undoSteps)
      const theirs = new Map<string, unknown>()
      for (const [isMine, wanted] of acts) {
        // The two set different values, so that no field looks untouched by chance.
        const own = wanted.kind === 'set' && !isMine ? { ...wanted, value: -wanted.value } : wanted
        const entry = await act(here, own)
        if (own.kind === 'set' && entry !== undefined) {
          if (isMine) theirs.delete(`${own.number}.${own.field}`)
          else theirs.set(`${own.number}.${own.field}`, own.value)
        }
        if (own.kind === 'remove')
          for (const key of theirs.keys()) if (key.startsWith(`${own.number}.`)) theirs.delete(key)
        if (isMine && entry !== undefined) mine = recordUndo(mine, entry)
      }

      await undoAll(mine, here.context)

      for (const [key, value] of theirs) {
        const [number = '', field = ''] = key.split('.')
        const row = here.board.find(itemId(Number(number)))
        expect(new Map(Object.entries(row ?? {})).get(field)).toBe(value)
      }
    }),
    { numRuns: 100 },
  )
})

test('the undo history holds 50 steps', async () => {
  const here = aBoard([anItem(0)])
  let mine = makeUndoHistory<Undo>(boardLimits.undoSteps)
  for (let x = 1; x <= 60; x += 1) {
    const entry = await act(here, { kind: 'set', number: 0, field: 'x', value: x })
    if (entry !== undefined) mine = recordUndo(mine, entry)
  }

  await undoAll(mine, here.context)

  expect(here.board.find(itemId(0))?.x).toBe(10)
})

test('undoing an addition leaves the object in place when somebody else has moved it since', async () => {
  const here = aBoard([])
  const added = await act(here, { kind: 'add', number: 10 })
  await changeBoard({ board: here.board, label: 'Move', set: [{ id: itemId(10), fields: { x: 77 } }] }, here.context)

  const { results } = await undoSteps(added ?? { label: '', steps: [] }, here.context.carryOut)

  expect(results).toMatchObject([{ ok: false, error: { code: 'changed-by-someone-else' } }])
  expect(here.board.find(itemId(10))?.x).toBe(77)
})

test('a change that changes nothing fails with not-found', async () => {
  const here = aBoard([anItem(0)])

  const result = await changeBoard(
    { board: here.board, label: 'Move', set: [{ id: itemId(0), fields: { x: 0 } }] },
    here.context,
  )

  expect(result).toMatchObject({ ok: false, error: { code: 'not-found' } })
})

test('objects added apart step aside for what was there first, and undo still removes them', async () => {
  const { board, context } = aBoard([anItem(1, { x: 30 })])
  const laid = [anItem(2), anItem(3, { y: 60 })]

  const done = await changeBoard({ board, label: 'Add 2 files', add: laid, isApart: true }, context)

  expect(board.getItems().map(({ id, x, y }) => ({ id, x, y }))).toEqual([
    { id: itemId(1), x: 30, y: 0 },
    { id: itemId(2), x: 250, y: 0 },
    { id: itemId(3), x: 250, y: 60 },
  ])
  if (!done.ok || done.value.undo === undefined) throw new Error('Nothing to undo')
  await undoSteps(done.value.undo, context.carryOut)
  expect(board.getItems().map(({ id }) => id)).toEqual([itemId(1)])
})
