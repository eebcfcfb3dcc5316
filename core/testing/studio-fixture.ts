import { defaultStatuses } from '#core/studios/default-statuses.ts'
import { makeMemoryServer, type MemoryServer } from '#core/gateway/memory/make-memory-server.ts'
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
} from '#core/lib/ids.ts'

/** Makes an id that shows what it is in tests: the kind's digit and a number. */
export function anId<Id extends AnyId>(kind: number, number: number): Id {
  return toId<Id>(`${String(kind).padStart(8, '0')}-0000-4000-8000-${String(number).padStart(12, '0')}`)
}

/** A small studio on an in-memory server: one project, one space, two stages, six statuses, one collection. */
export type StudioFixture = {
  readonly server: MemoryServer
  readonly studioId: StudioId
  readonly projectId: ProjectId
  readonly spaceId: SpaceId
  readonly collectionId: CollectionId
  readonly itemIds: readonly ItemId[]
  readonly taskIds: readonly TaskId[]
  readonly stageIds: readonly StageId[]
  readonly statusIds: readonly StatusId[]
  readonly userId: (number: number) => UserId
}

/** Builds the studio with so many items, each with a task in both stages. */
export function aStudio({ itemCount = 3, now }: { itemCount?: number; now?: () => number } = {}): StudioFixture {
  const fixture = {
    studioId: anId<StudioId>(1, 1),
    projectId: anId<ProjectId>(2, 1),
    spaceId: anId<SpaceId>(3, 1),
    collectionId: anId<CollectionId>(4, 1),
    stageIds: [1, 2].map((number) => anId<StageId>(5, number)),
    statusIds: defaultStatuses.map((_, index) => anId<StatusId>(6, index)),
    itemIds: Array.from({ length: itemCount }, (_, index) => anId<ItemId>(7, index)),
  }
  const server = makeMemoryServer({ studioId: fixture.studioId, ...(now && { now }) })
  seedCatalogue(server, fixture)
  const taskIds = seedSpace(server, fixture)
  return { ...fixture, server, taskIds, userId: (number) => anId<UserId>(9, number) }
}

type Plan = Omit<StudioFixture, 'server' | 'taskIds' | 'userId'>

function seedCatalogue(server: MemoryServer, { studioId, projectId, spaceId, stageIds, statusIds }: Plan): void {
  const scope = `studio:${studioId}` as const
  server.seed('studios', [{ id: studioId, name: 'Studio', slug: 'studio' }], scope)
  server.seed('projects', [{ id: projectId, name: 'Project', slug: 'project', createdAt: 0 }], scope)
  server.seed('spaces', [{ id: spaceId, projectId, name: 'Space', slug: 'space', layout: 'grid' }], scope)
  const statuses = statusIds.flatMap((id, index) => {
    const status = defaultStatuses[index]
    return status === undefined ? [] : [{ ...status, id }]
  })
  server.seed('task_statuses', statuses, scope)
  const stages = stageIds.map((stageId, index) => ({ spaceId, stageId, orderIndex: index * 10 }))
  server.seed('space_stages', stages, scope)
}

function seedSpace(server: MemoryServer, { spaceId, collectionId, itemIds, stageIds, statusIds }: Plan): TaskId[] {
  const scope = `space:${spaceId}` as const
  server.seed('collections', [{ id: collectionId, name: 'Collection', orderRank: '1000' }], scope)
  const items = itemIds.map((id, index) => ({
    id,
    collectionId,
    title: `Shot ${index}`,
    slug: `shot-${index}`,
    orderRank: String((index + 1) * 1000),
  }))
  server.seed('items', items, scope)
  const [statusId = anId<StatusId>(6, 0)] = statusIds
  const tasks = itemIds.flatMap((itemId, item) =>
    stageIds.map((stageId, stage) => ({ id: anId<TaskId>(8, item * 10 + stage), itemId, stageId, statusId })),
  )
  server.seed('item_tasks', tasks, scope)
  return tasks.map(({ id }) => id)
}
