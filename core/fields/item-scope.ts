import type {
  ExpressionValue,
  Member,
  RecordType,
  RowFunction,
  RowName,
  Scope,
  ValueType,
} from '#core/expressions/types.ts'
import type { UserId } from '#core/lib/ids.ts'
import type { FieldDefinition, FieldKind } from '#core/schema/field-definitions.ts'
import type { FieldValue } from '#core/schema/field-values.ts'
import type { Task } from '#core/schema/item-tasks.ts'
import { itemFlags } from '#core/schema/item-flags.ts'
import type { ItemRow } from '#core/schema/items.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { findStage } from '#core/studios/find-by-name.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import { findOption } from './field-text.ts'

/** What expressions about the items of a space are read from. */
export type ItemPlace = {
  readonly studio: StudioReplica
  readonly space: Pick<SpaceReplica, 'getTasks' | 'findEstimatedHours' | 'replica'>
  readonly getArtists: (task: Task) => readonly UserId[]
}

/** A studio without an opened space: what can be named is the same, and there are no items. */
export function withoutItems(studio: StudioReplica): ItemPlace {
  const space = { getTasks: () => [], findEstimatedHours: () => undefined, replica: studio.replica }
  return { studio, space, getArtists: () => [] }
}

/** What a value of each kind is in an expression; a formula's follows from its text. */
export const typeOfKind: { readonly [Kind in Exclude<FieldKind, 'formula'>]: ValueType } = {
  text: 'text',
  long_text: 'text',
  number: 'number',
  checkbox: 'checkbox',
  date: 'date',
  choice: 'text',
  choices: { list: 'text' },
  url: 'text',
  person: 'text',
}

/** A field's value as expressions have it: options and people by their names. */
export function toExpressionValue(
  field: FieldDefinition,
  value: FieldValue | undefined,
  { replica }: Pick<StudioReplica, 'replica'>,
): ExpressionValue {
  if (value === undefined) return null
  if (typeof value === 'object') return value.map((id) => findOption(field, id).name)
  if (field.kind === 'choice') return findOption(field, String(value)).name
  if (field.kind === 'person') return replica.find('studio_members', String(value))?.displayName ?? '(removed)'
  return value
}

/** The names of an item that every studio has; a field with the same key stands before them. */
function itemNames({ space }: ItemPlace): ReadonlyMap<string, RowName<ItemRow>> {
  const frames = ({ frameIn, frameOut }: ItemRow): number | undefined =>
    frameIn === undefined || frameOut === undefined ? undefined : frameOut - frameIn + 1
  return new Map<string, RowName<ItemRow>>([
    ['name', { type: 'text', read: ({ title }) => title, help: 'the item’s name' }],
    ['description', { type: 'text', read: ({ description }) => description }],
    [
      'collection',
      {
        type: 'text',
        read: ({ collectionId }) => space.replica.find('collections', collectionId)?.name,
        help: 'its collection’s name',
      },
    ],
    ...itemFlags.map(({ name, field }): [string, RowName<ItemRow>] => [
      name,
      { type: 'checkbox', read: (item) => item[field] },
    ]),
    ['frame_in', { type: 'number', read: ({ frameIn }) => frameIn }],
    ['frame_out', { type: 'number', read: ({ frameOut }) => frameOut }],
    ['frames', { type: 'number', read: frames, help: 'how many frames it has in the cut' }],
  ])
}

/** What an expression can ask of an item: its own names and fields, its tasks, and `task("anim")` for the one of a stage. */
export function makeItemScope(place: ItemPlace, fields: Scope<ItemRow>['names']): Scope<ItemRow> {
  const names = itemNames(place)
  const task = taskType(place)
  const tasks: RowName<ItemRow> = {
    type: { list: task },
    read: ({ id }) => place.space.getTasks(id).filter(({ isDisabled }) => !isDisabled),
    help: 'its tasks: share(tasks, t, t.done)',
  }
  return {
    names: {
      get: (name) => fields.get(name) ?? (name === 'tasks' ? tasks : names.get(name)),
      keys: () => new Set([...fields.keys(), ...names.keys(), 'tasks']).values(),
    },
    functions: new Map([['task', taskOf(place, task)]]),
  }
}

function taskOf({ studio, space }: ItemPlace, type: RecordType): RowFunction<ItemRow> {
  return {
    help: 'task("anim")',
    choices: studio.getStages().map(({ name }) => name),
    bind(text) {
      const stage = findStage(studio.getStages(), text)
      if (stage === undefined) return { type, read: () => null, problem: `There is no stage ${text}` }
      return {
        type,
        read: ({ id }) => space.getTasks(id).find(({ stageId, isDisabled }) => stageId === stage.id && !isDisabled),
      }
    },
  }
}

function taskType({ studio, space, getArtists }: ItemPlace): RecordType {
  const { replica } = studio
  const of =
    (read: (task: Task) => unknown): Member['read'] =>
    (task) =>
      read(task as Task)
  const statusOf = (task: Task) => replica.find('task_statuses', task.statusId)
  const members: readonly (readonly [string, Member])[] = [
    ...studio.getTaskFields().flatMap((field): readonly (readonly [string, Member])[] => {
      if (field.kind === 'formula') return []
      const read = of((task) => toExpressionValue(field, task.fields?.[field.key], studio))
      return [[field.key, { type: typeOfKind[field.kind], read, help: field.name }]]
    }),
    ['stage', { type: 'text', read: of((task) => replica.find('stages', task.stageId)?.name) }],
    ['status', { type: 'text', read: of((task) => statusOf(task)?.name) }],
    ['code', { type: 'text', read: of((task) => statusOf(task)?.shortCode) }],
    ['done', { type: 'checkbox', read: of((task) => statusOf(task)?.isDone) }],
    ['due', { type: 'date', read: of((task) => task.dueDate) }],
    ['priority', { type: 'number', read: of((task) => task.priority) }],
    ['hours', { type: 'number', read: of((task) => space.findEstimatedHours(task.id)) }],
    [
      'assignees',
      {
        type: { list: 'text' },
        read: of((task) => getArtists(task).map((id) => replica.find('studio_members', id)?.displayName ?? '')),
      },
    ],
  ]
  return { word: 'a task', members: new Map(members) }
}
