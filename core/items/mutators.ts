import * as v from 'valibot'
import { defineMutator, toMutation, type Mutator } from '#core/change/define-mutator.ts'
import { deleteRows } from '#core/change/row-mutators.ts'
import { id } from '#core/change/shapes.ts'
import type { RowReader, Transaction } from '#core/change/transaction.ts'
import { fieldChanges, listFieldsOf, refuseFields, toNewFields } from '#core/fields/new-item-fields.ts'
import { listWrittenKinds, makeConverter, writtenKinds, type WrittenKinds } from '#core/fields/written-kinds.ts'
import { AppError } from '#core/lib/errors.ts'
import type { CollectionId, ItemId, ItemKindId, SpaceId, StageId, TaskId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import { orderRankStep, type OrderRank } from '#core/lib/order-rank.ts'
import { uniqueSlug } from '#core/lib/slug.ts'
import type { FieldChanges } from '#core/schema/field-values.ts'
import type { Scope } from '#core/schema/scope.ts'
import { newRow } from '#core/schema/tables.ts'
import { findFirstStatus } from '#core/tasks/mutators.ts'
import { beginsWith, findNewKind } from './new-item-kind.ts'

export type NewItem = {
  readonly id: ItemId
  readonly title: string
  readonly description?: string | undefined
  /** `null` for no kind; absent for the space's first. */
  readonly kindId?: ItemKindId | null | undefined
  readonly orderRank?: OrderRank | undefined
  readonly tasks?:
    | readonly { readonly id: TaskId; readonly stageId: StageId; readonly fields?: FieldChanges | undefined }[]
    | undefined
  /** Values of custom fields; fields left out get their defaults. */
  readonly fields?: FieldChanges | undefined
}

type CreateItems = {
  readonly spaceId: SpaceId
  /** Absent where the space keeps its items in one hidden collection. */
  readonly collectionId: CollectionId | undefined
  readonly items: readonly NewItem[]
  /** The kinds of the fields when this was entered: the server converts values whose field has another kind by then. */
  readonly kinds?: { readonly item: WrittenKinds; readonly task: WrittenKinds } | undefined
}

/** Creates items with their tasks; undo deletes those nobody has worked on since. */
export const createItems: Mutator<'create-items', CreateItems> = defineMutator({
  kind: 'create-items',
  args: v.object({
    spaceId: id<SpaceId>(),
    collectionId: v.optional(id<CollectionId>()),
    items: v.array(
      v.object({
        id: id<ItemId>(),
        title: v.string(),
        description: v.optional(v.string()),
        kindId: v.optional(v.nullable(id<ItemKindId>())),
        orderRank: v.optional(v.string()),
        tasks: v.optional(
          v.array(v.object({ id: id<TaskId>(), stageId: id<StageId>(), fields: v.optional(fieldChanges) })),
        ),
        fields: v.optional(fieldChanges),
      }),
    ),
    kinds: v.optional(v.object({ item: writtenKinds, task: writtenKinds })),
  }) as v.GenericSchema<unknown, CreateItems>,
  label: ({ items }) => (items.length === 1 ? 'Create item' : `Create ${items.length} items`),
  about: ({ spaceId, collectionId }) => [collectionId ?? spaceId],
  plan: (rows, args) => ({
    args: { ...args, kinds: args.kinds ?? listKinds(rows, args) },
    changedCount: args.items.length,
  }),

  apply(tx, { spaceId, items: asked, kinds, ...given }) {
    const scope = `space:${spaceId}` as const
    const collectionId = given.collectionId ?? findHiddenCollection(tx, scope)
    // Without a collection an item cannot be shown before the server has made one.
    if (collectionId === undefined) return
    const ownFields = listFieldsOf(tx, spaceId)
    const items = tx.isServer ? convertItems(tx, asked, kinds) : asked
    if (tx.isServer) {
      refuseImpossible(tx, { collectionId, items })
      for (const { fields = {} } of items) refuseFields(tx, ownFields, fields)
      const taskFields = listFieldsOf(tx, spaceId, 'task')
      for (const { fields = {} } of items.flatMap(({ tasks = [] }) => tasks)) refuseFields(tx, taskFields, fields)
    }
    const present = tx.list('items', scope)
    const slugs = new Set(present.map(({ slug }) => slug))
    const ranks = present.filter((item) => item.collectionId === collectionId).map((item) => Number(item.orderRank))
    const last = Math.max(0, ...ranks)
    const plainType = tx.find('spaces', spaceId)?.layout === 'illustration' ? 'illustration' : 'shot'
    const rows = items.map(({ id: itemId, title, description = '', orderRank, kindId, fields = {} }, index) => {
      const slug = uniqueSlug(title, slugs)
      slugs.add(slug)
      const kind = findNewKind(tx, { spaceId, kindId })
      const itemType = kind?.itemType ?? plainType
      const row = { id: itemId, collectionId, title: title.trim(), slug, description, itemType, kindId: kind?.id }
      const rank = orderRank ?? String(last + (index + 1) * orderRankStep)
      return newRow('items', { ...row, fields: toNewFields(ownFields, fields), orderRank: rank })
    })
    tx.add(scope, 'items', rows)
    addTasks(tx, spaceId, items)
  },

  invert: (rows, { items }) => [
    toMutation(deleteRows, {
      table: 'items',
      keys: items.map((item) => item.id),
      onlyAsCreated: {
        statusId: findFirstStatus(rows),
        titles: Object.fromEntries(items.map((item) => [item.id, item.title])),
      },
    }),
  ],

  send: ({ spaceId, collectionId, items, kinds }) => ({
    procedure: 'create_items_with_tasks',
    args: {
      p_space_id: spaceId,
      p_collection_id: collectionId ?? null,
      p_items: items.map(({ id: itemId, title, description = '', orderRank, kindId, tasks, fields }) => ({
        id: itemId,
        title,
        description,
        ...(kindId === undefined ? {} : { kind_id: kindId }),
        ...(orderRank === undefined ? {} : { order_rank: orderRank }),
        ...(tasks === undefined
          ? {}
          : {
              tasks: tasks.map((task) => ({
                id: task.id,
                stage_id: task.stageId,
                ...(task.fields === undefined ? {} : { fields: task.fields }),
              })),
            }),
        ...(fields === undefined ? {} : { fields }),
      })),
      ...(kinds !== undefined && hasKinds(kinds) && { p_kinds: kinds }),
    },
  }),
})

type Kinds = NonNullable<CreateItems['kinds']>

function listKinds(rows: RowReader, { items }: CreateItems): Kinds | undefined {
  const tasks = items.flatMap((item) => item.tasks ?? [])
  const of = (owner: 'item' | 'task', given: readonly { readonly fields?: FieldChanges | undefined }[]) =>
    listWrittenKinds(
      rows,
      owner,
      given.flatMap(({ fields }) => (fields === undefined ? [] : [fields])),
    )
  const kinds = { item: of('item', items), task: of('task', tasks) }
  return hasKinds(kinds) ? kinds : undefined
}

function hasKinds({ item, task }: Kinds): boolean {
  return Object.keys(item).length + Object.keys(task).length > 0
}

/** Converts values to the current kinds of their fields. */
function convertItems(rows: RowReader, items: readonly NewItem[], kinds: Kinds | undefined): readonly NewItem[] {
  if (kinds === undefined) return items
  const [ofItem, ofTask] = [makeConverter(rows, 'item', kinds.item), makeConverter(rows, 'task', kinds.task)]
  return items.map((item) => ({
    ...item,
    ...(item.fields !== undefined && { fields: ofItem(item.fields) }),
    tasks: item.tasks?.map((task) => ({ ...task, ...(task.fields !== undefined && { fields: ofTask(task.fields) }) })),
  }))
}

function addTasks(tx: Transaction, spaceId: SpaceId, items: readonly NewItem[]): void {
  const cells = items.flatMap(({ id: itemId, kindId, tasks = [] }) => {
    const kind = findNewKind(tx, { spaceId, kindId })
    return tasks.filter(({ stageId }) => beginsWith(kind, stageId)).map((task) => ({ ...task, itemId }))
  })
  const statusId = findFirstStatus(tx)
  if (statusId === undefined) return
  const ownFields = listFieldsOf(tx, spaceId, 'task')
  tx.add(
    `space:${spaceId}`,
    'item_tasks',
    cells.map((cell) => newRow('item_tasks', { ...cell, statusId, fields: toNewFields(ownFields, cell.fields ?? {}) })),
  )
}

function refuseImpossible(
  rows: RowReader,
  { collectionId, items }: { readonly collectionId: CollectionId; readonly items: readonly NewItem[] },
): void {
  if (rows.find('collections', collectionId) === undefined) throw new AppError('not-found', 'Collection not found')
  const isTaken = items.some((item) => rows.find('items', item.id) !== undefined)
  if (isTaken) throw new AppError('conflict', messages['item-exists'])
}

/** Finds the hidden collection of a space; the server makes it where there is none. */
function findHiddenCollection(tx: Transaction, scope: Scope): CollectionId | undefined {
  const known = tx.list('collections', scope).find((collection) => collection.isDefault)
  if (known !== undefined || !tx.isServer) return known?.id
  const collectionId = tx.newId<CollectionId>()
  tx.add(scope, 'collections', [
    newRow('collections', { id: collectionId, name: 'Default', orderRank: '1000', isDefault: true }),
  ])
  return collectionId
}
