import type { UserId } from '#core/lib/ids.ts'
import type { CalendarDate } from '#core/lib/calendar-date.ts'
import type { LateTask, Overview, PersonLoad, StageProgress, TaskList, Waiting } from '#core/projects/overview.ts'
import {
  countDays,
  formatHours,
  percentOf,
  reasonOf,
  reasonTitleOf,
  describeStanding,
  sumOverview,
  waitingTitleOf,
} from '#core/projects/overview-words.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { formatDay } from '#app/lib/format-day.ts'

/** A number that opens the list of tasks behind it, or the one task it is about. */
export type Bar = {
  readonly id: string
  readonly label: string
  readonly value: string
  /** Smaller text beside the value or below it. */
  readonly detail?: string
  readonly tone?: 'late' | undefined
  /** The segments drawn, as shares of the whole. */
  readonly parts: readonly { readonly share: number; readonly color: string }[]
  readonly person?: { readonly userId: UserId; readonly name: string; readonly imageUrl: string | undefined }
  readonly opens: { readonly list: TaskList } | { readonly url: string }
  /** Its row in the table. */
  readonly cells: readonly string[]
}

export type Panel = {
  readonly id: 'sums' | 'stages' | 'weeks' | 'waiting' | 'late' | 'load'
  readonly title: string
  readonly shape: 'tiles' | 'bars' | 'columns' | 'lines'
  readonly columns: readonly string[]
  readonly bars: readonly Bar[]
  /** Shown when there are no bars. */
  readonly empty: string
}

const colors = { done: 'var(--ok)', late: 'var(--danger)', busy: 'var(--accent)', full: 'var(--warn)' } as const

/** Returns the panels of an overview. */
export function toPanels(overview: Overview, studio: StudioReplica): readonly Panel[] {
  return [
    sumPanel(overview),
    stagePanel(overview, studio),
    weekPanel(overview),
    waitingPanel(overview, studio),
    latePanel(overview),
    loadPanel(overview, studio),
  ]
}

function sumPanel(overview: Overview): Panel {
  const sums = sumOverview(overview)
  const percent = percentOf(sums)
  return {
    id: 'sums',
    title: 'In short',
    shape: 'tiles',
    columns: ['', 'Tasks'],
    empty: '',
    bars: [
      toTile({
        id: 'done',
        label: 'Approved',
        value: `${sums.done} of ${sums.tasks}`,
        detail: `${sums.thisWeek} this week · ${sums.lastWeek} last`,
        opens: { list: { kind: 'done' } },
      }),
      toTile({
        id: 'review',
        label: 'Waiting for review',
        value: String(sums.inReview),
        detail: sums.inReview === 0 ? 'no revision waits' : `oldest ${countDays(sums.inReviewDays)}`,
        opens: { list: { kind: 'review' } },
      }),
      toTile({
        id: 'late',
        label: 'Late',
        value: String(sums.late),
        detail: sums.late === 0 ? 'nothing is overdue' : `by ${countDays(sums.lateDays)} on average`,
        tone: sums.late > 0 ? 'late' : undefined,
        opens: { list: { kind: 'late' } },
      }),
      toTile({
        id: 'tasks',
        label: 'Planned, two weeks',
        value: formatHours(sums.hours),
        detail: percent === undefined ? 'nothing is planned' : `${percent} % of the capacity of its artists`,
        opens: { list: { kind: 'load' } },
      }),
    ],
  }
}

type Tile = Pick<Bar, 'id' | 'label' | 'value' | 'tone' | 'opens'> & { readonly detail: string }

function toTile(tile: Tile): Bar {
  return { ...tile, parts: [], cells: [tile.label, `${tile.value}, ${tile.detail}`] }
}

function stagePanel({ stages }: Overview, studio: StudioReplica): Panel {
  return {
    id: 'stages',
    title: 'Stages against their dates',
    shape: 'bars',
    columns: ['Stage', 'Tasks', 'Done', 'Late', 'Against its dates'],
    empty: 'No tasks yet',
    bars: stages.map((stage) => toStageBar(stage, studio)),
  }
}

function toStageBar(stage: StageProgress, studio: StudioReplica): Bar {
  const { stageId, tasks, done, late, days, statuses } = stage
  const name = studio.getStages().find(({ id }) => id === stageId)?.name ?? 'Unknown'
  const stand = describeStanding(stage)
  // As on the cards: done first, then from the last status to the first; the default one is left empty.
  const parts = studio
    .getStatuses()
    .filter(({ id, isDefault }) => !isDefault && (statuses[id] ?? 0) > 0)
    .sort((one, other) => Number(other.isDone) - Number(one.isDone) || other.position - one.position)
    .map(({ id, color }) => ({ color, share: (statuses[id] ?? 0) / tasks }))
  return {
    id: stageId,
    label: name,
    value: stand,
    detail: `${done} of ${tasks}`,
    tone: done < tasks && days !== null && days < 0 ? 'late' : undefined,
    parts,
    opens: { list: { kind: 'stage', key: stageId } },
    cells: [name, String(tasks), String(done), String(late), stand],
  }
}

function weekPanel({ weeks }: Overview): Panel {
  const most = Math.max(1, ...weeks.map(({ tasks }) => tasks))
  return {
    id: 'weeks',
    title: 'Approved by week',
    shape: 'columns',
    columns: ['Week from', 'Approved'],
    empty: 'Nothing approved yet',
    bars: weeks.map(({ week, tasks }, index) => ({
      id: week,
      label: shortDay(week),
      value: String(tasks),
      parts: [{ share: tasks / most, color: index === weeks.length - 1 ? 'var(--accent)' : 'var(--line-strong)' }],
      opens: { list: { kind: 'week', key: week } },
      cells: [formatDay(week), String(tasks)],
    })),
  }
}

function latePanel({ late }: Overview): Panel {
  const toDay = (day: string): string => formatDay(day as CalendarDate) // the procedure returns calendar dates
  const toLine = (task: LateTask): Bar => ({
    id: task.taskId,
    label: task.itemName,
    value: countDays(task.days),
    detail: `${task.taskName} · ${reasonOf(task, toDay)}`,
    tone: 'late',
    parts: [],
    opens: { url: task.url },
    cells: [task.itemName, task.taskName, reasonOf(task, toDay), countDays(task.days)],
  })
  const reasons = late.reasons.map(({ reason, tasks }): Bar => {
    const title = reasonTitleOf(reason)
    const parts = [{ share: tasks / late.tasks, color: colors.late }]
    const opens = { list: { kind: 'late', key: reason } } as const
    return {
      id: reason,
      label: title,
      value: String(tasks),
      parts,
      opens,
      cells: [title, '', '', `${tasks} ${tasks === 1 ? 'task' : 'tasks'}`],
    }
  })
  return {
    id: 'late',
    title: 'Late, and why',
    shape: 'lines',
    columns: ['Item or reason', 'Stage', 'Why', 'How late, how many'],
    empty: 'Nothing is late',
    bars: [...reasons, ...late.first.map(toLine)],
  }
}

function waitingPanel({ waiting }: Overview, studio: StudioReplica): Panel {
  const most = Math.max(1, ...waiting.map(({ tasks }) => tasks))
  const toBar = ({ kind, userId, tasks, days }: Waiting): Bar => {
    const person = findPerson(userId, studio)
    const title = waitingTitleOf({ kind }, person?.name)
    const oldest = days > 0 ? `oldest ${countDays(days)}` : ''
    return {
      id: userId ?? kind,
      label: title,
      value: String(tasks),
      detail: oldest,
      parts: [{ share: tasks / most, color: kind === 'notes' ? colors.busy : colors.full }],
      ...(person && { person }),
      opens: { list: { kind, ...(userId !== null && { key: userId }) } },
      cells: [kind === 'notes' ? `${title}, with notes` : title, String(tasks), oldest],
    }
  }
  return {
    id: 'waiting',
    title: 'What waits for whom',
    shape: 'bars',
    columns: ['Waits for', 'Tasks', 'For how long'],
    empty: 'Nothing waits',
    bars: waiting.map(toBar),
  }
}

function loadPanel({ load }: Overview, studio: StudioReplica): Panel {
  const most = Math.max(100, ...load.map((line) => percentOf(line) ?? 0))
  const toBar = ({ userId, hours, capacity }: PersonLoad): Bar => {
    const person = findPerson(userId, studio)
    const percent = percentOf({ hours, capacity })
    const name = person?.name ?? 'Unknown'
    return {
      id: userId,
      label: name,
      value: percent === undefined ? 'away' : `${percent} %`,
      detail: `${formatHours(hours)} of ${capacity}`,
      tone: toTone(percent),
      parts: [{ share: (percent ?? most) / most, color: toLoadColor(percent) }],
      ...(person && { person }),
      opens: { list: { kind: 'load', key: userId } },
      cells: [name, formatHours(hours), formatHours(capacity), percent === undefined ? '–' : `${percent} %`],
    }
  }
  return {
    id: 'load',
    title: 'Load, next two weeks',
    shape: 'bars',
    columns: ['Artist', 'Planned', 'Has', 'Load'],
    empty: 'Nobody has estimated work on the timeline',
    bars: load.map(toBar),
  }
}

function toTone(percent: number | undefined): 'late' | undefined {
  return percent === undefined || percent > 100 ? 'late' : undefined
}

function toLoadColor(percent = Infinity): string {
  if (percent > 100) return colors.late
  return percent > 90 ? colors.full : colors.done
}

function findPerson(id: UserId | null, studio: StudioReplica): Bar['person'] {
  if (id === null) return undefined
  const member = studio.replica.find('studio_members', id)
  return { userId: id, name: member?.displayName ?? 'Unknown', imageUrl: member?.avatarUrl ?? undefined }
}

const short = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

function shortDay(date: CalendarDate): string {
  return short.format(Date.parse(`${date}T00:00:00Z`))
}
