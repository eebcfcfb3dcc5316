import type { LinkChange } from '#core/casting/mutators.ts'
import type { TaskField } from '#core/tasks/mutators.ts'
import type { FieldDefinition, FieldOption } from '#core/schema/field-definitions.ts'
import type { FieldValues } from '#core/schema/field-values.ts'
import type { ItemFlags } from '#core/schema/item-flags.ts'
import type { ItemFrames, ItemType } from '#core/schema/items.ts'
import type { ItemKind } from '#core/schema/item-kinds.ts'
import type { SpaceStage } from '#core/schema/space-stages.ts'
import type { SpaceStatus } from '#core/schema/space-statuses.ts'
import type { StageRow } from '#core/schema/stages.ts'
import type { StatusRow } from '#core/schema/task-statuses.ts'
import type {
  CollectionId,
  CommentId,
  FieldId,
  ItemId,
  ItemKindId,
  StageId,
  StatusId,
  TaskId,
  UserId,
} from '#core/lib/ids.ts'

export type NewImportItem = ItemFrames &
  Partial<ItemFlags> & {
    readonly id: ItemId
    readonly collectionId: CollectionId
    readonly title: string
    readonly slug?: string | undefined
    readonly description?: string
    readonly itemType?: ItemType
    readonly kindId?: ItemKindId
    readonly fields?: FieldValues
    readonly externalIds: Readonly<Record<string, string>>
  }

export type NewImportTask = {
  readonly id: TaskId
  readonly itemId: ItemId
  readonly stageId: StageId
  readonly statusId: StatusId | undefined
  readonly assigneeId: UserId | undefined
  readonly dueDate: string | undefined
  readonly estimatedHours: number | undefined
  readonly priority: number | undefined
  readonly isDisabled: boolean | undefined
  readonly fields?: FieldValues
}

/** A comment brought in from elsewhere. */
export type NewImportComment = {
  readonly id: CommentId
  readonly taskId: TaskId
  readonly content: string
  /** The author if a member; else `authorName`, if the file gives one. */
  readonly authorId?: UserId
  readonly authorName?: string
  /** When it was written, as an ISO timestamp; if absent, the time of the import. */
  readonly saidAt?: string
  /** Identifies the comment across files, so that a task gets it once. */
  readonly key: string
}

/** A change to one field of a task; the studio's own are `fields.` and their key. Empty values are `null`. */
export type TaskFieldChange = {
  readonly id: TaskId
  readonly field: TaskField | `fields.${string}`
  readonly from: unknown
  readonly to: unknown
}

/**
 * A change to an item's fields by name, applied only if they still have the expected values; empty values are `null`.
 */
export type ItemFieldsChange = {
  readonly id: ItemId
  readonly expected: Readonly<Record<string, unknown>>
  readonly fields: Readonly<Record<string, unknown>>
}

/** A field that an import creates: of items, or as the file describes it. */
export type NewImportField = Pick<FieldDefinition, 'id' | 'key' | 'name' | 'kind' | 'unit' | 'options' | 'position'> &
  Partial<Pick<FieldDefinition, 'of' | 'description' | 'decimals' | 'formula' | 'writeFloor' | 'readFloor'>>

/** An option that an import adds to a list; `key` is the field's. */
export type NewImportOption = FieldOption & { readonly fieldId: FieldId; readonly key: string }

/** Statuses, stages and kinds that an import adds to the studio, and the stages and statuses it adds to its space. */
export type NewImportNames = {
  readonly statuses: readonly Pick<StatusRow, 'id' | 'name' | 'shortCode' | 'color' | 'position' | 'isDone'>[]
  readonly stages: readonly Pick<StageRow, 'id' | 'name' | 'color' | 'category' | 'orderIndex'>[]
  readonly kinds: readonly Pick<ItemKind, 'id' | 'key' | 'name' | 'itemType' | 'position'>[]
  readonly spaceStages: readonly Pick<SpaceStage, 'stageId' | 'orderIndex'>[]
  readonly spaceStatuses: readonly Pick<SpaceStatus, 'statusId' | 'orderIndex'>[]
}

/** A collection that an import creates. */
type NewImportCollection = {
  readonly id: CollectionId
  readonly name: string
  readonly episode?: string
  readonly isDefault: boolean
}

/** Everything an import does, as data: it can be saved to a file, applied twice without harm, and reversed. */
export type ImportChanges = {
  /** Added to the studio before anything refers to it. */
  readonly names?: NewImportNames
  /** Fields created before any value is set. */
  readonly fields?: readonly NewImportField[]
  /** Options added to lists before any value is set. */
  readonly options?: readonly NewImportOption[]
  readonly collections: readonly NewImportCollection[]
  readonly items: readonly NewImportItem[]
  readonly tasks: readonly NewImportTask[]
  readonly itemChanges: readonly ItemFieldsChange[]
  readonly taskChanges: readonly TaskFieldChange[]
  /** Changes to casts, each applied only if the link is still as expected. */
  readonly links?: readonly LinkChange[]
  /** Comments on tasks, new ones included. */
  readonly comments?: readonly NewImportComment[]
  readonly deletions:
    | {
        readonly collections: readonly CollectionId[]
        readonly items: readonly ItemId[]
        readonly tasks: readonly TaskId[]
        /** Deleted unless somebody has edited them. */
        readonly comments?: readonly CommentId[]
        /** Deleted unless an item or task of the studio has a value. */
        readonly fields?: readonly FieldId[]
        /** Deleted unless in use anywhere in the studio. */
        readonly options?: readonly Pick<NewImportOption, 'fieldId' | 'id'>[]
        /** Deleted unless in use in the studio; those of the space unless one of its tasks uses them. */
        readonly statuses?: readonly StatusId[]
        readonly stages?: readonly StageId[]
        readonly kinds?: readonly ItemKindId[]
        readonly spaceStatuses?: readonly StatusId[]
        readonly spaceStages?: readonly StageId[]
      }
    | undefined
}

/** Returns the changes that undo an import: what it created is deleted, what it changed gets its old value. */
export function toReverse(changes: ImportChanges): ImportChanges {
  // Links of deleted items are deleted with them.
  const made = new Set(changes.items.map(({ id }) => id))
  const links = (changes.links ?? []).filter(({ fromItemId, toItemId }) => !made.has(fromItemId) && !made.has(toItemId))
  return {
    collections: [],
    items: [],
    tasks: [],
    ...(links.length > 0 && { links: links.map(toReverseLink) }),
    itemChanges: changes.itemChanges.map(({ id, expected, fields }) => ({ id, expected: fields, fields: expected })),
    taskChanges: changes.taskChanges.map(({ id, field, from, to }) => ({ id, field, from: to, to: from })),
    deletions: {
      collections: changes.collections.map(({ id }) => id),
      items: changes.items.map(({ id }) => id),
      tasks: changes.tasks.map(({ id }) => id),
      ...(changes.comments !== undefined && { comments: changes.comments.map(({ id }) => id) }),
      ...(changes.fields !== undefined && { fields: changes.fields.map(({ id }) => id) }),
      ...(changes.options !== undefined && { options: changes.options.map(({ fieldId, id }) => ({ fieldId, id })) }),
      ...(changes.names !== undefined && toNameIds(changes.names)),
    },
  }
}

function toNameIds({ statuses, stages, kinds, spaceStatuses, spaceStages }: NewImportNames) {
  return {
    statuses: statuses.map(({ id }) => id),
    stages: stages.map(({ id }) => id),
    kinds: kinds.map(({ id }) => id),
    spaceStatuses: spaceStatuses.map(({ statusId }) => statusId),
    spaceStages: spaceStages.map(({ stageId }) => stageId),
  }
}

/** Counts the statuses, stages and kinds an import adds, and existing stages it adds to its space. */
function countNames({ names }: Pick<ImportChanges, 'names'>): number {
  if (names === undefined) return 0
  const { statuses, stages, kinds, spaceStages } = names
  const isNew = new Set(stages.map(({ id }) => id))
  return [...statuses, ...stages, ...kinds, ...spaceStages.filter(({ stageId }) => !isNew.has(stageId))].length
}

function toReverseLink({ fromItemId, toItemId, kind, count, label, expected }: LinkChange): LinkChange {
  const before = expected ?? { count: 0, label: '' }
  return { fromItemId, toItemId, kind, ...before, expected: { count, label: count === 0 ? '' : label } }
}

/** Counts the rows an import touches. */
export function countChanges(changes: ImportChanges): number {
  const { collections, items, tasks, itemChanges, taskChanges, links, comments, fields } = changes
  const changed = new Set([...itemChanges, ...taskChanges].map(({ id }) => id))
  return (
    (fields?.length ?? 0) +
    collections.length +
    items.length +
    tasks.length +
    changed.size +
    (links?.length ?? 0) +
    (comments?.length ?? 0) +
    countNames(changes)
  )
}

/** The size limit of one plan, which is kept in a file as a whole. */
const most = { items: 50_000, tasks: 500_000 }

/** Says what to do about an import too large for one plan; undefined if it fits. */
export function describeExcess({ items, tasks }: Pick<ImportChanges, 'items' | 'tasks'>): string | undefined {
  const [many, fits] = [
    [items.length, tasks.length],
    [most.items, most.tasks],
  ].map(
    ([ofItems = 0, ofTasks = 0]) => `${ofItems.toLocaleString('en')} items and ${ofTasks.toLocaleString('en')} tasks`,
  )
  return items.length > most.items || tasks.length > most.tasks
    ? `This creates ${many}; one import creates at most ${fits}. Split the file.`
    : undefined
}
