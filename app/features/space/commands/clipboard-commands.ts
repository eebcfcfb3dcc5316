import { countOf } from '#core/lib/text.ts'
import { parseCellKey, type CellKey } from '#core/lib/selection-range.ts'
import { parseFieldText, toFieldText } from '#core/fields/field-text.ts'
import { groupBy } from '#core/lib/collections.ts'
import type { TaskId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import { ok } from '#core/lib/result.ts'
import { setTaskField } from '#core/tasks/set-task-field.ts'
import { defineWith, type Command, type CommandOutcome } from '#app/commands/define-command.ts'
import { showToast } from '#app/stores/toast-store.ts'
import { loadDayReader } from '#app/widgets/field-input/day-reader.ts'
import { refuseRole } from '#app/widgets/field-facts/field-row.ts'
import { performAll } from '#app/widgets/perform.ts'
import { parseTsv } from '#app/lib/tsv.ts'
import { planFillDown, planPaste, toTsv } from '#app/lib/grid-tsv.ts'
import { describeUnread, readCell, type ReadCell } from '../model/read-cell.ts'
import type { SpaceModel } from '../model/space-model.ts'
import { spaceViewStore } from '../space-view-store.ts'
import type { SpacePage } from './space-page.ts'
import { failedTextOf } from './task-change.ts'
import { findLocked, toFieldChanges, type FieldAssignment } from './field-commands.ts'
import { countTasks, hasTargets, targetCells, targetFields, targetTasks } from './targets.ts'
import { copyText } from '#app/lib/copy-text.ts'

const group = 'Tasks'

/** The new value of one cell. */
type Assignment = ReadCell & { readonly taskId: TaskId }

/** Long enough to read which cells were skipped. */
const LEFT_MS = 8000

/** Commands that copy statuses and estimates, also to and from a spreadsheet. */
export function makeClipboardCommands(page: SpacePage): readonly Command[] {
  const { model, scope } = page
  const define = defineWith({ group, scope })
  const can = (): boolean => model.studio.can('create') && hasTargets()
  return [
    define({
      id: 'grid.copy',
      title: 'Copy the cells',
      keys: ['mod+c'],
      when: () => hasTargets() && getSelection()?.isCollapsed !== false && !isTyping(),
      run: async () => {
        const cells = targetCells(model)
        await copyText(toTsv(cells, model.getLayout().order, (key) => textOf(model, key)))
        showToast({ text: `${countOf(cells.length, 'cell')} copied` })
      },
    }),
    define({
      // Its key is the browser's own: only a paste event may read the clipboard without asking.
      id: 'grid.paste',
      title: 'Paste into the cells',
      isKeyOnly: true,
      needs: 'create',
      when: can,
      run: async (_context, [text = '']) => await paste(page, text),
    }),
    define({
      id: 'grid.fill-down',
      title: 'Fill down from the first cell',
      keys: ['mod+d'],
      needs: 'create',
      when: () => can() && spaceViewStore.selection.cells.size > 1,
      run: async () => await fillDown(page),
    }),
  ]
}

/** Returns a cell's text for copying: its status's short code, or its hours in the estimates view. */
function textOf(model: SpaceModel, key: CellKey): string {
  const [cell] = targetFields(model, [key])
  if (cell !== undefined) {
    return toFieldText(cell.field, cell.row.fields?.[cell.field.key], model.studio.getMembers())
  }
  const [task] = targetTasks(model, [key])
  if (task === undefined) return ''
  if (spaceViewStore.view === 'estimates') return String(model.space.findEstimatedHours(task.id) ?? '')
  return model.findStatus(task.statusId)?.row.shortCode ?? ''
}

async function paste(page: SpacePage, text: string): Promise<CommandOutcome> {
  const { model } = page
  const { view } = spaceViewStore
  const table = parseTsv(text)
  const plan = planPaste(table, targetCells(model), model.getLayout().order)
  const unread: string[] = []
  const refused: string[] = []
  const fields: FieldAssignment[] = []
  let empty = 0
  const isOfDays = plan.some(({ key }) => model.findField(parseCellKey(key).stageId)?.kind === 'date')
  const toInput = await loadDayReader(table, isOfDays)
  const assignments = plan.flatMap(({ key, text: entry }): Assignment[] => {
    if (entry === '') return []
    const [cell] = targetFields(model, [key])
    if (cell !== undefined) {
      const value = parseFieldText(cell.field, toInput(cell.field.kind, entry), model.studio.getMembers())
      if (value.ok) fields.push({ ...cell, value: value.value })
      else refused.push(value.error.message)
      return []
    }
    const field = model.findField(parseCellKey(key).stageId)
    if (field !== undefined) {
      if (field.kind === 'formula') refused.push(`${field.name} is a formula and cannot be set.`)
      else empty += 1
      return []
    }
    const read = readCell(entry, model, view)
    const [task] = targetTasks(model, [key])
    if (read === undefined) unread.push(entry)
    else if (task === undefined) empty += 1
    return read === undefined || task === undefined ? [] : [{ taskId: task.id, ...read }]
  })
  const outside = Math.max(
    0,
    table.flat().filter((entry) => entry !== '').length - plan.filter((cell) => cell.text !== '').length,
  )
  const left = describeLeft(refused, describeUnread(unread, { empty, outside }, view))
  if (left !== undefined) showToast({ text: left, durationMs: LEFT_MS })
  return await assign(page, assignments, fields)
}

/** Describes values that fields refused, before what tasks refused. */
function describeLeft(refused: readonly string[], other: string | undefined): string | undefined {
  if (refused.length === 0) return other
  const [first = ''] = refused
  const more = refused.length > 1 ? ` ${refused.length - 1} more like it.` : ''
  return `${first}${more} ${other ?? 'Left unchanged.'}`
}

async function fillDown(page: SpacePage): Promise<CommandOutcome> {
  const { model } = page
  const isEstimates = spaceViewStore.view === 'estimates'
  const plan = planFillDown(targetCells(model), model.getLayout().order)
  const fields = plan.flatMap(({ key, from }): FieldAssignment[] => {
    const [[cell], [source]] = [targetFields(model, [key]), targetFields(model, [from])]
    if (cell === undefined || source === undefined) return []
    return [{ ...cell, value: source.row.fields?.[cell.field.key] ?? null }]
  })
  const assignments = plan.flatMap(({ key, from }): Assignment[] => {
    const [task] = targetTasks(model, [key])
    const [source] = targetTasks(model, [from])
    if (task === undefined || source === undefined) return []
    const read = isEstimates
      ? ({ field: 'estimatedHours', value: model.space.findEstimatedHours(source.id) } as const)
      : ({ field: 'statusId', value: source.statusId } as const)
    return [{ taskId: task.id, ...read }]
  })
  return await assign(page, assignments, fields)
}

/**
 * Sets values with one operation per value of tasks, one for fields of items and one for fields of tasks; one undo
 * step.
 */
async function assign(
  page: SpacePage,
  assignments: readonly Assignment[],
  fields: readonly FieldAssignment[],
): Promise<CommandOutcome> {
  const { client, model } = page
  if (assignments.length + fields.length === 0) return ok(undefined)
  const locked = findLocked(model, fields)
  if (locked !== undefined) return refuseRole(locked)
  const groups = [...groupBy(assignments, ({ field }) => field)]
  const operations = groups.map(([field, group]) => async () => {
    const taskIds = group.map(({ taskId }) => taskId)
    // The values of a group are its field's, as `ReadCell` pairs them.
    const values = { each: group.map(({ value }) => value as never) }
    return await setTaskField({ space: model.space, taskIds, field, values }, client)
  })
  const [field] = groups.length === 1 ? groups.flatMap(([only]) => only) : []
  const all = [...operations, ...toFieldChanges(page, fields)]
  return await performAll(all, {
    client,
    label: all.length > 1 ? `Change ${countOf(assignments.length + fields.length, 'cell')}` : undefined,
    failedText: field === undefined ? messages.unexpected : failedTextOf(field),
    doneText: doneTextOf(assignments.length, fields.length),
  })
}

function doneTextOf(tasks: number, fields: number): string | undefined {
  if (fields === 0) return tasks > 1 ? `${countTasks(tasks)} changed` : undefined
  return tasks + fields > 1 ? `${tasks + fields} cells changed` : undefined
}

function isTyping(): boolean {
  return document.activeElement?.matches('input,textarea') ?? false
}
