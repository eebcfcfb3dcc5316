import { listAssignees } from '#core/plan/space-tasks.ts'
import { compileExpression } from '#core/expressions/compile-expression.ts'
import type { RowName, Scope } from '#core/expressions/types.ts'
import { dateInZone, type CalendarDate } from '#core/lib/calendar-date.ts'
import { withoutItems } from '#core/fields/check-formula.ts'
import { makeFormulas, type Formulas } from '#core/fields/formulas.ts'
import { toExpressionValue, typeOfKind, type ItemPlace } from '#core/fields/item-scope.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import type { ProjectRow } from '#core/schema/projects.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { usageError } from '../cli-error.ts'
import type { TaskRecord } from './task-record.ts'

/** The day on this machine. */
export function todayOf(clock: { readonly now: () => number }): CalendarDate {
  return dateInZone(clock.now(), Intl.DateTimeFormat().resolvedOptions().timeZone)
}

/** The fields of a studio as expressions about the items of a space see them. */
export function openFormulas(studio: StudioReplica, space: SpaceReplica): Formulas {
  const place: ItemPlace = { studio, space, getArtists: (task) => listAssignees(space, task) }
  return makeFormulas(place, studio.getFields())
}

/** Reads conditions in the expression language: all must hold. A row of which one cannot be worked out is not wanted. */
export function compileConditions<Row>(
  texts: readonly string[],
  scope: Scope<Row>,
  today: CalendarDate,
): (row: Row) => boolean {
  const conditions = texts.map((text) => {
    const compiled = compileExpression(text, scope)
    if (!compiled.ok) throw usageError(`--where: ${compiled.error.reason}.`, mark(text, compiled.error.start))
    if (compiled.value.type === 'checkbox') return compiled.value
    throw usageError(`--where "${text}" says neither yes nor no.`, 'Compare it: frames > 100')
  })
  return (row) =>
    conditions.every((condition) => {
      const result = condition.evaluate(row, today)
      return result.ok && result.value === true
    })
}

/** The line with a sign under the place. */
function mark(text: string, start: number): string {
  return text.includes('\n') ? text : `${text}\n${' '.repeat(start)}^`
}

/** What a condition about tasks can ask: the task, where it is, and its own and its item's fields by their keys. */
export function makeTaskScope(studio: StudioReplica, today: CalendarDate): Scope<TaskRecord> {
  const bare = makeFormulas(withoutItems(studio), studio.getFields())
  const opened = new WeakMap<SpaceReplica, Formulas>()
  const readField = (key: string, { space, task }: TaskRecord): unknown => {
    const formulas = opened.get(space) ?? openFormulas(studio, space)
    opened.set(space, formulas)
    const item = space.replica.find('items', task.itemId)
    return item === undefined ? null : formulas.valueOf(key, item, today)
  }
  const names = new Map<string, RowName<TaskRecord>>([
    ['project', { type: 'text', read: ({ project }) => project }],
    ['space', { type: 'text', read: ({ spaceName }) => spaceName }],
    ['collection', { type: 'text', read: ({ collection }) => collection }],
    ['item', { type: 'text', read: ({ item }) => item }],
    ['stage', { type: 'text', read: ({ stage }) => stage }],
    ['status', { type: 'text', read: ({ status }) => status }],
    ['code', { type: 'text', read: ({ statusCode }) => statusCode }],
    ['assignees', { type: { list: 'text' }, read: ({ assignees }) => assignees }],
    ['due', { type: 'date', read: ({ due }) => due }],
    ['priority', { type: 'number', read: ({ priority }) => priority }],
    ['hours', { type: 'number', read: ({ estimatedHours }) => estimatedHours }],
    ['disabled', { type: 'checkbox', read: ({ disabled }) => disabled }],
    ['done', { type: 'checkbox', read: ({ done }) => done }],
  ])
  for (const field of studio.getTaskFields()) {
    if (names.has(field.key) || field.kind === 'formula') continue
    const read = ({ task }: TaskRecord): unknown => toExpressionValue(field, task.fields?.[field.key], studio)
    names.set(field.key, { type: typeOfKind[field.kind], read, help: field.name })
  }
  const findField = (key: string): RowName<TaskRecord> | undefined => {
    const found = bare.scope.names.get(key)
    if (found === undefined || key === 'tasks') return undefined
    const { type, problem } = found
    return { type, ...(problem !== undefined && { problem }), read: (record) => readField(key, record) }
  }
  return {
    names: {
      get: (name) => names.get(name) ?? findField(name),
      keys: () => new Set([...names.keys(), ...bare.scope.names.keys()]).values(),
    },
  }
}

/** What a condition about projects can ask: the project, and its fields by their keys. */
export function makeProjectScope(studio: StudioReplica): Scope<ProjectRow> {
  const names = new Map<string, RowName<ProjectRow>>()
  for (const field of studio.getAllFields()) {
    if (field.of !== 'project' || field.kind === 'formula') continue
    const read = ({ fields }: ProjectRow): unknown => toExpressionValue(field, fields?.[field.key], studio)
    names.set(field.key, { type: typeOfKind[field.kind], read, help: field.name })
  }
  names.set('name', { type: 'text', read: ({ name }) => name })
  names.set('description', { type: 'text', read: ({ description }) => description })
  names.set('active', { type: 'checkbox', read: ({ isActive }) => isActive })
  return { names }
}
