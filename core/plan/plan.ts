import { addDays, isCalendarDate, type CalendarDate } from '#core/lib/calendar-date.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import { isSameValue, type FieldValue, type FieldValues } from '#core/schema/field-values.ts'
import { isWithin } from './bounds.ts'
import { groupOf, type Action, type Change, type Reading, type Term } from './reading.ts'

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
  /** An item without a task that could change: sentences that are about items alone reach it. */
  readonly isItem?: true
  /** The studio's own fields of the task and of its item. */
  readonly fields: { readonly task: FieldValues | undefined; readonly item: FieldValues | undefined }
}

/**
 * Why a task of a plan is left as it is; `planned` is one that changes, `no-field` one that has not what is to be set, `no-date` one
 * without the due date that is to move.
 */
export type PlanReason = 'planned' | 'unchanged' | 'disabled' | 'no-field' | 'no-date' | 'forbidden'

/** A task that a sentence is about, and what of its actions changes it. */
export type PlannedTask<Facts extends TaskFacts> = {
  readonly task: Facts
  readonly reason: PlanReason
  readonly actions: readonly Change[]
}

/** Whether a person may do an action to a task. */
export type MayDo<Facts extends TaskFacts> = (action: Action, task: Facts) => boolean

type Wanted<Facts extends TaskFacts> = {
  readonly reading: Pick<Reading, 'terms' | 'actions'>
  readonly today: CalendarDate
  readonly mayDo: MayDo<Facts>
  /** Fields of items that tasks of the plan before set, as `itemId fieldId`: an item's field is set once, however many tasks it has. */
  readonly seen?: Set<string>
}

/** What a sentence comes to: each task it is about, in their order, with the actions that change something. */
export function makePlan<Facts extends TaskFacts>({
  tasks,
  ...wanted
}: Wanted<Facts> & { readonly tasks: readonly Facts[] }): readonly PlannedTask<Facts>[] {
  const seen = new Set<string>()
  return tasks.flatMap((task) => planTask(task, { ...wanted, seen }) ?? [])
}

/** Whether all that a sentence sets is of items: then those are counted. */
export function isAboutItems(actions: readonly Action[]): boolean {
  return actions.length > 0 && actions.every((action) => action.field === 'own' && action.own.of === 'item')
}

/** Whether a condition is about tasks: an item without any is neither what it means nor what it leaves out. */
function isAboutTasks(term: Term): boolean {
  switch (term.kind) {
    case 'own':
      return term.own.of === 'task'
    case 'bounds':
      return typeof term.of === 'string' || term.of.of === 'task'
    case 'together':
      return term.terms.some(isAboutTasks)
    case 'all':
    case 'project':
    case 'space':
    case 'collection':
    case 'item':
      return false
    default:
      return true
  }
}

/** What a sentence comes to for one task; absent where it is not about it, or its item was planned with a task before. */
export function planTask<Facts extends TaskFacts>(
  task: Facts,
  { reading: { terms, actions: said }, today, mayDo, seen = new Set() }: Wanted<Facts>,
): PlannedTask<Facts> | undefined {
  if (!isMeant(task, terms, today)) return undefined
  const isOfItems = isAboutItems(said)
  if (task.isItem === true && (!isOfItems || terms.some(isAboutTasks))) return undefined
  const keyOf = (action: Action): string =>
    action.field === 'own' && action.own.of === 'item' ? `${task.places[0] ?? ''} ${action.own.id}` : ''
  const wanted = said.filter((action) => !seen.has(keyOf(action)))
  if (wanted.length === 0) return undefined
  const take = (reason: PlanReason, actions: readonly Change[]): PlannedTask<Facts> => {
    if (isOfItems || reason === 'planned') for (const each of wanted) if (keyOf(each) !== '') seen.add(keyOf(each))
    return { task, reason, actions }
  }
  // An item has nothing to do with a stage that is disabled on it: `fx → complexity hard` is not about it.
  if (task.isDisabled) return isOfItems ? undefined : take('disabled', [])
  if (wanted.some((action) => action.field === 'own' && !hasField(task, action.own))) return take('no-field', [])
  const changes = wanted.flatMap((action) => toChange(task, action) ?? [])
  if (changes.length < wanted.length) return take('no-date', [])
  const actions = changes.filter((action) => !isSet(task, action))
  if (actions.length === 0) return take('unchanged', actions)
  // All of a sentence or nothing: half of it is not what was said.
  return actions.every((action) => mayDo(action, task)) ? take('planned', actions) : take('forbidden', [])
}

/** What an action comes to for a task; absent where there is no due date to move, or no such day. */
function toChange({ dueDate }: TaskFacts, action: Action): Change | undefined {
  if (action.field !== 'push') return action
  const to = dueDate === undefined ? undefined : addDays(dueDate, action.days)
  return isCalendarDate(to) ? { field: 'dueDate', to } : undefined
}

function isSet(task: TaskFacts, action: Change): boolean {
  if (action.field === 'comment') return false
  if (action.field === 'own') return isSameValue(ownValue(task, action.own), action.value)
  return task[action.field] === valueOf(action)
}

/** Whether the places of a task have a field. */
function hasField({ places }: TaskFacts, { placeIds }: FieldDefinition): boolean {
  return placeIds.length === 0 || placeIds.some((id) => places.includes(id))
}

/** What a task, or its item, has in a field of the studio's own. */
export function ownValue({ fields }: Pick<TaskFacts, 'fields'>, { of, key }: FieldDefinition): FieldValue | undefined {
  return of === 'project' ? undefined : fields[of]?.[key]
}

/** The value an action gives, as rows have it. */
export function valueOf({ to }: Exclude<Change, { field: 'own' }>): string | number | undefined {
  return typeof to === 'object' ? to.id : to
}

/** Whether a task is what the conditions say: of one group any, of all groups, and none that must not be. */
function isMeant(task: TaskFacts, terms: readonly Term[], today: CalendarDate): boolean {
  const wanted = terms.filter(({ isNot }) => !isNot)
  const groups = new Set(wanted.map(groupOf))
  return (
    terms.every((term) => !term.isNot || !holds(task, term, today)) &&
    [...groups].every((group) => wanted.some((term) => groupOf(term) === group && holds(task, term, today)))
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
    case 'bounds':
      return typeof term.of === 'string'
        ? isWithin(task[term.of], term.bounds)
        : hasField(task, term.of) && isWithin(ownValue(task, term.of), term.bounds)
    case 'own':
      return hasField(task, term.own) && term.values.some((value) => isLike(ownValue(task, term.own), value))
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

/** Whether a value is one that was asked for: a list that has all of it, a text whatever its case. */
function isLike(value: FieldValue | undefined, asked: FieldValue | undefined): boolean {
  if (Array.isArray(value) && Array.isArray(asked)) return asked.every((id) => value.includes(id))
  if (typeof value === 'string' && typeof asked === 'string') return value.toLowerCase() === asked.toLowerCase()
  return isSameValue(value, asked)
}
