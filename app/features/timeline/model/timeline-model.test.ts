import type { FieldValues } from '#core/schema/field-values.ts'
import { newRow } from '#core/schema/tables.ts'
import { parseTimelineFilter, toSavedTimelineFilter } from '#core/items/saved-filter.ts'
import type { MemberRow } from '#core/schema/studio-members.ts'
import type { TaskBlockRow } from '#core/schema/task-blocks.ts'
import type { TimelineTaskRow } from '#core/schema/timeline-tasks.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { emptyFilter, withValues } from '#core/timeline/filter-kinds.ts'
import {
  newId,
  toId,
  type BlockId,
  type FieldId,
  type ItemKindId,
  type ProjectId,
  type RoleId,
  type UserId,
} from '#core/lib/ids.ts'
import { deleteProject } from '#core/projects/delete-project.ts'
import { makeStudioClient } from '#core/sync/make-client.ts'
import { makeMemoryStore } from '#core/sync/memory/memory-store.ts'
import { makeSingleTab } from '#core/sync/memory/single-tab.ts'
import { systemClock, systemIds } from '#core/sync/system.ts'
import { aStudio } from '#core/testing/studio-fixture.ts'
import {
  clearTimelineFilter,
  leaveTimeline,
  setArtists,
  setColorMode,
  setFilterSelection,
  setHideFilteredTasks,
  timelineStore,
} from '../timeline-store.ts'
import { placeAll, placeMoved, placeQueued } from './moving.ts'
import { findColorMode, listColorModes } from './field-colors.ts'
import { summarizeTimeline } from './filter-data.ts'
import { listLegend, toggleLegend } from './legend.ts'
import { makeTimelineModel } from './timeline-model.ts'

/** A minute before the end of Monday 23 November 2026. */
const lateOnMonday = Date.UTC(2026, 10, 23, 23, 59)
const today = '2026-11-23'
const here = { name: 'Ana', number: 1, archivedAt: undefined }
const archived = { name: 'Bea', number: 2, archivedAt: 1 }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: lateOnMonday })
  leaveTimeline()
  clearTimelineFilter()
  setHideFilteredTasks(false)
})
afterEach(() => {
  vi.useRealTimers()
})

type Lying = {
  readonly artist: number
  readonly startDate: string
  readonly durationDays?: number
  readonly taskFields?: FieldValues
  readonly kindId?: string
}

/** Opens a timeline with the given blocks, each of a task of its own. */
async function openModel(lying: readonly Lying[]) {
  const studio = aStudio()
  const { server, studioId, userId } = studio
  const members = [here, archived].map(({ name, number, archivedAt }): MemberRow => ({
    userId: userId(number),
    roleId: toId<RoleId>('member'),
    archivedAt,
    displayName: name,
    email: '',
    avatarUrl: undefined,
  }))
  server.seed('studio_members', members, `studio:${studioId}`)
  const projectId = server.list('projects')[0]?.id ?? toId<ProjectId>('project')
  const tasks = lying.map(({ taskFields, kindId }, index) => ({
    taskFields,
    kindId,
    id: studio.taskIds[index],
    itemId: studio.itemIds[index],
    stageId: studio.stageIds[0],
    projectId,
    spaceId: studio.spaceId,
    itemTitle: `Shot ${index}`,
  }))
  server.seed('timeline_tasks', tasks as unknown as TimelineTaskRow[], `timeline:${studioId}`)
  const blocks = lying.map(({ artist, startDate, durationDays = 1 }, index): TaskBlockRow => ({
    id: newId<BlockId>(),
    taskId: studio.taskIds[index] ?? toId('task'),
    assigneeId: userId(artist),
    startDate: startDate as TaskBlockRow['startDate'],
    durationDays,
    rowIndex: 0,
  }))
  server.seed('task_blocks', blocks, `timeline:${studioId}`)
  const client = await makeStudioClient({
    userId: userId(1),
    gateway: server.connect(userId(1)),
    store: makeMemoryStore(),
    clock: systemClock,
    ids: systemIds,
    online: { isOnline: () => true, subscribe: () => () => undefined },
    tabs: makeSingleTab(),
  })
  const [catalogue, timeline] = await Promise.all([client.openStudio(studioId), client.openTimeline(studioId)])
  const model = makeTimelineModel({ studio: catalogue, timeline, timeZone: 'UTC', now: () => Date.now() })
  return { model, server, client, projectId, studioId }
}

const namesOf = (rows: readonly { readonly artist: MemberRow }[]) => rows.map(({ artist }) => artist.displayName)

test('an artist who has left keeps a row while they have work to come, and is not offered for more', async () => {
  const former = 7
  const { model } = await openModel([
    { artist: archived.number, startDate: '2026-11-20', durationDays: 4 },
    { artist: former, startDate: '2026-12-01' },
  ])

  const { rows } = model.getLayout()

  expect(namesOf(rows)).toEqual(['Ana', 'Bea', '(removed)'])
  expect(rows.map(({ bars }) => bars.length)).toEqual([0, 1, 1])
  expect(model.getMembers().map(({ displayName }) => displayName)).toEqual(['Ana'])
  const [ofBea] = model.getScheduled()
  if (ofBea === undefined) throw new Error('There is a block')
  expect(placeMoved(model, [ofBea], { days: 0, artists: -1 })).toMatchObject([{ assigneeId: rows[0]?.artist.userId }])
  const place = { assigneeId: ofBea.assigneeId, day: today, rowIndex: 0 } as const
  expect(placeQueued(model, [ofBea], place)).toEqual([])
})

test('bars are filtered and coloured by a field of their tasks, and the legend names its values', async () => {
  const days = ['2026-11-24', '2026-11-26', '2026-11-28']
  const [north, south, none] = [{ vendor: 'north' }, { vendor: 'south' }, undefined]
  const { model, server, studioId } = await openModel(
    [north, south, none].map((taskFields, at) => ({
      artist: 1,
      startDate: days[at] ?? '',
      ...(taskFields !== undefined && { taskFields }),
    })),
  )
  const options = [
    { id: 'north', name: 'North', color: '#22c55e' },
    { id: 'south', name: 'South', color: '#ef4444' },
  ]
  const field = { id: newId<FieldId>(), of: 'task', key: 'vendor', name: 'Vendor', kind: 'choice', options } as const
  server.seed('field_definitions', [newRow('field_definitions', field)], `studio:${studioId}`)
  await vi.waitFor(() => expect(model.studio.getTaskFields()).toHaveLength(1), 30_000)

  expect(listColorModes(model.studio).at(-1)).toEqual({ mode: 'task:vendor', title: 'Vendor' })
  setColorMode('task:vendor')
  expect(listLegend(model).map(({ name, color }) => [name, color])).toEqual([
    ['North', '#22c55e'],
    ['South', '#ef4444'],
    ['No Vendor', expect.any(String)],
  ])
  setHideFilteredTasks(true)
  toggleLegend(model, 'south')
  expect(model.getLayout().rows.flatMap(({ bars }) => bars)).toHaveLength(1)
  setFilterSelection([{ field: 'task:vendor', test: 'empty', values: ['yes'] }])
  expect(model.getLayout().rows.flatMap(({ bars }) => bars)).toHaveLength(1)
  setFilterSelection([{ field: 'task:vendor', test: 'not-in', values: ['south'] }])
  expect(model.getLayout().rows.flatMap(({ bars }) => bars)).toHaveLength(2)
  expect(summarizeTimeline(model).map(({ label, values }) => `${label} ${values}`)).toEqual(['Vendor is none of South'])
  expect(parseTimelineFilter(toSavedTimelineFilter(timelineStore.filter))?.colorMode).toBe('task:vendor')
})

test('bars are filtered and coloured by the studio’s kinds of items, under their current names', async () => {
  const boat = newId<ItemKindId>()
  const { model, server, studioId } = await openModel([
    { artist: 1, startDate: today, kindId: boat },
    { artist: 1, startDate: today, kindId: boat },
    { artist: 1, startDate: today },
  ])
  server.seed('item_kinds', [newRow('item_kinds', { id: boat, key: 'boat', name: 'Boat' })], `studio:${studioId}`)
  setColorMode('kind')
  const names = () => listLegend(model).map(({ name }) => name)

  await vi.waitFor(() => expect(names()).toEqual(['Boat', 'No kind']), 30_000)
  const [ofBoats, ofNone] = listLegend(model)
  expect(ofBoats?.color).not.toBe(ofNone?.color)
  toggleLegend(model, boat)
  expect(summarizeTimeline(model).map(({ label, values }) => `${label}: ${values}`)).toEqual(['Kind: Boat'])
  expect(listLegend(model).map(({ isChosen }) => isChosen)).toEqual([true, false])
  setHideFilteredTasks(true)
  const countBars = () => model.getLayout().rows.flatMap(({ bars }) => bars).length
  expect(countBars()).toBe(2)
  toggleLegend(model, boat)
  toggleLegend(model, ofNone?.id ?? '')
  expect(countBars()).toBe(1)

  server.seed('item_kinds', [newRow('item_kinds', { id: boat, key: 'boat', name: 'Vessel' })], `studio:${studioId}`)
  await vi.waitFor(() => expect(names()).toEqual(['Vessel', 'No kind']), 30_000)
  expect(parseTimelineFilter(toSavedTimelineFilter(timelineStore.filter))?.colorMode).toBe('kind')
})

test('the legend and the filter call a kind that is gone removed, like everywhere else', async () => {
  const gone = newId<ItemKindId>()
  const { model } = await openModel([{ artist: 1, startDate: today, kindId: gone }])
  setColorMode('kind')

  expect(listLegend(model).map(({ name }) => name)).toEqual(['(removed)'])
  toggleLegend(model, gone)
  expect(summarizeTimeline(model).map(({ values }) => values)).toEqual(['(removed)'])
})

test('where fields of items and tasks share a name, colour modes say which is meant', async () => {
  const { model, server, studioId } = await openModel([{ artist: 1, startDate: today }])
  const vendor = { name: 'Vendor', kind: 'checkbox' } as const
  const rows = [
    newRow('field_definitions', { ...vendor, id: newId<FieldId>(), key: 'vendor', of: 'item' }),
    newRow('field_definitions', { ...vendor, id: newId<FieldId>(), key: 'vendor_2', of: 'task' }),
  ]
  server.seed('field_definitions', rows, `studio:${studioId}`)

  const titles = () => listColorModes(model.studio).map(({ title }) => title)
  await vi.waitFor(() => expect(titles().slice(-2)).toEqual(['Vendor of items', 'Vendor of tasks']), 30_000)
})

test('a field that is gone, or has another kind, leaves colours to statuses until it is back', async () => {
  const { model, server, studioId } = await openModel([{ artist: 1, startDate: today }])
  setColorMode('status')
  const ofStatus = listLegend(model)
  const status = model.getLayout().rows.flatMap(({ bars }) => bars.map(({ color }) => color))
  setColorMode('task:vendor')
  expect(listLegend(model)).toEqual(ofStatus)
  expect(findColorMode(model.studio, 'task:vendor')).toBe('status')
  expect(model.getLayout().rows.flatMap(({ bars }) => bars.map(({ color }) => color))).toEqual(status)

  const options = [{ id: 'north', name: 'North', color: '#22c55e' }]
  const field = { id: newId<FieldId>(), of: 'task', key: 'vendor', name: 'Vendor', kind: 'choice', options } as const
  server.seed('field_definitions', [newRow('field_definitions', field)], `studio:${studioId}`)
  await vi.waitFor(() => expect(listLegend(model).map(({ name }) => name)).toEqual(['No Vendor']), 30_000)
  server.seed('field_definitions', [newRow('field_definitions', { ...field, kind: 'text' })], `studio:${studioId}`)
  await vi.waitFor(() => expect(listLegend(model)).toEqual(ofStatus), 30_000)
})

test('an artist’s row goes with their last work to come, and is absent for a chosen team', async () => {
  const { model: past } = await openModel([{ artist: archived.number, startDate: '2026-11-19', durationDays: 4 }])
  expect(namesOf(past.getLayout().rows)).toEqual(['Ana'])

  const { model } = await openModel([{ artist: archived.number, startDate: today }])
  setArtists([model.getMembers()[0]?.userId ?? newId<UserId>()])

  expect(namesOf(model.getLayout().rows)).toEqual(['Ana'])
})

test('a block moved by keys takes the first free line of where it lands, and keeps its own where it stays', async () => {
  const { model } = await openModel([
    { artist: here.number, startDate: today },
    { artist: here.number, startDate: today },
  ])
  const lower = [...model.getSettled().values()].flat().find(({ rowIndex }) => rowIndex === 1)
  if (lower === undefined) throw new Error('Two blocks of a day lie on two lines')

  const lineAfter = (days: number) => placeAll(model, [lower.id], { days, artists: 0 })[0]?.rowIndex

  expect([lineAfter(0), lineAfter(1), lineAfter(-1)]).toEqual([1, 0, 0])
})

test('the board goes on to the next day by itself', async () => {
  const { model } = await openModel([])
  const told = vi.fn<() => void>()
  const stop = model.subscribe(told)
  expect(model.getToday()).toBe(today)

  vi.advanceTimersByTime(30_000)
  expect(told).not.toHaveBeenCalled()
  vi.advanceTimersByTime(90_000)

  expect(told).toHaveBeenCalledTimes(1)
  expect(model.getLayout().today).toBe('2026-11-24')
  stop()
})

test('work of a deleted project leaves the board at once', async () => {
  const { model, client, projectId } = await openModel([{ artist: here.number, startDate: today }])
  expect(model.getLayout().rows[0]?.bars).toHaveLength(1)

  const deleted = await deleteProject({ studio: model.studio, projectId }, client)

  expect(deleted.ok).toBe(true)
  expect(model.getScheduled()).toEqual([])
  expect(model.getLayout().rows[0]?.bars).toEqual([])
})

test('hidden bars are counted only when the filter hides every bar of the rows shown', async () => {
  const { model, projectId } = await openModel([
    { artist: here.number, startDate: today },
    { artist: here.number, startDate: today },
  ])
  const narrow = (id: ProjectId) => setFilterSelection(withValues(emptyFilter, 'project', [id]))
  expect(model.countHidden()).toBe(0)

  narrow(newId<ProjectId>())
  expect(model.countHidden()).toBe(0)
  setHideFilteredTasks(true)
  expect(model.countHidden()).toBe(2)

  narrow(projectId)
  expect(model.countHidden()).toBe(0)
  narrow(newId<ProjectId>())
  setArtists([])
  expect(model.countHidden()).toBe(0)
  clearTimelineFilter()
  expect(model.countHidden()).toBe(0)
})
