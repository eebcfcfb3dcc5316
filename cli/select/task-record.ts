import type { Space } from '#core/schema/spaces.ts'
import type { Task } from '#core/schema/item-tasks.ts'
import type { CollectionRow } from '#core/schema/collections.ts'
import type { ItemRow } from '#core/schema/items.ts'
import type { ProjectRow } from '#core/schema/projects.ts'
import { listAssignees } from '#core/plan/space-tasks.ts'
import { foldName } from '#core/lib/slug.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { Named } from './name-pattern.ts'

/** A task with everything around it that people may name it by. */
export type TaskRecord = {
  readonly task: Task
  readonly space: SpaceReplica
  readonly path: string
  readonly project: string
  readonly spaceName: string
  readonly collection: string
  readonly item: string
  readonly stage: string
  readonly status: string
  readonly statusCode: string
  readonly assignees: readonly string[]
  readonly due: string | null
  readonly priority: number
  readonly estimatedHours: number | null
  readonly disabled: boolean
  readonly done: boolean
  /** Values that filters and paths compare with. */
  readonly names: {
    readonly [Field in 'project' | 'space' | 'collection' | 'item' | 'stage' | 'status' | 'assignee']: readonly Named[]
  }
}

/** Lists every task of an opened space, in the grid's order. */
export function listTaskRecords(studio: StudioReplica, space: SpaceReplica): readonly TaskRecord[] {
  const spaceRow = studio.replica.find('spaces', space.spaceId)
  const project = spaceRow === undefined ? undefined : studio.replica.find('projects', spaceRow.projectId)
  if (spaceRow === undefined || project === undefined) return []
  const stageOrder = new Map(studio.getStages().map((stage, index) => [stage.id, index]))
  const place = { studio, space, spaceRow, project }
  return space
    .getCollections()
    .flatMap((collection) =>
      space
        .getItems(collection.id)
        .flatMap((item) =>
          [...space.getTasks(item.id)]
            .sort((first, second) => (stageOrder.get(first.stageId) ?? 0) - (stageOrder.get(second.stageId) ?? 0))
            .map((task) => toRecord(place, { collection, item, task })),
        ),
    )
}

/** Returns an item's path: `the-salt-road/sequences/sq010/sh0010`. */
export function toItemPath(studio: StudioReplica, space: SpaceReplica, { collectionId, slug }: ItemRow): string {
  const row = studio.replica.find('spaces', space.spaceId)
  const project = row && studio.replica.find('projects', row.projectId)
  const collection = space.replica.find('collections', collectionId)?.name ?? ''
  return `${project?.slug ?? ''}/${row?.slug ?? ''}/${foldName(collection)}/${slug}`
}

type Place = {
  readonly studio: StudioReplica
  readonly space: SpaceReplica
  readonly spaceRow: Space
  readonly project: ProjectRow
}

type Cell = { readonly collection: CollectionRow; readonly item: ItemRow; readonly task: Task }

function toRecord({ studio, space, spaceRow, project }: Place, { collection, item, task }: Cell): TaskRecord {
  const stage = studio.replica.find('stages', task.stageId)
  const status = studio.replica.find('task_statuses', task.statusId)
  const assignees = listAssignees(space, task).map((id) => toPerson(studio, id))
  const stageName = stage?.name ?? task.stageId
  return {
    task,
    space,
    path: `${project.slug}/${spaceRow.slug}/${foldName(collection.name)}/${item.slug}:${foldName(stageName)}`,
    project: project.name,
    spaceName: spaceRow.name,
    collection: collection.name,
    item: item.title,
    stage: stageName,
    status: status?.name ?? task.statusId,
    statusCode: status?.shortCode ?? '',
    assignees: assignees.map(({ name }) => name),
    due: task.dueDate ?? null,
    priority: task.priority,
    estimatedHours: space.findEstimatedHours(task.id) ?? null,
    disabled: task.isDisabled,
    done: status?.isDone ?? false,
    names: {
      project: [project],
      space: [spaceRow],
      collection: [collection],
      item: [{ id: item.id, name: item.title, slug: item.slug }],
      stage: [{ id: task.stageId, name: stageName }],
      status: status === undefined ? [] : [status, { id: status.id, name: status.shortCode }],
      assignee: assignees.flatMap(({ id, name, email }) => [
        { id, name },
        { id, name: email, slug: email },
        ...(id === studio.userId ? [{ id, name: 'me' }] : []),
      ]),
    },
  }
}

function toPerson(studio: StudioReplica, id: string): { id: string; name: string; email: string } {
  const member = studio.replica.find('studio_members', id)
  return { id, name: member?.displayName ?? id, email: member?.email ?? '' }
}
