import type { CalendarDate } from '#core/lib/calendar-date.ts'
import type { Action, Reading, Term } from './reading.ts'

/** What is known of a task where a plan is made: its own values, and what it lies in. */
export type TaskFacts = {
  readonly id: string
  /** The ids of its item, collection, space and project. */
  readonly places: readonly string[]
  readonly stageId: string
  readonly statusId: string
  /** Who it shows: the people of its blocks, else its own assignee. */
  readonly assigneeIds: readonly string[]
  readonly assigneeId: string | undefined
  readonly dueDate: CalendarDate | undefined
  readonly priority: number
  readonly estimatedHours: number | undefined
  readonly isDisabled: boolean
  readonly isDone: boolean
}

/** Why a task of a plan is left as it is; `planned` is one that changes. */
export type PlanReason = 'planned' | 'unchanged' | 'disabled' | 'forbidden'

/** A task that a sentence is about, and what of its actions changes it. */
export type PlannedTask<Facts extends TaskFacts> = {
  readonly task: Facts
  readonly reason: PlanReason
  readonly actions: readonly Action[]
}

/** Whether a person may do an action to a task. */
export type MayDo<Facts extends TaskFacts> = (action: Action, task: Facts) => boolean

type Wanted<Facts extends TaskFacts> = {
  readonly reading: Pick<Reading, 'terms' | 'actions'>
  readonly today: CalendarDate
  readonly mayDo: MayDo<Facts>
}

/** What a sentence comes to: each task it is about, in their order, with the actions that change something. */
export function makePlan<Facts extends TaskFacts>({
  tasks,
  ...wanted
}: Wanted<Facts> & { readonly tasks: readonly Facts[] }): readonly PlannedTask<Facts>[] {
  return tasks.flatMap((task) => planTask(task, wanted) ?? [])
}

/** What a sentence comes to for one task; absent where it is not about it. */
export function planTask<Facts extends TaskFacts>(
  task: Facts,
  { reading: { terms, actions: wanted }, today, mayDo }: Wanted<Facts>,
): PlannedTask<Facts> | undefined {
  if (!isMeant(task, terms, today)) return undefined
  if (task.isDisabled) return { task, reason: 'disabled', actions: [] }
  const actions = wanted.filter((action) => action.field === 'comment' || task[action.field] !== valueOf(action))
  if (actions.length === 0) return { task, reason: 'unchanged', actions }
  // All of a sentence or nothing: half of it is not what was said.
  if (actions.every((action) => mayDo(action, task))) return { task, reason: 'planned', actions }
  return { task, reason: 'forbidden', actions: [] }
}

/** The value an action gives, as rows have it. */
export function valueOf({ to }: Action): string | number | undefined {
  return typeof to === 'object' ? to.id : to
}

/** Whether a task is what the conditions say: of one kind any, of all kinds, and none that must not be. */
function isMeant(task: TaskFacts, terms: readonly Term[], today: CalendarDate): boolean {
  const wanted = terms.filter(({ isNot }) => !isNot)
  const kinds = new Set(wanted.map(({ kind }) => kind))
  return (
    terms.every((term) => !term.isNot || !holds(task, term, today)) &&
    [...kinds].every((kind) => wanted.some((term) => term.kind === kind && holds(task, term, today)))
  )
}

function holds(task: TaskFacts, term: Term, today: CalendarDate): boolean {
  switch (term.kind) {
    case 'all':
      return true
    case 'due':
      return task.dueDate === term.date
    case 'late':
      return task.dueDate !== undefined && task.dueDate < today && !task.isDone
    case 'priority':
      return task.priority === term.value
    case 'unassigned':
      return task.assigneeIds.length === 0
    case 'together':
      return isMeant(task, term.terms, today)
    case 'stage':
      return term.things.some(({ id }) => id === task.stageId)
    case 'status':
      return term.things.some(({ id }) => id === task.statusId)
    case 'person':
      return term.things.some(({ id }) => task.assigneeIds.includes(id))
    default:
      return term.things.some(({ id }) => task.places.includes(id))
  }
}
