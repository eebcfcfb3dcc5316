import type { compileExpression, Expression } from '#core/expressions/compile-expression.ts'
import type { RowName } from '#core/expressions/types.ts'
import type { makeTaskScope, TaskReader } from '#core/fields/task-scope.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { ProjectContent } from '#app/widgets/project-content/project-content.ts'
import { getReader } from './task-reader.ts'
import type { TaskRow } from './task-rows.ts'
import { noteLanguage } from './tasks-store.ts'

type Language = {
  readonly compileExpression: typeof compileExpression
  readonly makeTaskScope: typeof makeTaskScope
}

let language: Language | undefined
let isAsked = false

async function loadLanguage(): Promise<void> {
  const [{ compileExpression: compile }, { makeTaskScope: makeScope }] = await Promise.all([
    import('#core/expressions/compile-expression.ts'),
    import('#core/fields/task-scope.ts'),
  ])
  language = { compileExpression: compile, makeTaskScope: makeScope }
  noteLanguage()
}

/** Returns what is wrong with a condition; undefined if it is valid. */
export async function checkCondition(content: ProjectContent, text: string): Promise<string | undefined> {
  await loadLanguage()
  const compiled = compileCondition(content, text)
  if (compiled?.ok === false) return `${compiled.error.reason}.`
  return compiled?.value.type === 'checkbox' ? undefined : 'It must be true or false: compare it, as in effort > 2.'
}

/** Returns why a condition cannot be applied, such as a deleted field; also undefined until the language has loaded. */
export function findConditionProblem(content: ProjectContent, text: string): string | undefined {
  const compiled = compileCondition(content, text)
  if (compiled === undefined) return undefined
  if (!compiled.ok) return compiled.error.reason
  return compiled.value.type === 'checkbox' ? undefined : 'It must be true or false'
}

/** Returns a hint about an unlikely condition, such as an unknown name; the condition still applies. */
export function findConditionHint(content: ProjectContent, text: string): string | undefined {
  const compiled = compileCondition(content, text)
  return compiled?.ok === true ? compiled.value.hints[0]?.reason : undefined
}

/** Compiles a condition to a test; lets everything pass if the condition is invalid or the language has yet to load. */
export function makeConditionTest(content: ProjectContent, text: string): (row: TaskRow) => boolean {
  // Without a network loading fails; the next page tries again.
  if (!isAsked) void loadLanguage().catch(() => undefined)
  isAsked = true
  const compiled = compileCondition(content, text)
  if (compiled?.ok !== true || compiled.value.type !== 'checkbox') return () => true
  const { today } = getReader(content)
  const expression: Expression<TaskRow> = compiled.value
  return (row) => {
    const result = expression.evaluate(row, today)
    return result.ok && result.value === true
  }
}

function compileCondition(content: ProjectContent, text: string) {
  const { studio, project } = content
  const { linksOf, today } = getReader(content)
  const reader: TaskReader<TaskRow> = {
    names: makeNames(studio, project.name),
    read: ({ task, place }) => ({ task, space: place.replica }),
    linksOf,
  }
  return language?.compileExpression(text, language.makeTaskScope(studio, today, reader))
}

function makeNames({ replica }: StudioReplica, project: string): ReadonlyMap<string, RowName<TaskRow>> {
  const nameOf = (id: string): string => replica.find('studio_members', id)?.displayName ?? ''
  return new Map<string, RowName<TaskRow>>([
    ['project', { type: 'text', read: () => project }],
    ['space', { type: 'text', read: ({ place }) => place.space.name }],
    ['collection', { type: 'text', read: ({ place }) => place.collection.name }],
    ['item', { type: 'text', read: ({ place }) => place.item.title }],
    ['stage', { type: 'text', read: ({ stage }) => stage.name }],
    ['status', { type: 'text', read: ({ status }) => status?.name }],
    ['code', { type: 'text', read: ({ status }) => status?.shortCode }],
    ['assignees', { type: { list: 'text' }, read: ({ artists }) => artists.map(nameOf) }],
    ['due', { type: 'date', read: ({ task }) => task.dueDate }],
    ['priority', { type: 'number', read: ({ task }) => task.priority }],
    ['hours', { type: 'number', read: ({ task, place }) => place.replica.findEstimatedHours(task.id) }],
    ['done', { type: 'checkbox', read: ({ status }) => status?.isDone ?? false }],
  ])
}
