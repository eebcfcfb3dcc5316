import { defaultStatuses } from '../domain/default-statuses.ts'
import { makeMemoryServer, type MemoryServer } from '../gateway/memory/make-memory-server.ts'
import {
  toId,
  type AnyId,
  type CollectionId,
  type ItemId,
  type ProjectId,
  type SpaceId,
  type StageId,
  type StatusId,
  type StudioId,
  type TaskId,
  type UserId,
} from '../lib/ids.ts'

/** An id that says in tests what it is of: the kind's digit and a number. */
export function anId<Id extends AnyId>(kind: number, number: number): Id {
  return toId<Id>(`${String(kind).padStart(8, '0')}-0000-4000-8000-${String(number).padStart(12, '0')}`)
}

/** A small studio on a memory server: one project, one space, two stages, six statuses, one collection. */
export type StudioFixture = {
  readonly server: MemoryServer
  readonly studioId: StudioId
  readonly spaceId: SpaceId
  readonly collectionId: CollectionId
  readonly itemIds: readonly ItemId[]
  readonly taskIds: readonly TaskId[]
  readonly stageIds: readonly StageId[]
  readonly statusIds: readonly StatusId[]
  readonly userId: (number: number) => UserId
}

/** Builds the studio with so many items, each with a task for both stages. */
export function aStudio({ itemCount = 3, now }: { itemCount?: number; now?: () => number } = {}): StudioFixture {
  const studioId = anId<StudioId>(1, 1)
  const projectId = anId<ProjectId>(2, 1)
  const spaceId = anId<SpaceId>(3, 1)
  const collectionId = anId<CollectionId>(4, 1)
  const stageIds = [1, 2].map((number) => anId<StageId>(5, number))
  const statusIds = defaultStatuses.map((_, index) => anId<StatusId>(6, index))
  const itemIds = Array.from({ length: itemCount }, (_, index) => anId<ItemId>(7, index))
  const server = makeMemoryServer({ studioId, ...(now && { now }) })
  const catalogue = `studio:${studioId}` as const
  const space = `space:${spaceId}` as const
  const shared = { isActive: true, thumbnailMediaId: undefined, description: '' }

  server.seed('studios', [{ id: studioId, name: 'Studio', slug: 'studio' }], catalogue)
  server.seed(
    'projects',
    [{ ...shared, id: projectId, name: 'Project', slug: 'project', displayOrder: undefined, createdAt: 0 }],
    catalogue,
  )
  server.seed(
    'spaces',
    [{ ...shared, id: spaceId, projectId, name: 'Space', slug: 'space', layout: 'grid', position: 0 }],
    catalogue,
  )
  server.seed(
    'task_statuses',
    defaultStatuses.map((status, index) => ({ ...status, id: statusIds[index] ?? anId<StatusId>(6, index) })),
    catalogue,
  )
  server.seed(
    'space_stages',
    stageIds.map((stageId, index) => ({ spaceId, stageId, isActive: true, orderIndex: index * 10 })),
    catalogue,
  )
  const placed = { description: '', position: 0, orderRank: '1000' }
  server.seed('collections', [{ ...placed, id: collectionId, name: 'Collection', isDefault: false }], space)
  server.seed(
    'items',
    itemIds.map((id, index) => ({
      ...placed,
      id,
      collectionId,
      title: `Shot ${index}`,
      slug: `shot-${index}`,
      itemType: 'shot',
      thumbnailMediaId: undefined,
      orderRank: String((index + 1) * 1000),
    })),
    space,
  )
  const tasks = itemIds.flatMap((itemId, item) =>
    stageIds.map((stageId, stage) => ({
      id: anId<TaskId>(8, item * 10 + stage),
      itemId,
      stageId,
      statusId: anId<StatusId>(6, 0),
      assigneeId: undefined,
      dueDate: undefined,
      priority: 0,
      isDisabled: false,
    })),
  )
  server.seed('item_tasks', tasks, space)
  return {
    server,
    studioId,
    spaceId,
    collectionId,
    itemIds,
    taskIds: tasks.map(({ id }) => id),
    stageIds,
    statusIds,
    userId: (number) => anId<UserId>(9, number),
  }
}
