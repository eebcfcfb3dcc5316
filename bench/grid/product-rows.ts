import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { FieldValue, FieldValues } from '#core/schema/field-values.ts'
import { newRow } from '#core/schema/tables.ts'
import type { Space } from '#core/schema/spaces.ts'
import type { Task } from '#core/schema/item-tasks.ts'
import type { CollectionRow } from '#core/schema/collections.ts'
import type { ItemRow } from '#core/schema/items.ts'
import type { StageRow } from '#core/schema/stages.ts'
import type { StatusRow } from '#core/schema/task-statuses.ts'
import type { TaskBlockRow } from '#core/schema/task-blocks.ts'
import { permissions } from '#core/schema/role-permissions.ts'
import type { PullAnswer } from '#core/gateway/ports.ts'
import {
  toId,
  type AnyId,
  type CollectionId,
  type FieldId,
  type ItemId,
  type ProjectId,
  type SpaceId,
  type StageId,
  type StatusId,
  type StudioId,
  type TaskId,
  type UserId,
} from '#core/lib/ids.ts'
import { itemAt, ITEMS_PER_COLLECTION, peopleAt, peopleNames, stageNames, statusAt, statusNames } from './content.ts'

/** 417 rows of twelve cells: 5,004 tasks. */
export const CHANGED_ITEMS = 417

const idOf = <Id extends AnyId>(kind: string, number: number): Id =>
  toId<Id>(`${kind.padStart(8, '0')}-0000-4000-8000-${String(number).padStart(12, '0')}`)

export const studioId = idOf<StudioId>('5', 1)
const projectId = idOf<ProjectId>('6', 1)
export const spaceId = idOf<SpaceId>('7', 1)
export const itemId = (index: number): ItemId => idOf('a', index)
export const stageId = (index: number): StageId => idOf('b', index)
export const stageIds: readonly StageId[] = stageNames.map((_, index) => stageId(index))
const statusId = (index: number): StatusId => idOf('c', index)
const personId = (index: number): UserId => idOf('8', index)
const collectionId = (index: number): CollectionId => idOf('d', index)

export function statusNumber(id: StatusId | undefined): number {
  return statusNames.findIndex((_, index) => statusId(index) === id)
}

export const space: Space = {
  id: spaceId,
  projectId,
  name: 'Episode 2',
  slug: 'episode-2',
  layout: 'grid',
  position: 1,
  isActive: true,
  kindIds: [],
  thumbnailMediaId: undefined,
}

const stages: readonly StageRow[] = stageNames.map((name, index) => ({
  id: stageId(index),
  name,
  color: '#9ca3af',
  category: 'production',
  icon: undefined,
  orderIndex: index,
}))

const statuses: readonly StatusRow[] = statusNames.map(([name, shortCode, color], index) => ({
  id: statusId(index),
  name,
  shortCode,
  color,
  position: index,
  isDone: shortCode === 'DONE',
  isDefault: index === 0,
}))

/** Returns the studio as the server does: its catalogue, and a caller who may do everything. */
export function studioAnswer(fields = 0): PullAnswer {
  const project = { id: projectId, name: 'The Salt Road', slug: 'the-salt-road', description: '', isActive: true }
  const roleId = idOf<never>('9', 1)
  return {
    rev: 1,
    full: true,
    deleted: {},
    access: { roleId, level: 1, permissions, projectIds: [projectId] },
    tables: {
      projects: [newRow('projects', { ...project, displayOrder: 1, createdAt: 0 })],
      spaces: [space],
      stages,
      task_statuses: statuses,
      field_definitions: listFields(fields),
      studio_members: peopleNames.map((displayName, index) => ({
        userId: personId(index),
        roleId,
        archivedAt: undefined,
        displayName,
        email: '',
        avatarUrl: undefined,
      })),
      space_stages: stages.map(({ id }, orderIndex) => ({ spaceId, stageId: id, isActive: true, orderIndex })),
    },
  }
}

const choices = ['Simple', 'Medium', 'Hard'].map((name) => ({ id: name.toLowerCase(), name, color: '#8b5cf6' }))
const kinds = ['number', 'choice', 'text', 'date', 'checkbox'] as const

/** Returns that many custom fields, alternating between five kinds. */
function listFields(count: number): readonly FieldDefinition[] {
  return Array.from({ length: count }, (_, at) => {
    const kind = kinds[at % kinds.length] ?? 'text'
    const options = kind === 'choice' ? choices : []
    return newRow('field_definitions', {
      id: idOf<FieldId>('1', at),
      key: `${kind}_${at}`,
      name: `Field ${at}`,
      kind,
      options,
      position: at,
    })
  })
}

function valuesOf(item: number, fields: readonly FieldDefinition[]): FieldValues {
  return Object.fromEntries(
    fields.map(({ key, kind }, at) => {
      const number = (item * 7 + at * 13) % 1000
      const values: Readonly<Record<string, FieldValue>> = {
        number,
        choice: choices[number % choices.length]?.id ?? '',
        date: `2026-12-${String((number % 28) + 1).padStart(2, '0')}`,
        checkbox: number % 2 === 0,
      }
      return [key, values[kind] ?? `note ${number}`]
    }),
  )
}

/** Returns a space of that many items, each with a task in every stage and a value in that many fields. */
export function spaceAnswer(items: number, perCollection = ITEMS_PER_COLLECTION, fields = 0): PullAnswer {
  const own = listFields(fields)
  const collections: CollectionRow[] = []
  for (let index = 0; index * perCollection < items; index++) {
    const name = `SQ${String(index + 1).padStart(3, '0')}`
    const orderRank = String(1000 + index)
    const place = { description: '', episode: undefined, position: index, orderRank }
    collections.push({ id: collectionId(index), name, ...place, isDefault: false })
  }
  const rows: ItemRow[] = []
  const tasks: Task[] = []
  const blocks: TaskBlockRow[] = []
  for (let item = 0; item < items; item++) {
    const row = anItem(item, perCollection)
    rows.push(fields === 0 ? row : { ...row, fields: valuesOf(item, own) })
    for (let stage = 0; stage < stageNames.length; stage++) addTask({ item, stage }, { tasks, blocks })
  }
  return {
    rev: 1,
    full: true,
    deleted: {},
    tables: { collections, items: rows, item_tasks: tasks, task_blocks: blocks, task_estimations: [] },
  }
}

function anItem(index: number, perCollection: number): ItemRow {
  const { title, description } = itemAt(index)
  return newRow('items', {
    id: itemId(index),
    collectionId: collectionId(Math.floor(index / perCollection)),
    title,
    slug: title,
    description,
    position: index % perCollection,
    orderRank: String(100_000 + index),
  })
}

function addTask(
  { item, stage }: { readonly item: number; readonly stage: number },
  { tasks, blocks }: { readonly tasks: Task[]; readonly blocks: TaskBlockRow[] },
): void {
  const number = item * 100 + stage
  const id = idOf<TaskId>('e', number)
  const people = peopleAt(item, stage)
  tasks.push(
    newRow('item_tasks', {
      id,
      itemId: itemId(item),
      stageId: stageId(stage),
      statusId: statusId(statusAt(item, stage)),
      assigneeId: personId(people[0] ?? 0),
    }),
  )
  if (people.length < 2) return
  for (const [index, person] of people.entries()) {
    blocks.push({
      id: idOf('f', number * 10 + index),
      taskId: id,
      assigneeId: personId(person),
      startDate: undefined,
      durationDays: 1,
      rowIndex: 0,
    })
  }
}
