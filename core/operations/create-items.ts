import type { NewItem } from '../domain/mutations.ts'
import { placeInOrder } from '../domain/order-rank.ts'
import { uniqueSlug } from '../domain/slug.ts'
import { AppError } from '../lib/errors.ts'
import type { CollectionId, ItemId, StatusId, TaskId } from '../lib/ids.ts'
import { messages } from '../lib/messages.ts'
import { err, type Result } from '../lib/result.ts'
import { addRows, type Patch } from '../sync/patches.ts'
import type { SpaceReplica } from '../sync/space-replica.ts'
import type { StudioReplica } from '../sync/studio-replica.ts'
import { carryOut, refuse, type Done, type OperationContext } from './carry-out.ts'
import { deleteItems } from './delete-items.ts'
import { isAsCreated, takeBackCreation } from './take-back-creation.ts'

export type CreateItemsInput = {
  readonly studio: StudioReplica
  readonly space: SpaceReplica
  /** Absent where the space keeps its items in one hidden collection. */
  readonly collectionId?: CollectionId
  readonly items: readonly { readonly id?: ItemId; readonly title: string; readonly description?: string }[]
}

/** Creates items at the end of a collection, each with a task for every active stage of the space; undo deletes those nobody worked on since. */
export async function createItems(input: CreateItemsInput, context: OperationContext): Promise<Result<Done>> {
  const { studio, space } = input
  const isIllustration = studio.replica.find('spaces', space.spaceId)?.layout === 'illustration'
  const given = input.items.filter(({ title }) => title.trim() !== '')
  if (given.length === 0) {
    const text = messages['item-names-missing'](isIllustration ? 'illustration' : 'item')
    return err(new AppError('item-names-missing', text))
  }
  const hidden = space.getCollections().find((collection) => collection.isDefault)
  const collectionId = input.collectionId ?? hidden?.id
  if (collectionId === undefined && !isIllustration) return refuse('collection-missing')

  const items = withRanks(given, collectionId === undefined ? [] : space.getItems(collectionId), context)
  const stages = studio.getSpaceStages(space.spaceId).filter((stage) => stage.isActive)
  const withTasks = items.map((item) => ({
    ...item,
    tasks: stages.map(({ stageId }) => ({ id: context.ids.newId<TaskId>(), stageId })),
  }))
  return await carryOut(
    context,
    {
      studioId: space.studioId,
      label: items.length === 1 ? 'Create item' : `Create ${items.length} items`,
      mutation: { kind: 'create-items', spaceId: space.spaceId, collectionId, items: withTasks },
      // Without its collection an item cannot be shown before the server has made one.
      patches: collectionId === undefined ? [] : itemPatches(input, collectionId, withTasks),
      about: collectionId === undefined ? [space.spaceId] : [collectionId],
    },
    {
      changedCount: items.length,
      revert: async () =>
        await takeBackCreation(
          items,
          ({ id, title }) => isItemAsCreated(space, { id, title }, findFirstStatus(studio)),
          async (left) => await deleteItems({ studio, space, itemIds: left.map(({ id }) => id) }, context),
        ),
    },
  )
}

/** The status new tasks have, as on the server: the default, else the first. */
function findFirstStatus(studio: StudioReplica): StatusId | undefined {
  const statuses = studio.getStatuses()
  return (statuses.find(({ isDefault }) => isDefault) ?? statuses[0])?.id
}

function isItemAsCreated(
  space: SpaceReplica,
  { id, title }: Pick<NewItem, 'id' | 'title'>,
  statusId: StatusId | undefined,
): boolean {
  const isRenamed = (space.replica.find('items', id)?.title ?? title) !== title
  return !isRenamed && space.getTasks(id).every((task) => isAsCreated(space, task.id, statusId))
}

type PlannedItem = NewItem & { readonly orderRank: string }

function withRanks(
  given: CreateItemsInput['items'],
  present: ReturnType<SpaceReplica['getItems']>,
  { ids }: OperationContext,
): readonly PlannedItem[] {
  const items = given.map((item) => ({ ...item, id: item.id ?? ids.newId<ItemId>(), title: item.title.trim() }))
  const places = placeInOrder(
    present,
    items.map(({ id }) => id),
    present.length,
  )
  const ranks = new Map(places.map(({ id, orderRank }) => [id, orderRank]))
  return items.map((item) => ({ ...item, orderRank: ranks.get(item.id) ?? '' }))
}

function itemPatches(
  { studio, space }: CreateItemsInput,
  collectionId: CollectionId,
  items: readonly PlannedItem[],
): Patch[] {
  const scope = `space:${space.spaceId}` as const
  const slugs = new Set([...space.replica.getRows('items').values()].map(({ slug }) => slug))
  const statusId = findFirstStatus(studio)
  const rows = items.map((item, position) => {
    const slug = uniqueSlug(item.title, slugs)
    slugs.add(slug)
    const { id, title, orderRank, description = '' } = item
    const rest = { itemType: 'shot', thumbnailMediaId: undefined } as const
    return { id, collectionId, title, slug, description, position, orderRank, ...rest }
  })
  if (statusId === undefined) return [addRows({ scope, table: 'items' }, rows)]
  const rest = { statusId, assigneeId: undefined, dueDate: undefined, priority: 0, isDisabled: false }
  const tasks = items.flatMap((item) => (item.tasks ?? []).map((task) => ({ ...task, itemId: item.id, ...rest })))
  return [addRows({ scope, table: 'items' }, rows), addRows({ scope, table: 'item_tasks' }, tasks)]
}
