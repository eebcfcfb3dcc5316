import { queueUnplannedTasks } from '#core/timeline/queue-tasks.ts'
import { valuesOf } from '#core/timeline/filter-kinds.ts'
import type { ScheduledBlock } from '#core/timeline/layout.ts'
import { endOf, planBlocks, pushFollowing } from '#core/timeline/plan.ts'
import { timelineDayCount, toDayIndex } from '#core/timeline/window.ts'
import { toId, type BlockId, type UserId } from '#core/lib/ids.ts'
import { addDays, daysBetween, isCalendarDate, type CalendarDate } from '#core/lib/calendar-date.ts'
import { ok } from '#core/lib/result.ts'
import { setDaysOff } from '#core/timeline/set-days-off.ts'
import { defineWith, type Command, type CommandOutcome } from '#app/commands/define-command.ts'
import { showToast } from '#app/stores/toast-store.ts'
import { perform } from '#app/widgets/perform.ts'
import { formatDay } from '#app/lib/format-day.ts'
import { settleOnBoard } from '../model/moving.ts'
import { daysOffOf, findScheduled, type TimelineModel } from '../model/timeline-model.ts'
import type { TimelinePage } from '../timeline-page-context.ts'
import { focusBlock, selectBlocks, setTimelineView, timelineStore } from '../timeline-store.ts'
import { putBlocks } from './block-changes.ts'
import { countTasks, targetBars, targetIds } from './targets.ts'

const define = defineWith({ group: 'Plan', scope: 'timeline' })

/** Planning commands: push following stages, schedule queued tasks, edit days off. */
export function makePlanCommands(page: TimelinePage): readonly Command[] {
  const { model } = page
  const canChange = (): boolean => model.canChange()
  return [
    ...makeDaysOffCommands(page),
    define({
      id: 'timeline.push',
      title: 'Push what follows',
      keys: ['p'],
      keywords: ['dependencies', 'later', 'shift', 'stages'],
      needs: 'create',
      when: () => canChange() && targetBars(model).length > 0,
      run: async () => await push(page),
    }),
    define({
      id: 'timeline.plan',
      title: 'Plan the selection',
      keys: ['shift+p'],
      keywords: ['schedule', 'queue', 'estimate', 'priority', 'artist'],
      args: [
        {
          id: 'artist',
          placeholder: 'On whose row?',
          options: () => model.getMembers().map(({ userId, displayName }) => ({ value: userId, label: displayName })),
        },
      ],
      needs: 'create',
      when: () => canChange() && queuedTargets(model).length > 0,
      run: async (_context, [artist = '']) => await plan(page, toId<UserId>(artist)),
    }),
    define({
      id: 'timeline.fill-queue',
      title: 'Queue all unplanned tasks',
      keywords: ['add', 'backlog', 'unassigned'],
      needs: 'create',
      when: canChange,
      run: async () => await fillQueue(page),
    }),
  ]
}

function makeDaysOffCommands(page: TimelinePage): readonly Command[] {
  const { model } = page
  return [
    define({
      id: 'timeline.days-off',
      title: 'Days off…',
      keys: ['shift+o'],
      keywords: ['holiday', 'vacation', 'leave', 'absence'],
      run: () => {
        // People who cannot plan for others edit only their own.
        const focused = model.canChange() ? findScheduled(model, timelineStore.focus) : undefined
        setTimelineView({ dialog: { kind: 'days-off', userId: focused?.assigneeId ?? page.client.userId } })
      },
    }),
    define({
      id: 'timeline.set-days-off',
      title: 'Set or remove days off',
      scope: 'dialog',
      isKeyOnly: true,
      run: async (_context, [userId = '', from, to, isOff]) => {
        if (!isCalendarDate(from) || !isCalendarDate(to)) return undefined
        const days = listDays(from, to)
        const input = { timeline: model.timeline, userId: toId<UserId>(userId), days, isOff: isOff === 'off' }
        return await perform(setDaysOff(input, page.client), {
          client: page.client,
          failedText: 'The days off could not be changed.',
        })
      },
    }),
  ]
}

/** Lists all days from one to another, a year's worth at most. */
function listDays(from: CalendarDate, to: CalendarDate): readonly CalendarDate[] {
  const count = Math.min(366, daysBetween(from, to) + 1)
  return Array.from({ length: Math.max(0, count) }, (_, index) => addDays(from, index))
}

/** Returns the selected queued blocks; without any, the focused one. */
function queuedTargets(model: TimelineModel) {
  const chosen = new Set<BlockId>(targetIds())
  return model
    .getQueue()
    .filter(({ block }) => chosen.has(block.id))
    .map(({ block }) => block)
}

async function plan(page: TimelinePage, assigneeId: UserId): Promise<CommandOutcome> {
  const { model } = page
  const queued = queuedTargets(model)
  if (queued.length === 0) return ok(undefined)
  const placed = planBlocks({
    queued,
    assigneeId,
    from: model.getToday(),
    daysOff: daysOffOf(model, assigneeId),
    scheduled: [...model.getSettled().values()].flat(),
    findTask: model.findPlanned,
  })
  const outcome = await putBlocks(page, placed, {
    label: 'Plan the selection',
    doneText: plannedText(placed, model.getToday()),
  })
  selectBlocks(placed.map(({ id }) => id))
  focusBlock(placed[0]?.id)
  return outcome
}

/** Describes until when tasks were planned, and how many lie beyond the last day shown. */
function plannedText(placed: readonly ScheduledBlock[], today: CalendarDate): string {
  const last = placed.map(endOf).toSorted().at(-1) ?? today
  const beyond = placed.filter(({ startDate }) => toDayIndex(startDate, today) >= timelineDayCount).length
  const day = addDays(last, -1)
  const year = day.slice(0, 4)
  const until = `${countTasks(placed.length)} planned until ${formatDay(day)}${today.startsWith(year) ? '' : ` ${year}`}`
  return beyond === 0 ? until : `${until}, ${beyond} after the days shown`
}

/** Pushes each item once, from its earliest selected stage. */
async function push(page: TimelinePage): Promise<CommandOutcome> {
  const { model } = page
  const firstOf = new Map<string, ScheduledBlock>()
  for (const block of targetBars(model)) {
    const itemId = model.timeline.findTask(block.taskId)?.itemId ?? ''
    const known = firstOf.get(itemId)
    if (known === undefined || model.stageOrderOf(block.taskId) < model.stageOrderOf(known.taskId))
      firstOf.set(itemId, block)
  }
  const moved = [...firstOf].flatMap(([itemId, of]) =>
    pushFollowing({
      of,
      blocks: model.getItemBlocks(itemId),
      stageOrderOf: model.stageOrderOf,
      findDaysOff: (userId) => daysOffOf(model, userId),
    }),
  )
  if (moved.length === 0) {
    showToast({ text: 'Nothing after it needs to move.' })
    return ok(undefined)
  }
  // People who have left are given no work, not even their own on another day.
  const here = new Set(model.getMembers().map(({ userId }) => userId))
  const settled = settleOnBoard(
    model,
    moved.filter(({ assigneeId }) => here.has(assigneeId)),
  )
  const stuck = moved.length - settled.length
  if (settled.length === 0) {
    showToast({ text: 'What follows cannot be pushed: its artist has left.' })
    return ok(undefined)
  }
  return await putBlocks(page, settled, {
    label: 'Push what follows',
    doneText: `${countTasks(settled.length)} pushed${stuck === 0 ? '' : `; ${stuck} stay where they are, because their artist has left`}`,
  })
}

/** Makes one call to the server; the queue fills with the next pull. */
async function fillQueue({ client, model }: TimelinePage): Promise<CommandOutcome> {
  const { selection } = timelineStore.filter
  const [projectId, ...otherProjects] = valuesOf(selection, 'project')
  const [spaceId, ...otherSpaces] = valuesOf(selection, 'space')
  const wanted = {
    studioId: model.studio.studioId,
    projectId: otherProjects.length === 0 ? projectId : undefined,
    spaceId: otherSpaces.length === 0 ? spaceId : undefined,
  }
  const count = await queueUnplannedTasks(wanted, client)
  client.refresh()
  showToast({
    kind: 'success',
    text: count === 0 ? 'Every open task is planned or in the queue.' : `${countTasks(count)} queued`,
  })
  return undefined
}
