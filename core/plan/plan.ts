import { addDays, isCalendarDate, type CalendarDate } from '#core/lib/calendar-date.ts'
import { checkFieldValue } from '#core/fields/check-field-value.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import { isSameValue, type FieldValue, type FieldValues } from '#core/schema/field-values.ts'
import { addWorkingDays } from '#core/timeline/work-calendar.ts'
import { isWithin } from './bounds.ts'
import { groupOf, type Action, type Change, type DayCount, type Reading, type Term } from './reading.ts'

/** The facts about a task that a plan needs: its own values and the places it is in. */
export type TaskFacts = {
  readonly id: string
  /** The ids of its item, collection, space and project. */
  readonly places: readonly string[]
  readonly stageId: string
  readonly statusId: string
  /** The people shown on it: those of its blocks, else its assignee. */
  readonly assigneeIds: readonly string[]
  readonly assigneeId: string | undefined
  readonly dueDate: CalendarDate | undefined
  readonly priority: number
  readonly estimatedHours: number | undefined
  readonly isDisabled: boolean
  readonly isDone: boolean
  /** Set for an item without tasks that could change; only sentences about items alone match it. */
  readonly isItem?: true
  /** The studio's own fields of the task and of its item. */
  readonly fields: { readonly task: FieldValues | undefined; readonly item: FieldValues | undefined }
}

/**
 * The outcome for a task in a plan: `planned` changes it, the others leave it alone. `no-field` means it does not have
 * the field, `no-date` that it has no due date to move, `no-value` that it has no value to add to.
 */
export type PlanReason = 'planned' | 'unchanged' | 'disabled' | 'no-field' | 'no-date' | 'no-value' | 'forbidden'

/** A task that a sentence matches, and the actions that change it. */
export type PlannedTask<Facts extends TaskFacts> = {
  readonly task: Facts
  readonly reason: PlanReason
  readonly actions: readonly Change[]
}

/** Tells whether a person may apply an action to a task. */
export type IsActionAllowed<Facts extends TaskFacts> = (action: Action, task: Facts) => boolean

type Wanted<Facts extends TaskFacts> = {
  readonly reading: Pick<Reading, 'terms' | 'actions'>
  readonly today: CalendarDate
  readonly mayDo: IsActionAllowed<Facts>
  /** Item fields already set through an earlier task, as `itemId fieldId`: each is set once per item. */
  readonly seen?: Set<string>
}

/** Makes a plan: each matching task, in order, with the actions that change something. */
export function makePlan<Facts extends TaskFacts>({
  tasks,
  ...wanted
}: Wanted<Facts> & { readonly tasks: readonly Facts[] }): readonly PlannedTask<Facts>[] {
  const seen = new Set<string>()
  return tasks.flatMap((task) => planTask(task, { ...wanted, seen }) ?? [])
}

/** Tells whether a sentence sets only item fields, so that items are counted, not tasks. */
export function isAboutItems(actions: readonly Action[]): boolean {
  return actions.length > 0 && actions.every((action) => 'own' in action && action.own.of === 'item')
}

/** Tells whether a condition is about tasks; an item without tasks neither matches it nor is left out by it. */
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

/** Plans one task; undefined if it does not match, or its item was planned with an earlier task. */
export function planTask<Facts extends TaskFacts>(
  task: Facts,
  { reading: { terms, actions: said }, today, mayDo, seen = new Set() }: Wanted<Facts>,
): PlannedTask<Facts> | undefined {
  if (!isMeant(task, terms, today)) return undefined
  const isOfItems = isAboutItems(said)
  if (task.isItem === true && (!isOfItems || terms.some(isAboutTasks))) return undefined
  const keyOf = (action: Action): string =>
    'own' in action && action.own.of === 'item' ? `${task.places[0] ?? ''} ${action.own.id}` : ''
  const wanted = said.filter((action) => !seen.has(keyOf(action)))
  if (wanted.length === 0) return undefined
  const take = (reason: PlanReason, actions: readonly Change[]): PlannedTask<Facts> => {
    if (isOfItems || reason === 'planned') for (const each of wanted) if (keyOf(each) !== '') seen.add(keyOf(each))
    return { task, reason, actions }
  }
  // A stage disabled on an item has nothing to do with the item: `fx → complexity hard` does not match it.
  if (task.isDisabled) return isOfItems ? undefined : take('disabled', [])
  if (wanted.some((action) => 'own' in action && !hasField(task, action.own))) return take('no-field', [])
  const changes = wanted.flatMap((action) => toChange(task, action) ?? [])
  if (changes.length < wanted.length) {
    const isDated = wanted.every((action) => action.field !== 'push' || toChange(task, action) !== undefined)
    return take(isDated ? 'no-value' : 'no-date', [])
  }
  const actions = changes.filter((action) => !isSet(task, action))
  if (actions.length === 0) return take('unchanged', actions)
  // A task gets all of a sentence or nothing, never half of it.
  return actions.every((action) => mayDo(action, task)) ? take('planned', actions) : take('forbidden', [])
}

/** Resolves an action for a task; undefined if there is no value to start from, or the result is not one. */
function toChange(task: TaskFacts, action: Action): Change | undefined {
  if (action.field === 'shift') return toShifted(action, ownValue(task, action.own))
  if (action.field !== 'push') return action
  const { days, isWorkdays } = action
  const to = task.dueDate === undefined ? undefined : move(task.dueDate, { days, isWorkdays })
  return isCalendarDate(to) ? { field: 'dueDate', to } : undefined
}

function move(from: CalendarDate, { days, isWorkdays = false }: DayCount): CalendarDate {
  return isWorkdays ? addWorkingDays(from, days) : addDays(from, days)
}

function toShifted(
  { own, by, isWorkdays }: Extract<Action, { field: 'shift' }>,
  from: FieldValue | undefined,
): Change | undefined {
  // 0.1 and 0.2 are 0.3, not 0.30000000000000004.
  const sum = typeof from === 'number' && own.kind === 'number' ? Number((from + by).toPrecision(15)) : undefined
  const value = own.kind === 'date' && isCalendarDate(from) ? move(from, { days: by, isWorkdays }) : sum
  if (value === undefined || checkFieldValue(own, value) !== undefined) return undefined
  return { field: 'own', own, value, text: String(value) }
}

function isSet(task: TaskFacts, action: Change): boolean {
  if (action.field === 'comment') return false
  if (action.field === 'own') return isSameValue(ownValue(task, action.own), action.value)
  return task[action.field] === valueOf(action)
}

/** Tells whether a task's places have a field. */
function hasField({ places }: TaskFacts, { placeIds }: FieldDefinition): boolean {
  return placeIds.length === 0 || placeIds.some((id) => places.includes(id))
}

/** Returns the value of a task, or its item, in one of the studio's own fields. */
export function ownValue({ fields }: Pick<TaskFacts, 'fields'>, { of, key }: FieldDefinition): FieldValue | undefined {
  return of === 'project' ? undefined : fields[of]?.[key]
}

/** Returns the value an action sets, as rows store it. */
export function valueOf({ to }: Exclude<Change, { field: 'own' }>): string | number | undefined {
  return typeof to === 'object' ? to.id : to
}

/** Tells whether a task matches: one condition of each group, and no negated one. */
function isMeant(task: TaskFacts, terms: readonly Term[], today: CalendarDate): boolean {
  const wanted = terms.filter(({ isNot }) => !isNot)
  const groups = new Set(wanted.map(groupOf))
  return (
    terms.every((term) => !term.isNot || !matchesTerm(task, term, today)) &&
    [...groups].every((group) => wanted.some((term) => groupOf(term) === group && matchesTerm(task, term, today)))
  )
}

function matchesTerm(task: TaskFacts, term: Term, today: CalendarDate): boolean {
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
      // Only the assignee is cleared, whoever else has blocks.
      return term.things.some(({ id }) =>
        term.isOfAction === true ? id === task.assigneeId : task.assigneeIds.includes(id),
      )
    default:
      return term.things.some(({ id }) => task.places.includes(id))
  }
}

/** Tells whether a value matches a wanted one: lists must contain all of it, texts ignore case. */
function isLike(value: FieldValue | undefined, asked: FieldValue | undefined): boolean {
  if (Array.isArray(value) && Array.isArray(asked)) return asked.every((id) => value.includes(id))
  if (typeof value === 'string' && typeof asked === 'string') return value.toLowerCase() === asked.toLowerCase()
  return isSameValue(value, asked)
}
