import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { formatEstimate } from '#core/tasks/estimate.ts'
import { nameOfPriority } from '#core/tasks/priorities.ts'
import { toFieldText } from '#core/fields/field-text.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { FieldValue } from '#core/schema/field-values.ts'
import { ownValue, valueOf, type PlannedTask, type TaskFacts } from './plan.ts'
import { formatDayCount, formatShift } from './read-shift.ts'
import type { Action, Change, Problem } from './reading.ts'

const words = {
  statusId: 'status',
  assigneeId: 'assignee',
  dueDate: 'due',
  estimatedHours: 'estimate',
  priority: 'priority',
} as const

/** Describes a planned change: `status WFA → DONE · due none → 2026-11-27`; undefined if nothing changes. */
export function describeChange({ task, actions }: PlannedTask<TaskFacts>, studio: StudioReplica): string | undefined {
  const told = actions.map((action) => {
    if (action.field === 'comment') return `“${action.to}”`
    if (action.field === 'own')
      return `${action.own.name} ${showOwn(action.own, ownValue(task, action.own), studio)} → ${action.text}`
    const { field } = action
    return `${words[field]} ${show(field, task[field], studio)} → ${show(field, valueOf(action), studio)}${describeAhead(action)}`
  })
  return told.length === 0 ? undefined : told.join(' · ')
}

/** Says what a day was counted from: `due +3d` is three days from today, not from the old due date. */
function describeAhead(action: Change): string {
  const { daysAhead: days, workdaysAhead = 0 } = action.field === 'dueDate' ? action : {}
  if (workdaysAhead > 0) return ` (${formatDayCount({ days: workdaysAhead, isWorkdays: true })} from today)`
  return days === undefined || days <= 0 ? '' : ` (${formatDayCount({ days })} from today)`
}

function nameOf(id: string, { replica }: StudioReplica): string {
  return replica.find('task_statuses', id)?.name ?? replica.find('studio_members', id)?.displayName ?? id
}

/** Describes what a sentence does to every task: `status WFA · due 2026-11-27`. */
export function describeActions(actions: readonly Action[], studio: StudioReplica): string {
  return actions
    .map((action) => {
      if (action.field === 'comment') return `“${action.to}”`
      if (action.field === 'own') return `${action.own.name} ${action.text}`
      if (action.field === 'push') return `due ${formatShift(action)}`
      if (action.field === 'shift') return describeShift(action)
      return `${words[action.field]} ${show(action.field, valueOf(action), studio)}${describeAhead(action)}`
    })
    .join(' · ')
}

function describeShift({ own, by, isWorkdays }: Extract<Action, { field: 'shift' }>): string {
  return `${own.name} ${own.kind === 'date' ? formatShift({ days: by, isWorkdays }) : by < 0 ? `−${-by}` : `+${by}`}`
}

function showOwn(field: FieldDefinition, value: FieldValue | undefined, studio: StudioReplica): string {
  return value === undefined ? 'none' : toFieldText(field, value, studio.getMembers())
}

function show(field: keyof typeof words, value: string | number | undefined, studio: StudioReplica): string {
  if (value === undefined) return 'none'
  if (field === 'estimatedHours') return formatEstimate(Number(value))
  return field === 'priority' ? nameOfPriority(Number(value)) : nameOf(String(value), studio)
}

/** Explains why a sentence changes nothing, and what to write instead. */
export function describeProblem(problem: Problem): { readonly text: string; readonly hint: string | undefined } {
  switch (problem.kind) {
    case 'unknown': {
      const { word, suggestion } = problem
      return { text: `"${word}" is not understood.`, hint: suggestion && `Did you mean ${suggestion}?` }
    }
    case 'choice': {
      const labels = problem.choices.map(({ label }) => label).join(', ')
      const texts = problem.choices.map(({ text }) => (text === '' ? 'nothing' : text)).join(' | ')
      return { text: `"${problem.word}" could be: ${labels}.`, hint: `Write one of: ${texts}` }
    }
    case 'value':
      return { text: problem.text, hint: undefined }
    case 'no-tasks':
      return {
        text: 'Which tasks?',
        hint: "Name them before an arrow, as in 'sq020 anim → done'; all means every task.",
      }
    case 'no-action':
      return {
        text: 'What should change?',
        hint: "Write it after an arrow, as in 'sq020 anim → done assign me due fri'.",
      }
    case 'nowhere':
      return { text: `"${problem.word}" does not exist where the sentence looks.`, hint: undefined }
  }
}
