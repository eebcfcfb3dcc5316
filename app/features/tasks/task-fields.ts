import type { compileExpression, Expression } from '#core/expressions/compile-expression.ts'
import type { CastingReplica } from '#core/casting/casting-replica.ts'
import { makeItemLinks, type ItemLinks } from '#core/casting/item-links.ts'
import type { RowName } from '#core/expressions/types.ts'
import { compareByField } from '#core/fields/sort-items.ts'
import type { makeTaskScope, TaskReader } from '#core/fields/task-scope.ts'
import { dateInZone, type CalendarDate } from '#core/lib/calendar-date.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { ProjectContent } from '#app/widgets/project-content/project-content.ts'
import { arrangeTasks, listTasks, type TaskListView, type TaskRow } from './task-rows.ts'

/** The fields that the tasks of a project have, in the order of their columns. */
export function listProjectTaskFields(content: ProjectContent | undefined): readonly FieldDefinition[] {
  if (content === undefined) return []
  const { studio, spaces } = content
  const own = new Set(spaces.flatMap(({ space }) => studio.getSpaceFields(space, 'task')))
  return studio.getTaskFields().filter((field) => own.has(field))
}

/** The tasks of a project as a view shows them. */
export function showTasks(content: ProjectContent, view: TaskListView): readonly TaskRow[] {
  const { studio, client } = content
  const field = listProjectTaskFields(content).find(({ id }) => id === view.sort)
  const compare = field && compareByField(field, (id) => studio.replica.find('studio_members', id)?.displayName ?? '')
  return arrangeTasks(listTasks(content), view, {
    me: client.userId,
    holds: view.condition === '' ? undefined : makeTest(content, view.condition),
    byField: compare && ((one, other) => compare(one.task.fields, other.task.fields)),
  })
}

type Language = {
  readonly compileExpression: typeof compileExpression
  readonly makeTaskScope: typeof makeTaskScope
}

// The language is loaded once somebody writes a condition, before any is kept.
let language: Language | undefined

/** What is wrong with a condition; absent where nothing is. */
export async function checkCondition(content: ProjectContent, text: string): Promise<string | undefined> {
  const [{ compileExpression: compile }, { makeTaskScope: makeScope }] = await Promise.all([
    import('#core/expressions/compile-expression.ts'),
    import('#core/fields/task-scope.ts'),
  ])
  language = { compileExpression: compile, makeTaskScope: makeScope }
  const compiled = compileCondition(content, text)
  if (compiled?.ok === false) return `${compiled.error.reason}.`
  return compiled?.value.type === 'checkbox' ? undefined : 'It says neither yes nor no: compare it, as in effort > 2.'
}

/** One that can no longer be read, as its field is gone, lets everything pass. */
function makeTest(content: ProjectContent, text: string): (row: TaskRow) => boolean {
  const compiled = compileCondition(content, text)
  if (compiled?.ok !== true) return () => true
  const today = findToday()
  const expression: Expression<TaskRow> = compiled.value
  return (row) => {
    const result = expression.evaluate(row, today)
    return result.ok && result.value === true
  }
}

function compileCondition(content: ProjectContent, text: string) {
  const { studio, project } = content
  const names = makeNames(studio, project.name)
  const reader: TaskReader<TaskRow> = {
    names,
    read: ({ task, place }) => ({ task, space: place.replica }),
    linksOf: makeLinksOf(content),
  }
  return language?.compileExpression(text, language.makeTaskScope(studio, findToday(), reader))
}

const linksOfCasting = new WeakMap<CastingReplica, Map<SpaceReplica, ItemLinks>>()

/** The page has every space of the project open, and its casts. */
function makeLinksOf({ studio, casting, spaces }: ProjectContent): (space: SpaceReplica) => ItemLinks {
  const known = linksOfCasting.get(casting) ?? new Map<SpaceReplica, ItemLinks>()
  linksOfCasting.set(casting, known)
  return (space) => {
    const links = known.get(space) ?? makeItemLinks({ studio, space })
    if (!known.has(space)) links.setContent({ casting, spaces: spaces.map(({ replica }) => replica), isWhole: true })
    known.set(space, links)
    return links
  }
}

function findToday(): CalendarDate {
  return dateInZone(Date.now(), Intl.DateTimeFormat().resolvedOptions().timeZone)
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
