import type { SeedRow } from '../insert-rows.ts'
import { seededId } from '../seeded-id.ts'
import type { Calendar } from './calendar.ts'
import { makeChance } from './chance.ts'
import type { Person } from './people.ts'
import { people } from './people.ts'
import type { DemoTask } from './pipeline.ts'
import { listMakers } from './pipeline.ts'

/** A stretch of a person's work, in workdays counted from today. */
export type Block = { task: DemoTask; person: Person; start: number; duration: number; row: number }

const firstDay = -15
const lastDay = 15
const rows = 2
const queueLength = 14

const phases = { DONE: 0, CLIENT: 1, WFA: 2, FEEDBACK: 3, WIP: 4, 'TO DO': 5 } as const
const phaseOf = ({ status }: DemoTask): number => phases[status]

/** Lays everyone's tasks out over three weeks before and after today: done ones first, current ones around today. */
export function makeBlocks(tasks: readonly DemoTask[]): Block[] {
  const blocks = people.flatMap((person) => {
    const own = tasks.filter(({ assignee }) => assignee?.id === person.id)
    const past = own.filter((task) => phaseOf(task) <= 2).toSorted((first, second) => phaseOf(first) - phaseOf(second))
    const present = own.filter((task) => phaseOf(task) === 3 || phaseOf(task) === 4)
    const future = own.filter((task) => phaseOf(task) === 5)
    // The latest of the past, because the rest was done before the weeks that are shown.
    return [
      ...scheduleStretch({ tasks: past.slice(-18), from: firstDay, until: -2 }),
      ...scheduleStretch({ tasks: present, from: -1, until: 4 }),
      ...scheduleStretch({ tasks: future, from: 3, until: lastDay }),
    ].map((block) => ({ ...block, person }))
  })
  return [...blocks, ...blocks.flatMap(addHelpers)]
}

type Stretch = { tasks: readonly DemoTask[]; from: number; until: number }

/** One task after the other, in rows. */
function scheduleStretch({ tasks, from, until }: Stretch): Omit<Block, 'person'>[] {
  const free = Array.from({ length: rows }, () => from)
  return tasks.flatMap((task, index) => {
    const chance = makeChance(`block ${task.id}`)
    const row = index % rows
    const start = (free[row] ?? from) + (chance.happens(0.3) ? 1 : 0)
    const duration = chance.between(2, 7) / 2
    free[row] = start + Math.ceil(duration)
    return start > until ? [] : [{ task, start, duration, row }]
  })
}

/** Some work is shared by two or three people. */
function addHelpers(block: Block): Block[] {
  const chance = makeChance(`helpers ${block.task.id}`)
  const others = [...listMakers(block.task.stage), ...people.filter(({ role }) => role === 'member')].filter(
    ({ id }, index, all) => id !== block.person.id && all.findIndex((other) => other.id === id) === index,
  )
  const count = chance.happens(0.14) ? 1 : chance.happens(0.05) ? 2 : 0
  return others
    .slice(0, count)
    .map((person) => ({ ...block, person, duration: Math.min(block.duration, 1.5), row: rows }))
}

/** Lists the next unassigned tasks. */
export function listQueue(tasks: readonly DemoTask[]): DemoTask[] {
  const waiting = tasks.filter(({ status, isDisabled, assignee }) => status === 'TO DO' && !isDisabled && !assignee)
  const step = Math.max(1, Math.floor(waiting.length / queueLength))
  return waiting.filter((_, index) => index % step === 0).slice(0, queueLength)
}

/** Makes rows of task_blocks: planned ones, then the queue. */
export function makeBlockRows(blocks: readonly Block[], queue: readonly DemoTask[], calendar: Calendar): SeedRow[] {
  const toRow = (task: DemoTask, about: SeedRow): SeedRow => ({
    ...about,
    task_id: task.id,
    project_id: task.item.space.project.id,
    space_id: task.item.space.id,
    collection_id: task.item.collectionId,
    item_id: task.item.id,
    stage_id: seededId('stage', task.stage),
  })
  return [
    ...blocks.map(({ task, person, start, duration, row }) => {
      const day = calendar.toDay(start)
      return toRow(task, {
        id: seededId('block', task.id, person.id),
        assignee_id: person.id,
        start_date: calendar.toDate(day),
        // Nobody works over the weekend.
        duration: Math.min(duration, calendar.countToWeekend(day)),
        row_index: row,
      })
    }),
    ...queue.map((task) =>
      toRow(task, {
        id: seededId('queue', task.id),
        assignee_id: null,
        start_date: null,
        duration: 1,
        row_index: 0,
      }),
    ),
  ]
}
