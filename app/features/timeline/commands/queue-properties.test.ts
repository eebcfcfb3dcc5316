import type { MemberRow } from '#core/schema/studio-members.ts'
import type { TaskBlockRow } from '#core/schema/task-blocks.ts'
import { newRow } from '#core/schema/tables.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#core/lib/calendar-date.ts'
import { doOverlap, isScheduled } from '#core/timeline/layout.ts'
import { newId, toId, type BlockId, type ProjectId, type RoleId, type StatusId } from '#core/lib/ids.ts'
import { makeStudioClient } from '#core/sync/make-client.ts'
import { makeMemoryStore } from '#core/sync/memory/memory-store.ts'
import { makeSingleTab } from '#core/sync/memory/single-tab.ts'
import { systemClock, systemIds } from '#core/sync/system.ts'
import { aStudio } from '#core/testing/studio-fixture.ts'
import { registry } from '#app/commands/registry.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { undoStack } from '#app/commands/undo-stack.ts'
import { placeMoved, placeQueued } from '../model/moving.ts'
import { makeTimelineModel } from '../model/timeline-model.ts'
import { makeTimelinePage, type TimelinePage } from '../timeline-page-context.ts'
import { focusBlock, leaveTimeline, selectBlocks, timelineStore } from '../timeline-store.ts'
import { makeTimelineCommands } from './make-timeline-commands.ts'

/** Monday 23 November 2026, noon. */
const now = Date.UTC(2026, 10, 23, 12)
const today = '2026-11-23'
const artistCount = 3

type Seed = {
  readonly task: number
  readonly artist: number
  readonly day: number
  readonly durationDays: number
  readonly rowIndex: number
  readonly isQueued: boolean
}

/** Blocks as they may be stored: rows may overlap, each task has a block and waits once at most. */
const seeds = fc
  .array(
    fc.record<Seed>({
      task: fc.nat({ max: 5 }),
      artist: fc.nat({ max: artistCount - 1 }),
      day: fc.integer({ min: -3, max: 12 }),
      durationDays: fc.integer({ min: 1, max: 5 }),
      rowIndex: fc.nat({ max: 2 }),
      isQueued: fc.boolean(),
    }),
    { maxLength: 8 },
  )
  .map((drawn) => {
    const others = drawn.filter(
      (seed, index) =>
        !seed.isQueued || drawn.findIndex((other) => other.isQueued && other.task === seed.task) === index,
    )
    const present = new Set(others.map(({ task }) => task))
    const rest = [0, 1, 2, 3, 4, 5].filter((task) => !present.has(task))
    return [
      ...others,
      ...rest.map((task): Seed => ({
        task,
        artist: 0,
        day: 0,
        durationDays: 1,
        rowIndex: 0,
        isQueued: true,
      })),
    ]
  })

async function openStudio(blocks: readonly Seed[]) {
  const studio = aStudio()
  const { server, studioId, userId } = studio
  const members = Array.from({ length: artistCount }, (_, index): MemberRow => ({
    userId: userId(index + 1),
    roleId: toId<RoleId>('member'),
    archivedAt: undefined,
    displayName: `Artist ${index}`,
    email: '',
    avatarUrl: undefined,
  }))
  server.seed('studio_members', members, `studio:${studioId}`)
  const tasks = studio.taskIds.map((id, index) =>
    newRow('timeline_tasks', {
      id,
      itemId: studio.itemIds[Math.floor(index / 2)] ?? toId('item'),
      collectionId: studio.collectionId,
      spaceId: studio.spaceId,
      projectId: server.list('projects')[0]?.id ?? toId<ProjectId>('project'),
      stageId: studio.stageIds[index % 2] ?? toId('stage'),
      statusId: studio.statusIds[0] ?? toId<StatusId>('status'),
      priority: 0,
      isDisabled: false,
      estimatedHours: index * 6,
      itemTitle: `Shot ${index}`,
      itemSlug: `shot-${index}`,
      collectionName: 'Collection',
    }),
  )
  server.seed('timeline_tasks', tasks, `timeline:${studioId}`)
  const rows = blocks.map(({ task, artist, day, isQueued, durationDays, rowIndex }): TaskBlockRow => ({
    id: newId<BlockId>(),
    taskId: studio.taskIds[task] ?? toId('task'),
    ...(isQueued
      ? { assigneeId: undefined, startDate: undefined, durationDays: 1, rowIndex: 0 }
      : {
          assigneeId: userId(artist + 1),
          startDate: addDays(today, day),
          durationDays,
          rowIndex,
        }),
  }))
  server.seed('task_blocks', rows, `timeline:${studioId}`)
  const client = await makeStudioClient({
    userId: userId(1),
    gateway: server.connect(userId(1)),
    store: makeMemoryStore(),
    clock: { ...systemClock, now: () => now },
    ids: systemIds,
    online: { isOnline: () => true, subscribe: () => () => undefined },
    tabs: makeSingleTab(),
  })
  const [catalogue, timeline] = await Promise.all([client.openStudio(studioId), client.openTimeline(studioId)])
  const model = makeTimelineModel({ studio: catalogue, timeline, timeZone: 'UTC', now: () => now })
  return { server, client, page: makeTimelinePage(client, model) }
}

type Act = (page: TimelinePage) => Promise<unknown>
type Choice = readonly number[]

const press = async (...ids: readonly string[]): Promise<void> => {
  for (const id of ids) await runCommand(id)
}
const repeat = (id: string, count: number): readonly string[] => Array.from({ length: count }, () => id)
const pick = <One>(from: readonly One[], choice: Choice): readonly One[] => [
  ...new Set(choice.flatMap((index) => (from.length === 0 ? [] : (from[index % from.length] ?? [])))),
]
const choose = ({ model }: TimelinePage, choice: Choice): readonly BlockId[] => {
  const ids = pick(model.getScheduled(), choice).map(({ id }) => id)
  selectBlocks(ids)
  focusBlock(ids[0])
  return ids
}

const choice = fc.array(fc.nat({ max: 20 }), { minLength: 1, maxLength: 3 })
const place = fc.record({
  artist: fc.nat({ max: artistCount - 1 }),
  day: fc.integer({ min: -2, max: 10 }),
  rowIndex: fc.nat({ max: 3 }),
})
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.tuple(choice, place).map(([chosen, { artist, day, rowIndex }]): Act => async (page) => {
    const queued = pick(page.model.getQueue(), chosen).map(({ block }) => block)
    const assigneeId = page.model.getMembers()[artist]?.userId ?? page.client.userId
    const blocks = placeQueued(page.model, queued, {
      assigneeId,
      day: addDays(today, day),
      rowIndex,
    })
    page.setDrop({ kind: 'place', blocks, isCopy: false })
    await press('timeline.drop')
  }),
  fc.tuple(choice, place, fc.boolean()).map(([chosen, { artist, day, rowIndex }, isCopy]): Act => async (page) => {
    const ids = new Set(choose(page, chosen))
    const blocks = page.model.getScheduled().filter(({ id }) => ids.has(id))
    const line = blocks.length === 1 ? rowIndex : undefined
    page.setDrop({
      kind: 'place',
      blocks: placeMoved(page.model, blocks, { days: day, artists: artist - 1, rowIndex: line }),
      isCopy,
    })
    await press('timeline.drop')
  }),
  fc.tuple(choice, place, fc.boolean()).map(([chosen, { artist, day }, isCopy]): Act => async (page) => {
    choose(page, chosen)
    await press('timeline.move')
    await press(...repeat(day < 0 ? 'timeline.left' : 'timeline.right', Math.abs(day)))
    await press(...repeat('timeline.down', artist))
    await press(isCopy ? 'timeline.duplicate' : 'timeline.drop')
  }),
  fc.tuple(choice, fc.boolean()).map(([chosen, isLonger]): Act => async (page) => {
    choose(page, chosen)
    await press(isLonger ? 'timeline.longer' : 'timeline.shorter')
  }),
  choice.map((chosen): Act => async (page) => {
    choose(page, chosen)
    await press('timeline.remove')
  }),
  choice.map((chosen): Act => async (page) => {
    page.setDrop({ kind: 'queue', ids: choose(page, chosen) })
    await press('timeline.drop')
  }),
  choice.map((chosen): Act => async (page) => {
    const [first] = choose(page, chosen)
    if (first !== undefined) await press('timeline.push')
  }),
  fc.tuple(choice, fc.nat({ max: artistCount - 1 })).map(([chosen, artist]): Act => async (page) => {
    selectBlocks(pick(page.model.getQueue(), chosen).map(({ block }) => block.id))
    focusBlock(undefined)
    await runCommand('timeline.plan', { args: [page.model.getMembers()[artist]?.userId ?? ''] })
  }),
  fc.constant<Act>(async () => await undoStack.undo()),
  fc.constant<Act>(async () => await undoStack.redo()),
)

function checkLaws({ model }: TimelinePage, taskCount: number): void {
  const blocks = model.timeline.getBlocks()
  // Nothing is lost: every task still has a block, and every block is on the board or in the queue, never both.
  expect(new Set(blocks.map(({ taskId }) => taskId)).size).toBe(taskCount)
  const bars = model.getLayout().rows.flatMap((row) => row.bars)
  const cards = model.getQueue().map(({ block }) => block.id)
  expect([...bars.map(({ id }) => id), ...cards].toSorted()).toEqual(blocks.map(({ id }) => id).toSorted())
  for (const block of blocks) {
    expect(block.assigneeId === undefined).toBe(block.startDate === undefined)
    if (!isScheduled(block)) expect(block).toMatchObject({ durationDays: 1, rowIndex: 0 })
    else expect(Number.isInteger(block.durationDays) && block.durationDays >= 1).toBe(true)
  }
  // A task waits once.
  const waiting = blocks.filter((block) => !isScheduled(block)).map(({ taskId }) => taskId)
  expect(new Set(waiting).size).toBe(waiting.length)
  for (const [index, first] of bars.entries()) {
    for (const second of bars.slice(index + 1)) {
      if (first.block.assigneeId === second.block.assigneeId && doOverlap(first.block, second.block))
        expect(second.y).not.toBe(first.y)
    }
  }
}

const sorted = (blocks: readonly TaskBlockRow[]) => blocks.toSorted((a, b) => a.id.localeCompare(b.id))

test('whatever is dropped, moved, resized, duplicated, deleted, planned, pushed and undone, a block is queued or scheduled and nothing is lost', async () => {
  await fc.assert(
    fc.asyncProperty(seeds, fc.array(act, { maxLength: 12 }), async (seeded, acts) => {
      leaveTimeline()
      undoStack.clear()
      const { server, client, page } = await openStudio(seeded)
      const stop = registry.register(makeTimelineCommands(page))
      try {
        const before = page.model.timeline.getBlocks()
        const taskCount = new Set(before.map(({ taskId }) => taskId)).size
        checkLaws(page, taskCount)
        for (const one of acts) {
          await one(page)
          expect(timelineStore.move).toBeUndefined()
          checkLaws(page, taskCount)
        }

        await expect.poll(() => client.outbox.getEntries().length, { interval: 2 }).toBe(0)
        expect(sorted(server.list('task_blocks'))).toEqual(sorted(page.model.timeline.getBlocks()))
        while (undoStack.canUndo()) await undoStack.undo()
        expect(sorted(page.model.timeline.getBlocks())).toEqual(sorted(before))
      } finally {
        stop()
        await client.close()
      }
    }),
    { numRuns: 40 },
  )
}, 120_000)

test('a drop focuses what was dropped, unless the person has focused another bar while it was saved', async () => {
  leaveTimeline()
  const seed = { artist: 0, durationDays: 1, isQueued: false }
  const { client, page } = await openStudio([
    { ...seed, task: 0, day: 0, rowIndex: 0 },
    { ...seed, task: 1, day: 0, rowIndex: 1 },
  ])
  const stop = registry.register(makeTimelineCommands(page))
  const [moved, other] = page.model.getScheduled().map(({ id }) => id)
  const drop = async (days: number, meanwhile: () => void): Promise<void> => {
    const blocks = page.model.getScheduled().filter(({ id }) => id === moved)
    page.setDrop({
      kind: 'place',
      blocks: placeMoved(page.model, blocks, { days, artists: 0, rowIndex: 0 }),
      isCopy: false,
    })
    focusBlock(undefined)
    const dropping = runCommand('timeline.drop')
    meanwhile()
    await dropping
  }

  await drop(1, () => undefined)
  expect(timelineStore.focus).toBe(moved)
  await drop(1, () => focusBlock(other))
  expect(timelineStore.focus).toBe(other)
  stop()
  await client.close()
})
