import type { MemberRow } from '#core/schema/studio-members.ts'
import type { TaskBlockRow } from '#core/schema/task-blocks.ts'
import type { TimelineTaskRow } from '#core/schema/timeline-tasks.ts'
import { subscribe } from 'valtio/vanilla'
import { makeDateInZone, type CalendarDate } from '#core/lib/calendar-date.ts'
import { withValues } from '#core/timeline/filter-kinds.ts'
import { makeFilterTest } from '#core/timeline/filter-rows.ts'
import { isScheduled, packRows, type ScheduledBlock } from '#core/timeline/layout.ts'
import { sumLoad, type Load } from '#core/timeline/load.ts'
import { findDependencies, type Dependency, type PlannedTask } from '#core/timeline/plan.ts'
import { groupBy } from '#core/lib/collections.ts'
import type { BlockId, TaskId, UserId } from '#core/lib/ids.ts'
import { memoByVersion } from '#core/schema/memo.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { TimelineReplica } from '#core/timeline/timeline-replica.ts'
import { findColorMode, listTimelineFields } from './field-colors.ts'
import { timelineStore } from '../timeline-store.ts'
import { makeColorKeys } from './color-keys.ts'
import { isInStudio, listLeftArtists } from './left-artists.ts'
import { layOutBoard, packBoard, type BoardLayout } from './lay-out-board.ts'
import { memoBySources } from './memo-by-sources.ts'

/** A queued block with its task. */
export type QueuedTask = { readonly block: TaskBlockRow; readonly task: TimelineTaskRow }

/** A studio's timeline as its screen reads it. Every value keeps its identity until its sources change. */
export type TimelineModel = {
  readonly studio: StudioReplica
  readonly timeline: TimelineReplica
  readonly getToday: () => CalendarDate
  /** Members who are not archived, by name. */
  readonly getMembers: () => readonly MemberRow[]
  /** The artists whose rows are shown; those who have left and still have work come last. */
  readonly getArtists: () => readonly MemberRow[]
  readonly getLayout: () => BoardLayout
  /** How many tasks the filter leaves out of the rows shown, where it leaves none in them; else 0. */
  readonly countHidden: () => number
  /** Everybody's scheduled blocks, shown or not. */
  readonly getScheduled: () => readonly ScheduledBlock[]
  /** The same by artist, on the lines where the board shows them; stored ones may overlap. */
  readonly getSettled: () => ReadonlyMap<UserId, readonly ScheduledBlock[]>
  readonly getQueue: () => readonly QueuedTask[]
  /** Finds a block whose task and project still exist. */
  readonly findBlock: (id: BlockId | undefined) => TaskBlockRow | undefined
  readonly getLoad: () => Load
  readonly findPlanned: (taskId: TaskId) => PlannedTask | undefined
  readonly stageOrderOf: (taskId: TaskId) => number
  /** The scheduled blocks of an item's tasks. */
  readonly getItemBlocks: (itemId: string) => readonly ScheduledBlock[]
  /** The dependencies between those blocks. */
  readonly getDependencies: (itemId: string) => readonly Dependency[]
  /** The name of a bar: its item, and its stage. */
  readonly describe: (block: Pick<TaskBlockRow, 'taskId'>) => { readonly title: string; readonly stage: string }
  readonly canChange: () => boolean
  readonly subscribe: (listener: () => void) => () => void
  readonly getVersion: () => number
}

type Place = {
  readonly studio: StudioReplica
  readonly timeline: TimelineReplica
  readonly timeZone: string
  /** The viewer. */
  readonly userId?: UserId
  readonly now: () => number
}

/** Makes the model of an open timeline; days are in the person's own time zone. */
export function makeTimelineModel(place: Place): TimelineModel {
  const { studio, timeline } = place
  const getToday = makeToday(place)
  const getTest = makeGetTest(place, getToday)
  const tasks = readTasks(place, getTest)
  const people = readPeople(studio, tasks.getScheduled, getToday)
  const getLoad = memoByVersion(timeline.replica, ['task_blocks', 'timeline_tasks', 'member_days_off'], () =>
    sumLoad(tasks.getScheduled(), (id) => hoursOf(timeline.findTask(id)), timeline.getDaysOff()),
  )
  const watched = watch(studio, timeline, getToday)
  const getLayout = readLayout({ ...place, ...people, ...tasks, getToday, getTest })
  return {
    studio,
    timeline,
    getToday,
    ...people,
    ...tasks,
    getLayout,
    countHidden: () => {
      const { hasBars, rowOfArtist } = getLayout()
      if (hasBars) return 0
      const hidden = tasks.getScheduled().filter(({ assigneeId }) => rowOfArtist.has(assigneeId))
      return new Set(hidden.map(({ taskId }) => taskId)).size
    },
    getLoad: () => (watched.isSettled() ? getLoad() : noLoad),
    canChange: () => studio.can('create'),
    ...watched,
  }
}

const minuteMs = 60_000

/** Makes a function that returns today; it is called in every frame and computed once a minute. */
function makeToday({ now, timeZone }: Place): () => CalendarDate {
  const toDate = makeDateInZone(timeZone)
  let minute = -1
  let today: CalendarDate
  return () => {
    const at = Math.floor(now() / minuteMs)
    if (at !== minute) {
      minute = at
      today = toDate(now())
    }
    return today
  }
}

function readPeople(
  studio: StudioReplica,
  getScheduled: () => readonly ScheduledBlock[],
  getToday: () => CalendarDate,
): Pick<TimelineModel, 'getMembers' | 'getArtists'> {
  const getMembers = memoByVersion(studio.replica, ['studio_members'], () => studio.getMembers().filter(isInStudio))
  const getArtists = memoBySources(
    () => [getMembers(), timelineStore.artists, getScheduled(), getToday()],
    () => {
      const { artists } = timelineStore
      if (artists !== 'all') return getMembers().filter(({ userId }) => artists.includes(userId))
      return [...getMembers(), ...listLeftArtists(studio, getScheduled(), getToday())]
    },
  )
  return { getMembers, getArtists }
}

type Tasks = Pick<
  TimelineModel,
  | 'getScheduled'
  | 'getSettled'
  | 'getQueue'
  | 'findBlock'
  | 'findPlanned'
  | 'stageOrderOf'
  | 'getItemBlocks'
  | 'getDependencies'
  | 'describe'
>

type RowTest = ReturnType<typeof makeFilterTest>

/** Artists have rows instead of a filter. */
function makeGetTest({ studio, userId }: Place, getToday: () => CalendarDate): () => RowTest {
  return memoBySources(
    () => [timelineStore.filter.selection, studio.replica.getVersion('field_definitions'), getToday()],
    () =>
      makeFilterTest(withValues(timelineStore.filter.selection, 'artist', []), 'timeline', {
        fields: listTimelineFields(studio),
        me: userId,
        today: getToday,
        valueOf: ({ key }, { fields }) => fields?.[key],
      }),
  )
}

function readTasks({ studio, timeline }: Place, getTest: () => RowTest): Tasks {
  const { replica } = timeline
  const stageOrders = memoByVersion(
    studio.replica,
    ['stages'],
    () => new Map<string, number>(studio.getStages().map(({ id }, index) => [id, index])),
  )
  const isKnown = (task: TimelineTaskRow | undefined): task is TimelineTaskRow =>
    task !== undefined && studio.replica.find('projects', task.projectId) !== undefined
  // A removed project takes its blocks with it; the studio's rows report that, the timeline's may not.
  const getSources = (): readonly unknown[] => [
    timeline.getBlocks(),
    replica.getVersion('timeline_tasks'),
    studio.replica.getVersion('projects'),
  ]
  const getScheduled = memoBySources(getSources, () =>
    timeline
      .getBlocks()
      .filter((block): block is ScheduledBlock => isScheduled(block) && isKnown(timeline.findTask(block.taskId))),
  )
  const findPlanned = (taskId: TaskId): PlannedTask | undefined => {
    const task = timeline.findTask(taskId)
    return task && { ...task, taskId, stageOrder: stageOrders().get(task.stageId) ?? 0 }
  }
  const stageOrderOf = (taskId: TaskId): number => findPlanned(taskId)?.stageOrder ?? 0
  return {
    getScheduled,
    findBlock: (id) => {
      const block = id === undefined ? undefined : timeline.findBlock(id)
      return block !== undefined && isKnown(timeline.findTask(block.taskId)) ? block : undefined
    },
    getSettled: memoBySources(
      () => [getScheduled()],
      () => settle(getScheduled()),
    ),
    getQueue: memoBySources(
      () => [...getSources(), getTest(), stageOrders()],
      () => {
        const test = getTest()
        const orders = stageOrders()
        return listQueue(
          timeline,
          (task): task is TimelineTaskRow => isKnown(task) && test(task),
          ({ stageId }) => orders.get(stageId) ?? 0,
        )
      },
    ),
    findPlanned,
    stageOrderOf,
    ...readItems({ timeline, getScheduled, stageOrders, stageOrderOf }),
    describe: ({ taskId }) => {
      const task = timeline.findTask(taskId)
      const stage = task && studio.replica.find('stages', task.stageId)
      return { title: task?.itemTitle ?? 'Unknown', stage: stage?.name ?? '' }
    },
  }
}

type ItemSources = Pick<Tasks, 'getScheduled' | 'stageOrderOf'> & {
  readonly timeline: TimelineReplica
  readonly stageOrders: () => ReadonlyMap<string, number>
}

/** Reads an item's scheduled blocks and the dependencies between them. */
function readItems({ timeline, getScheduled, stageOrders, stageOrderOf }: ItemSources) {
  const blocks = memoBySources(
    () => [getScheduled()],
    () => groupBy<ScheduledBlock, string>(getScheduled(), ({ taskId }) => timeline.findTask(taskId)?.itemId ?? ''),
  )
  const dependencies = memoBySources(
    () => [blocks(), stageOrders()],
    () => new Map<string, readonly Dependency[]>(),
  )
  const getItemBlocks = (itemId: string): readonly ScheduledBlock[] => blocks().get(itemId) ?? []
  return {
    getItemBlocks,
    getDependencies: (itemId: string): readonly Dependency[] => {
      const known = dependencies().get(itemId) ?? findDependencies(getItemBlocks(itemId), stageOrderOf)
      dependencies().set(itemId, known)
      return known
    },
  }
}

function settle(blocks: readonly ScheduledBlock[]): ReadonlyMap<UserId, readonly ScheduledBlock[]> {
  const settled = new Map<UserId, readonly ScheduledBlock[]>()
  for (const [artist, ofArtist] of groupBy(blocks, ({ assigneeId }) => assigneeId)) {
    const lines = packRows(ofArtist)
    settled.set(
      artist,
      ofArtist.map((block) => ({ ...block, rowIndex: lines.get(block.id) ?? block.rowIndex })),
    )
  }
  return settled
}

type LayoutSources = Pick<TimelineModel, 'studio' | 'timeline' | 'getScheduled' | 'getArtists' | 'getToday'> & {
  readonly getTest: () => RowTest
}

function readLayout({
  studio,
  timeline,
  getScheduled,
  getArtists,
  getToday,
  getTest,
}: LayoutSources): () => BoardLayout {
  const getColors = makeColorKeys(studio)
  const getTaskVersion = (): number => timeline.replica.getVersion('timeline_tasks')
  const getPacked = memoBySources(
    () => [getScheduled(), getArtists(), timelineStore.filter, getTest(), getTaskVersion()],
    () => {
      const { selection, hideFilteredTasks } = timelineStore.filter
      const test = getTest()
      return packBoard({
        blocks: getScheduled(),
        artists: getArtists(),
        findTask: timeline.findTask,
        passes: (task) => selection.length === 0 || test(task),
        isHidingOthers: hideFilteredTasks,
      })
    },
  )
  return memoBySources(
    () => {
      const { zoom, density, filter } = timelineStore
      return [getPacked(), getToday(), zoom, density, filter.colorMode, studio.replica.getVersion()]
    },
    () => {
      const { zoom, density, filter } = timelineStore
      return layOutBoard(getPacked(), {
        today: getToday(),
        zoom,
        density,
        stageName: (id) => studio.replica.find('stages', id)?.name ?? '',
        colorOf: getColors(findColorMode(studio, filter.colorMode)),
      })
    },
  )
}

/** Returns the hours a task adds to a week; none for an omitted item. */
function hoursOf(task: TimelineTaskRow | undefined): number | undefined {
  return task?.isOmitted === true ? 0 : task?.estimatedHours
}

const noLoad: Load = new Map()
/** Load is summed once the bars are on screen. */
const settleMs = 60

/** Watches for every change: rows, catalogue, view, and the day. */
function watch(studio: StudioReplica, { replica }: TimelineReplica, getToday: () => CalendarDate) {
  let viewVersion = 0
  let isSettled = false
  return {
    isSettled: () => isSettled,
    subscribe: (listener: () => void) => {
      const onView = (): void => {
        viewVersion += 1
        listener()
      }
      const timer = setTimeout(() => {
        if (isSettled) return
        isSettled = true
        onView()
      }, settleMs)
      let today = getToday()
      const days = setInterval(() => {
        if (today === getToday()) return
        today = getToday()
        onView()
      }, minuteMs)
      const stops = [
        () => clearTimeout(timer),
        () => clearInterval(days),
        replica.subscribe(listener),
        studio.replica.subscribe(listener),
        subscribe(timelineStore, onView, true),
      ]
      return () => stops.forEach((stop) => stop())
    },
    getVersion: () => replica.getVersion() + studio.replica.getVersion() + viewVersion,
  }
}

function listQueue(
  timeline: TimelineReplica,
  isShown: (task: TimelineTaskRow | undefined) => task is TimelineTaskRow,
  stageOrderOf: (task: TimelineTaskRow) => number,
): readonly QueuedTask[] {
  const seen = new Set<TaskId>()
  const queue: QueuedTask[] = []
  for (const block of timeline.getBlocks()) {
    const task = timeline.findTask(block.taskId)
    if (isScheduled(block) || !isShown(task) || seen.has(task.id)) continue
    seen.add(task.id)
    queue.push({ block, task })
  }
  return queue.toSorted(
    (a, b) =>
      b.task.priority - a.task.priority ||
      (a.task.dueDate ?? '9').localeCompare(b.task.dueDate ?? '9') ||
      (a.task.itemTitle < b.task.itemTitle ? -1 : Number(a.task.itemTitle > b.task.itemTitle)) ||
      stageOrderOf(a.task) - stageOrderOf(b.task),
  )
}

/** Finds a block where it is scheduled. */
export function findScheduled(model: TimelineModel, id: BlockId | undefined): ScheduledBlock | undefined {
  const block = model.findBlock(id)
  return block !== undefined && isScheduled(block) ? block : undefined
}

/** Returns one person's days off. */
export function daysOffOf(model: TimelineModel, userId: UserId): ReadonlySet<CalendarDate> | undefined {
  return model.timeline.getDaysOff().get(userId)
}
