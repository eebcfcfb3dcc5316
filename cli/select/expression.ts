import { compileExpression } from '#core/expressions/compile-expression.ts'
import type { RowName, Scope } from '#core/expressions/types.ts'
import { dateInZone, type CalendarDate } from '#core/lib/calendar-date.ts'
import { makeFormulas } from '#core/fields/formulas.ts'
import { getOwnName, toExpressionValue, typeOfKind, withoutItems } from '#core/fields/item-scope.ts'
import { knownNamesOf, listKnownNames } from '#core/fields/known-names.ts'
import { linkedNames } from '#core/fields/linked-names.ts'
import { makeTaskScope, type TaskReader } from '#core/fields/task-scope.ts'
import { asSentence } from '#core/lib/text.ts'
import type { ProjectRow } from '#core/schema/projects.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { usageError } from '../cli-error.ts'
import type { TaskRecord } from './task-record.ts'

/** Returns today's date on this machine. */
export function todayOf(clock: { readonly now: () => number }): CalendarDate {
  return dateInZone(clock.now(), Intl.DateTimeFormat().resolvedOptions().timeZone)
}

type CompileOptions = {
  readonly today: CalendarDate
  readonly from?: string
  readonly onHint?: (told: string) => void
}

/**
 * Compiles conditions in the expression language, all of which must hold; `from` names their source in errors. Rows for
 * which one cannot be calculated are excluded. Names unknown to the studio throw, or are passed to `onHint` if rows may
 * still have them.
 */
export function compileConditions<Row>(
  texts: readonly string[],
  scope: Scope<Row>,
  { today, from = '--where', onHint }: CompileOptions,
): (row: Row) => boolean {
  const conditions = texts.map((text) => {
    const compiled = compileExpression(text, scope)
    if (!compiled.ok)
      throw usageError(`${from}: ${asSentence(compiled.error.reason)}`, mark(text, compiled.error.start))
    // Saved conditions keep working as they are; only typed ones are checked first.
    const [hint] = from === '--where' ? compiled.value.hints : []
    if (hint !== undefined && onHint !== undefined) onHint(`${from}: ${asSentence(hint.reason)}`)
    else if (hint !== undefined) throw usageError(`${from}: ${asSentence(hint.reason)}`, mark(text, hint.start))
    if (compiled.value.type === 'checkbox') return compiled.value
    throw usageError(`${from}: "${text}" must be true or false.`, 'Compare it: frames > 100')
  })
  return (row) =>
    conditions.every((condition) => {
      const result = condition.evaluate(row, today)
      return result.ok && result.value === true
    })
}

/** Returns whether any condition or field depends on an item's links. */
export function dependsOnLinks(studio: StudioReplica, texts: readonly string[], keys: readonly string[] = []): boolean {
  const formulas = makeFormulas(withoutItems(studio), studio.getFields())
  return [...texts, ...keys].some((text) => {
    const compiled = compileExpression(text, formulas.scope)
    // A condition about tasks uses names unknown here, so look for the words instead.
    if (!compiled.ok) return [...linkedNames].some((name) => new RegExp(`\\b${name}\\b`, 'u').test(text))
    return formulas.asks(compiled.value.uses, linkedNames)
  })
}

/** Marks a position in a one-line text with a caret below. */
function mark(text: string, start: number): string {
  return text.includes('\n') ? text : `${text}\n${' '.repeat(start)}^`
}

/** Returns the names for conditions about tasks: the task, its place, and its own and its item's fields by key. */
export function makeRecordScope(
  studio: StudioReplica,
  today: CalendarDate,
  linksOf?: TaskReader<TaskRecord>['linksOf'],
): Scope<TaskRecord> {
  const { stage, status, code, person } = listKnownNames(studio)
  const known = { stage, status, code, assignees: person } as const
  const names = new Map(recordNames)
  for (const [name, list] of Object.entries(known)) {
    const read = names.get(name)
    if (read !== undefined) names.set(name, { ...read, known: list })
  }
  return makeTaskScope(studio, today, { read: (record) => record, names, linksOf })
}

const recordNames = new Map<string, RowName<TaskRecord>>([
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

/** Returns the names for conditions about projects: the project, and its fields by key. */
export function makeProjectScope(studio: StudioReplica): Scope<ProjectRow> {
  const names = new Map<string, RowName<ProjectRow>>()
  for (const field of studio.getAllFields()) {
    if (field.of !== 'project' || field.kind === 'formula') continue
    const read = ({ fields }: ProjectRow): unknown => toExpressionValue(field, fields?.[field.key], studio)
    const known = knownNamesOf(field, studio)
    names.set(field.key, { type: typeOfKind[field.kind], read, known, help: field.name })
  }
  names.set('me', { type: 'text', read: () => getOwnName(studio) })
  names.set('name', { type: 'text', read: ({ name }) => name })
  names.set('description', { type: 'text', read: ({ description }) => description })
  names.set('active', { type: 'checkbox', read: ({ isActive }) => isActive })
  return { names }
}
