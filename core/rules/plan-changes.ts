import { isSame } from '#core/lib/is-same.ts'
import type { RuleAction, RuleChange, RuleEvent, RulePerson, RuleTask } from './rule.ts'
import type { RuleState } from './rule-state.ts'

/** Plans the changes of actions for an event; what is so already is not changed. */
export function planChanges(actions: readonly RuleAction[], event: RuleEvent, state: RuleState): readonly RuleChange[] {
  return actions.flatMap((action) => planAction(action, event, state))
}

function planAction(action: RuleAction, event: RuleEvent, state: RuleState): readonly RuleChange[] {
  const task = state.findTask(event.task_id)
  const next = task === undefined ? undefined : state.findNext(task)
  switch (action.do) {
    case 'set_status':
      return pickTasks(action.on, { event, task, next }, state)
        .filter(({ statusId }) => statusId !== action.status)
        .map(({ id }) => ({ do: 'set_status', taskId: id, statusId: action.status }))
    case 'start_next': {
      const isWaiting = next !== undefined && state.findStatus(next.statusId)?.isDefault === true
      return isWaiting && next.statusId !== action.status
        ? [{ do: 'set_status', taskId: next.id, statusId: action.status }]
        : []
    }
    case 'assign':
      return planAssign(action, { task, next }, state)
    case 'set_field':
      return planField(action, { event, task, next }, state)
    case 'notify': {
      const userIds = [...new Set(action.who.flatMap((who) => findPeople(who, { task, next }, state)))]
      return task === undefined || userIds.length === 0
        ? []
        : [{ do: 'notify', taskId: task.id, userIds, text: action.text || describeEvent(event) }]
    }
    case 'comment':
      return task === undefined ? [] : [{ do: 'comment', taskId: task.id, text: action.text }]
    case 'call':
      return [{ do: 'call', webhookId: action.webhook }]
  }
}

type Place = { readonly task: RuleTask | undefined; readonly next: RuleTask | undefined }

function pickTasks(
  on: string,
  { event, task, next }: Place & { readonly event: RuleEvent },
  state: RuleState,
): readonly RuleTask[] {
  if (on === 'this') return task === undefined || task.isDisabled ? [] : [task]
  if (on === 'next') return next === undefined ? [] : [next]
  const all = state.getTasks(event.item_id ?? '')
  return on === 'all' ? all : all.filter(({ stageId }) => stageId === on)
}

function planAssign(
  { who, on }: Extract<RuleAction, { do: 'assign' }>,
  place: Place,
  state: RuleState,
): readonly RuleChange[] {
  const task = on === 'next' ? place.next : place.task
  if (task === undefined || task.isDisabled) return []
  const [person] = who === 'nobody' ? [null] : findPeople(who, place, state)
  // If nobody is found, the assignee stays.
  if (person === undefined || person === task.assigneeId) return []
  return [{ do: 'assign', taskId: task.id, userId: person }]
}

function planField(
  { key, value, on }: Extract<RuleAction, { do: 'set_field' }>,
  { event, ...place }: Place & { readonly event: RuleEvent },
  state: RuleState,
): readonly RuleChange[] {
  const hasValue = (fields: Readonly<Record<string, unknown>>): boolean => isSame(fields[key] ?? null, value ?? null)
  if (state.catalogue.fields.find((field) => field.key === key)?.of === 'task') {
    return pickTasks(on, { event, ...place }, state)
      .filter(({ fields }) => !hasValue(fields))
      .map(({ id }) => ({ do: 'set_field', taskId: id, key, value }))
  }
  const own = state.findItem(event.item_id)
  const parentType = (['sequence', 'episode'] as const).find((type) => type === on)
  const item = own === undefined || parentType === undefined ? own : state.findParent(own, parentType)
  if (item === undefined || hasValue(item.fields)) return []
  return [{ do: 'set_field', itemId: item.id, key, value }]
}

/** Returns the people meant, without those who have left. */
function findPeople(who: RulePerson, { task, next }: Place, { catalogue: { people } }: RuleState): readonly string[] {
  if (who === 'owners') return people.filter(({ role }) => role === 'owner').map(({ id }) => id)
  const id =
    who === 'assignee'
      ? task?.assigneeId
      : who === 'artist'
        ? (task?.artistId ?? task?.assigneeId)
        : who === 'next'
          ? next?.assigneeId
          : who
  return people.some((person) => person.id === id) && typeof id === 'string' ? [id] : []
}

function describeEvent({ kind, names, old, new: becomes }: RuleEvent): string {
  const place = [names['item'], names['stage']].filter(Boolean).join(' · ')
  if (kind === 'field.changed') return `${place}: ${names['name']} changed`
  const [was, is] = [old['status'], becomes['status']]
  return typeof is === 'string' ? `${place}: ${typeof was === 'string' ? `${was} → ` : ''}${is}` : place
}
