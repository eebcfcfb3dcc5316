import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import { newRow, type NewRow } from '#core/schema/tables.ts'
import type { Space } from '#core/schema/spaces.ts'
import type { Task } from '#core/schema/item-tasks.ts'
import type { CollectionRow } from '#core/schema/collections.ts'
import type { ItemLink } from '#core/schema/item-links.ts'
import type { ItemKind } from '#core/schema/item-kinds.ts'
import type { StageNeed } from '#core/schema/stage-needs.ts'
import type { ItemRow } from '#core/schema/items.ts'
import type { StageRow } from '#core/schema/stages.ts'
import type { StatusRow } from '#core/schema/task-statuses.ts'
import { emptyFilter } from '#core/timeline/filter-kinds.ts'
import { statusColors } from '#core/studios/palette.ts'
import {
  toId,
  type ItemId,
  type ItemKindId,
  type SpaceId,
  type StageId,
  type StatusId,
  type StudioId,
  type TaskId,
  type UserId,
} from '#core/lib/ids.ts'
import { makeMemoryServer, type CallOutcome } from '#core/gateway/memory/make-memory-server.ts'
import { makeStudioClient } from '#core/sync/make-client.ts'
import { makeMemoryStore } from '#core/sync/memory/memory-store.ts'
import { makeSingleTab } from '#core/sync/memory/single-tab.ts'
import { alwaysOnline, systemClock, systemIds } from '#core/sync/system.ts'
import { makeMediaUrls } from '#app/widgets/media-urls.ts'
import { enterSpace, setFilter } from '../space-view-store.ts'
import { makeSpaceModel } from '../model/space-model.ts'
import { makeTimeStats } from '../model/time-stats.ts'
import type { OpenSpace } from '../model/open-space.ts'

/** Makes a readable id: a letter for the kind and a number. */
export function anId<Id extends ItemId | ItemKindId | StageId | StatusId | TaskId | UserId>(
  kind: string,
  number: number,
): Id {
  const digits = `${kind.codePointAt(0) ?? 0}`.padStart(8, '0')
  return toId<Id>(`${digits}-0000-4000-8000-${String(number).padStart(12, '0')}`)
}

const idOf = (kind: string, number: number): never => anId(kind, number) as never

export const studioId: StudioId = idOf('s', 1)
export const spaceId: SpaceId = idOf('p', 1)
export const me: UserId = anId('u', 1)

const stageNames = ['Layout', 'Animation', 'Lighting']
const statusRows = [
  ['Todo', 'TODO'],
  ['In progress', 'WIP'],
  ['Done', 'DONE'],
] as const

export const stages: readonly StageRow[] = stageNames.map((name, index) =>
  newRow('stages', {
    id: anId('g', index + 1),
    name,
    color: statusColors[0],
    category: 'production',
    orderIndex: index,
  }),
)

const statuses: readonly StatusRow[] = statusRows.map(([name, shortCode], index) =>
  newRow('task_statuses', {
    id: anId('t', index + 1),
    name,
    shortCode,
    color: statusColors[index] ?? statusColors[0],
    position: index,
    isDone: shortCode === 'DONE',
    isDefault: index === 0,
  }),
)

export function aCollection(number: number, overrides: Partial<CollectionRow> = {}): CollectionRow {
  return newRow('collections', {
    id: idOf('c', number),
    name: `SQ0${number}0`,
    position: number,
    orderRank: String(number * 1000),
    ...overrides,
  })
}

export function anItem(number: number, overrides: Partial<ItemRow> = {}): ItemRow {
  return newRow('items', {
    id: anId('i', number),
    collectionId: idOf('c', 1),
    title: `sh0${number}0`,
    slug: `sh0${number}0`,
    position: number,
    orderRank: String(number * 1000),
    ...overrides,
  })
}

/** Makes the task of an item's n-th stage, counted from 1. */
export function aTask(item: number, stage: number, overrides: Partial<Task> = {}): Task {
  return newRow('item_tasks', {
    id: anId('k', item * 10 + stage),
    itemId: anId('i', item),
    stageId: anId('g', stage),
    statusId: anId('t', 1),
    ...overrides,
  })
}

export type SpaceContent = {
  readonly layout?: Space['layout']
  readonly collections?: readonly CollectionRow[]
  readonly items?: readonly ItemRow[]
  readonly tasks?: readonly Task[]
  readonly needs?: readonly StageNeed[]
  readonly links?: readonly ItemLink[]
  readonly fields?: readonly FieldDefinition[]
  readonly kinds?: readonly ItemKind[]
  /** What the space is for. */
  readonly kindIds?: Space['kindIds']
  readonly decideOutcome?: () => CallOutcome
}

/**
 * Opens a space of one collection with three shots, by a client of an in-memory server. The third shot's last cell is
 * empty.
 */
export async function openTestSpace(content: SpaceContent = {}) {
  const { layout = 'grid', collections = [aCollection(1)], items = [1, 2, 3].map((number) => anItem(number)) } = content
  const tasks = content.tasks ?? [
    ...[1, 2].flatMap((item) => [1, 2, 3].map((stage) => aTask(item, stage))),
    aTask(3, 1),
    aTask(3, 2, { isDisabled: true }),
  ]
  const server = makeMemoryServer({ studioId })
  const row = newRow('spaces', {
    id: spaceId,
    projectId: idOf('j', 1),
    name: 'Episode 2',
    slug: 'episode-2',
    layout,
    position: 1,
    kindIds: content.kindIds ?? [],
  })
  const member = { userId: me, roleId: idOf('r', 1), archivedAt: undefined, displayName: 'Ana Lindqvist' }
  const studioScope = `studio:${studioId}` as const
  server.seed('projects', [aProject()], studioScope)
  server.seed('spaces', [row], studioScope)
  const other = { ...member, userId: anId<UserId>('u', 2), displayName: 'Ben Okoro' }
  server.seed(
    'studio_members',
    [member, other].map((each) => ({ ...each, email: '', avatarUrl: undefined })),
    studioScope,
  )
  seedCatalogue(server, content)
  const places = stages.map(({ id }, orderIndex) => ({ spaceId, stageId: id, orderIndex }))
  server.seed('space_stages', places, studioScope)
  server.seed('item_links', content.links ?? [], `casting:${row.projectId}`)
  const spaceScope = `space:${spaceId}` as const
  server.seed('collections', collections, spaceScope)
  server.seed('items', items, spaceScope)
  server.seed('item_tasks', tasks, spaceScope)
  const client = await makeStudioClient({
    userId: me,
    gateway: server.connect(me, content.decideOutcome),
    store: makeMemoryStore(),
    clock: systemClock,
    ids: systemIds,
    online: alwaysOnline,
    tabs: makeSingleTab(),
  })
  const studio = await client.openStudio(studioId)
  const space = await client.openSpace({ studioId, spaceId })
  enterSpace(spaceId, layout === 'kanban' ? 'kanban' : 'grid')
  setFilter(emptyFilter)
  const opened: OpenSpace = {
    client,
    model: makeSpaceModel({ studio, space, row, userId: client.userId }),
    mediaUrls: makeMediaUrls(client.gateway.loadMediaUrls),
    stats: makeTimeStats(async () => await Promise.resolve(new Map())),
  }
  return { ...opened, opened, server, studio, space }
}

function seedCatalogue(server: ReturnType<typeof makeMemoryServer>, content: SpaceContent): void {
  const { needs = [], fields = [], kinds = [] } = content
  const scope = `studio:${studioId}` as const
  server.seed('stages', stages, scope)
  server.seed('task_statuses', statuses, scope)
  server.seed('stage_needs', needs, scope)
  server.seed('field_definitions', fields, scope)
  server.seed('item_kinds', kinds, scope)
}

function aProject(): NewRow<'projects'> {
  return { id: idOf('j', 1), name: 'The Salt Road', slug: 'the-salt-road', displayOrder: 1, createdAt: 0 }
}
