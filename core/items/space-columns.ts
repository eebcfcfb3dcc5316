import { toId, type FieldId, type StageId } from '#core/lib/ids.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { FieldValues } from '#core/schema/field-values.ts'
import type { ItemRow } from '#core/schema/items.ts'
import type { StageRow } from '#core/schema/stages.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { holdKind, kindColumnId } from './kind-column.ts'
import type { SpaceReplica } from './space-replica.ts'

/**
 * A column of a space: a stage, a field of items, or a field of the tasks of one stage. Field columns use a `StageId`,
 * too.
 */
export type SpaceColumn = { readonly id: StageId; readonly name: string } & (
  | { readonly stage: StageRow; readonly field: undefined }
  | { readonly stage: StageRow | undefined; readonly field: FieldDefinition }
)

/** A column of a field: of items, or of the tasks of its stage. */
export type FieldColumn = Extract<SpaceColumn, { readonly field: FieldDefinition }>

const joint = '.'

/** Returns the id of a task field's column beside a stage; such a column is shown only on request. */
export function taskColumnId(stageId: StageId, fieldId: FieldId): StageId {
  return toId<StageId>(`${stageId}${joint}${fieldId}`)
}

/** Returns the stage of a task field's column; absent for any other column. */
export function stageOfColumn(id: string): StageId | undefined {
  const at = id.indexOf(joint)
  return at < 0 ? undefined : toId<StageId>(id.slice(0, at))
}

/** Lists the columns of task fields beside the given stages. */
export function listTaskColumns(
  stages: readonly StageRow[],
  fields: readonly FieldDefinition[],
): readonly (FieldColumn & { readonly stage: StageRow })[] {
  return stages.flatMap((stage) =>
    fields.map((field) => ({
      id: taskColumnId(stage.id, field.id),
      name: nameTaskColumn(stage, field),
      stage,
      field,
    })),
  )
}

/** Names a field of a stage's tasks: `Animation: Vendor`. */
function nameTaskColumn(stage: Pick<StageRow, 'name'>, field: Pick<FieldDefinition, 'name'>): string {
  return `${stage.name}: ${field.name}`
}

/**
 * Lists all columns in their default order: each stage with the shown fields of its tasks, then the fields of items.
 */
export function listColumns(
  stages: readonly StageRow[],
  fields: { readonly ofItems: readonly FieldDefinition[]; readonly ofTasks: readonly FieldDefinition[] },
  shown: readonly string[],
): readonly SpaceColumn[] {
  const isShown = new Set(shown)
  const ofStage = (stage: StageRow): readonly SpaceColumn[] =>
    isShown.size === 0 ? [] : listTaskColumns([stage], fields.ofTasks).filter(({ id }) => isShown.has(id))
  return [
    ...stages.flatMap((stage) => [{ id: stage.id, name: stage.name, stage, field: undefined }, ...ofStage(stage)]),
    ...fields.ofItems.map((field) => ({ id: toId<StageId>(field.id), name: field.name, stage: undefined, field })),
  ]
}

/** Finds a column by id, including the hidden one of item kinds; absent where its stage or field is gone. */
export function findColumn(studio: StudioReplica, id: string | undefined): SpaceColumn | undefined {
  if (id === undefined) return undefined
  if (id === kindColumnId) {
    const field = studio.getKindField()
    return { id: toId<StageId>(id), name: field.name, stage: undefined, field }
  }
  const stageId = stageOfColumn(id)
  const stage = studio.replica.find('stages', stageId ?? id)
  if (stageId !== undefined) {
    const columns = stage === undefined ? [] : listTaskColumns([stage], studio.getTaskFields())
    return columns.find((column) => column.id === id)
  }
  if (stage !== undefined) return { id: stage.id, name: stage.name, stage, field: undefined }
  const field = studio.getFields().find((each) => each.id === id)
  return field && { id: toId<StageId>(field.id), name: field.name, stage: undefined, field }
}

/**
 * Makes a function that finds the holder of a column's values: the item, or its task of the stage; absent where that
 * task is disabled or missing.
 */
export function makeFindHolder(
  { stage, field }: Pick<FieldColumn, 'stage' | 'field'>,
  space: Pick<SpaceReplica, 'findTask'>,
): (item: ItemRow) => { readonly fields?: FieldValues | undefined } | undefined {
  if (String(field.id) === kindColumnId) return holdKind
  if (stage === undefined) return (item) => item
  return ({ id }) => {
    const task = space.findTask(id, stage.id)
    return task?.isDisabled === true ? undefined : task
  }
}
