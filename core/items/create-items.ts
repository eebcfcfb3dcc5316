import { refuse, type Done, type ChangeContext } from '#core/change/context.ts'
import { placeInOrder } from '#core/lib/order-rank.ts'
import { AppError } from '#core/lib/errors.ts'
import type { CollectionId, ItemId, ItemKindId, TaskId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import { err, type Result } from '#core/lib/result.ts'
import type { FieldChanges } from '#core/schema/field-values.ts'
import type { SpaceReplica } from './space-replica.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { beginsWith, findNewKind } from './new-item-kind.ts'
import { createItems as create, type NewItem } from './mutators.ts'

export type CreateItemsInput = {
  readonly studio: StudioReplica
  readonly space: SpaceReplica
  /** Absent where the space keeps its items in one hidden collection. */
  readonly collectionId?: CollectionId
  /** `null` for no kind; absent for the space's first. */
  readonly kindId?: ItemKindId | null
  readonly items: readonly {
    readonly id?: ItemId
    readonly title: string
    readonly description?: string
    /** Values of custom fields by key; fields left out get their defaults. */
    readonly fields?: FieldChanges
  }[]
  /** Values of custom task fields, for every task of every item. */
  readonly taskFields?: FieldChanges | undefined
}

/**
 * Creates items at the end of a collection, each with a task for every active stage that their kind has; undo deletes
 * those nobody has worked on since.
 */
export async function createItems(input: CreateItemsInput, context: ChangeContext): Promise<Result<Done>> {
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

  const { spaceId } = space
  const kind = findNewKind(studio.replica, { spaceId, kindId: input.kindId })
  const items = withRanks(given, collectionId === undefined ? [] : space.getItems(collectionId), context)
  const stages = studio.getSpaceStages(spaceId).filter(({ isActive, stageId }) => isActive && beginsWith(kind, stageId))
  const withTasks = items.map((item) => ({
    ...item,
    kindId: kind?.id ?? null,
    tasks: stages.map(({ stageId }) => ({
      id: context.ids.newId<TaskId>(),
      stageId,
      ...(input.taskFields !== undefined && { fields: input.taskFields }),
    })),
  }))
  return await context.mutate(create, { spaceId, collectionId, items: withTasks }, space, studio)
}

type PlannedItem = NewItem & { readonly orderRank: string }

function withRanks(
  given: CreateItemsInput['items'],
  present: ReturnType<SpaceReplica['getItems']>,
  { ids }: ChangeContext,
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
