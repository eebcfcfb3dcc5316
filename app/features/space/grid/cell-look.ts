import { findOption, formatField } from '#core/fields/field-text.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { FieldValue } from '#core/schema/field-values.ts'
import type { ItemRow } from '#core/schema/items.ts'
import type { Task } from '#core/schema/item-tasks.ts'
import { formatEstimate } from '#core/tasks/estimate.ts'
import { defaultStatusColor } from '#core/studios/default-statuses.ts'
import { formatTimeSpent } from '#core/timesheet/time-spent.ts'
import { sumBy } from '#core/lib/collections.ts'
import type { ItemId, StatusId, TaskId } from '#core/lib/ids.ts'
import { isLeftOut } from '../model/matching-cells.ts'
import type { CellStatus, Person, SpaceModel } from '../model/space-model.ts'
import type { CellView } from '../space-view-store.ts'
import { formatAmount } from './format-amount.ts'

/** What cells are read from. */
export type CellSource = {
  readonly model: SpaceModel
  readonly view: CellView
  readonly getMinutes: (taskId: TaskId) => number | undefined
}

/**
 * Words or a number at one side of the cell. `spoken` is read out after it, or in its place where the sign is no text.
 */
export type TextSign = {
  readonly kind: 'text'
  readonly text: string
  readonly side: 'start' | 'end'
  readonly isQuiet: boolean
  readonly spoken: string
  /** Shown in full under the pointer, where the cell may cut it. */
  readonly tooltip?: string
}

/** A status across the whole cell, with the task's artists. */
export type PillSign = {
  readonly kind: 'pill'
  readonly status: CellStatus
  readonly artists: readonly Person[]
}

/** A field's value: words at one side, as much as fits, after a dot where it has a colour. */
export type ValueSign = {
  readonly kind: 'value'
  readonly text: string
  readonly side: 'start' | 'end'
  readonly color: string | undefined
}

/** A task that cannot begin yet: a mark at the edge of its cell, and what it waits for. */
export type WaitSign = { readonly kind: 'wait'; readonly spoken: string }

/** One part of a cell's content. */
export type CellSign = TextSign | PillSign | ValueSign | WaitSign

const unknownStatus: CellStatus = {
  row: { name: 'Unknown', shortCode: 'Unknown', color: defaultStatusColor, isDone: false, isDefault: true },
  kind: 'outline',
  colorClass: '',
}
const noTask: CellSign = { kind: 'text', text: '', side: 'start', isQuiet: true, spoken: 'No task' }
const leftOut: CellSign = { kind: 'text', text: '', side: 'start', isQuiet: true, spoken: 'Hidden by the filter' }
const disabled: CellSign = { kind: 'text', text: '-', side: 'start', isQuiet: true, spoken: 'Disabled' }
const noAmount: CellSign = { kind: 'text', text: '·', side: 'end', isQuiet: true, spoken: 'None' }

/**
 * Describes the content of a task's cell, drawn by the elements (`cell-signs.tsx`) and by the canvas over them
 * (`paint-signs.ts`). `ahead` is a status about to be set.
 */
export function describeCell(source: CellSource, task: Task | undefined, ahead?: StatusId): readonly CellSign[] {
  if (task === undefined) return [noTask]
  if (task.isDisabled) return [disabled]
  if (isLeftOut(source.model, task)) return [leftOut]
  if (source.view === 'status') {
    const pill = describeStatus(source.model, task, ahead ?? task.statusId)
    const spoken = source.model.readiness.describe(task)
    return spoken === undefined ? [pill] : [pill, { kind: 'wait', spoken }]
  }
  const text = formatCellAmount(source, task.id)
  return [text === undefined ? noAmount : { kind: 'text', text, side: 'end', isQuiet: false, spoken: '' }]
}

const noValue: CellSign = { kind: 'text', text: '', side: 'start', isQuiet: true, spoken: 'Empty' }

/** Describes the content of a field's cell, drawn like a task's. */
export function describeField(
  model: SpaceModel,
  item: ItemRow | undefined,
  field: FieldDefinition,
): readonly CellSign[] {
  if (field.kind === 'formula') return [describeFormula(model, item, field)]
  return [describeValue(model, field, item?.fields?.[field.key])]
}

/** Describes the content of a task field's cell, where there is a task. */
export function describeTaskField(
  model: SpaceModel,
  task: Task | undefined,
  field: FieldDefinition,
): readonly CellSign[] {
  if (task === undefined) return [noTask]
  if (task.isDisabled) return [disabled]
  if (isLeftOut(model, task)) return [leftOut]
  return [describeValue(model, field, task.fields?.[field.key])]
}

function describeValue(model: SpaceModel, field: FieldDefinition, value: FieldValue | undefined): CellSign {
  if (value === undefined) return noValue
  const side = field.kind === 'number' ? 'end' : 'start'
  const [option] = field.kind === 'choice' || field.kind === 'choices' ? [value].flat() : []
  const color = option === undefined ? undefined : findOption(field, String(option)).color
  return { kind: 'value', text: formatField(field, value, model.studio.getMembers()), side, color }
}

/** Describes a formula's result, or why it has none. */
function describeFormula(model: SpaceModel, item: ItemRow | undefined, field: FieldDefinition): CellSign {
  const result = item && model.language.read(item, field)
  if (result === undefined || (result.ok && result.value === null)) return noValue
  if (!result.ok) {
    const { reason } = result.error
    return {
      kind: 'text',
      text: reason,
      side: 'start',
      isQuiet: true,
      spoken: `Not calculated: ${reason}`,
      tooltip: reason,
    }
  }
  // Expressions yield what fields hold, or nothing.
  const value = result.value as FieldValue
  const side = typeof value === 'number' ? 'end' : 'start'
  return { kind: 'value', text: formatField(field, value, []), side, color: undefined }
}

function describeStatus(model: SpaceModel, task: Task, statusId: StatusId): CellSign {
  const people = model.getPeople()
  const artists = model.getArtists(task).flatMap((id) => people.get(id) ?? [])
  return { kind: 'pill', status: model.findStatus(statusId) ?? unknownStatus, artists }
}

/** Formats the amount in a task's cell; absent for none. */
function formatCellAmount({ model, view, getMinutes }: CellSource, taskId: TaskId): string | undefined {
  if (view === 'time') {
    const minutes = getMinutes(taskId)
    return minutes === undefined || minutes === 0 ? undefined : formatTimeSpent(minutes)
  }
  const hours = model.space.findEstimatedHours(taskId)
  return hours === undefined || hours === 0 ? undefined : formatEstimate(hours)
}

/** Formats the sum of a row without disabled tasks; empty where statuses are shown. */
export function formatRowTotal({ model, view, getMinutes }: CellSource, itemId: ItemId): string {
  if (view === 'status') return ''
  const counted = model.space.getTasks(itemId).filter((task: Task) => !task.isDisabled)
  return formatAmount(view, {
    hours: sumBy(counted, ({ id }) => model.space.findEstimatedHours(id) ?? 0),
    minutes: sumBy(counted, ({ id }) => getMinutes(id) ?? 0),
  })
}
