import { parseEstimateEntry } from '#core/domain/estimate.ts'
import type { CellKey } from '#core/domain/selection-range.ts'
import type { StatusId, TaskId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import { ok } from '#core/lib/result.ts'
import { setTaskField } from '#core/operations/set-task-field.ts'
import { defineCommand, type Command, type CommandOutcome } from '#app/commands/define-command.ts'
import { showToast } from '#app/stores/toast-store.ts'
import { parseTsv, planFillDown, planPaste, toTsv } from '../model/grid-tsv.ts'
import type { SpaceModel } from '../model/space-model.ts'
import { spaceViewStore } from '../space-view-store.ts'
import { perform } from './perform.ts'
import type { SpacePage } from './space-page.ts'
import { countTasks, hasTargets, targetCells, targetTasks } from './targets.ts'

const group = 'Tasks'

/** What one cell is to become. */
type Assignment = { readonly taskId: TaskId; readonly value: StatusId | number | undefined }

/** Copying statuses and estimates, to and from a spreadsheet too. */
export function makeClipboardCommands(page: SpacePage): readonly Command[] {
  const { model, scope } = page
  const can = (): boolean => model.studio.can('create') && hasTargets()
  return [
    defineCommand({
      id: 'grid.copy',
      title: 'Copy the cells',
      group,
      scope,
      keys: ['mod+c'],
      when: () => hasTargets() && getSelection()?.isCollapsed !== false && !isTyping(),
      run: async () => {
        const cells = targetCells(model)
        await navigator.clipboard.writeText(toTsv(cells, model.getLayout().order, (key) => textOf(model, key)))
        showToast({ text: `${cells.length === 1 ? '1 cell' : `${cells.length} cells`} copied` })
      },
    }),
    defineCommand({
      // Its key is the browser's own: only a paste event may read the clipboard without asking.
      id: 'grid.paste',
      title: 'Paste into the cells',
      group,
      scope,
      isKeyOnly: true,
      when: can,
      run: async (_context, [text = '']) => await paste(page, text),
    }),
    defineCommand({
      id: 'grid.fill-down',
      title: 'Fill down from the first cell',
      group,
      scope,
      keys: ['mod+d'],
      when: () => can() && spaceViewStore.selection.cells.size > 1,
      run: async () => await fillDown(page),
    }),
  ]
}

/** What a cell says when copied: its status's short code, or its hours in the estimates view. */
function textOf(model: SpaceModel, key: CellKey): string {
  const [task] = targetTasks(model, [key])
  if (task === undefined) return ''
  if (spaceViewStore.view === 'estimates') return String(model.space.findEstimatedHours(task.id) ?? '')
  return model.findStatus(task.statusId)?.row.shortCode ?? ''
}

async function paste(page: SpacePage, text: string): Promise<CommandOutcome> {
  const { model } = page
  const { order } = model.getLayout()
  const plan = planPaste(parseTsv(text), targetCells(model), order).filter((entry) => entry.text !== '')
  let unreadable = 0
  const assignments = plan.flatMap(({ key, text: entry }): Assignment[] => {
    const value = spaceViewStore.view === 'estimates' ? parseEstimateEntry(entry) : findStatusByText(model, entry)
    if (value === undefined) unreadable += 1
    const [task] = targetTasks(model, [key])
    return value === undefined || task === undefined ? [] : [{ taskId: task.id, value }]
  })
  if (unreadable > 0) {
    const what = spaceViewStore.view === 'estimates' ? 'hours' : 'a status of this space'
    showToast({ text: `${unreadable === 1 ? '1 cell is' : `${unreadable} cells are`} not ${what} and left as before.` })
  }
  return await assign(page, assignments)
}

async function fillDown(page: SpacePage): Promise<CommandOutcome> {
  const { model } = page
  const isEstimates = spaceViewStore.view === 'estimates'
  const plan = planFillDown(targetCells(model), model.getLayout().order)
  const assignments = plan.flatMap(({ key, from }): Assignment[] => {
    const [task] = targetTasks(model, [key])
    const [source] = targetTasks(model, [from])
    if (task === undefined || source === undefined) return []
    return [{ taskId: task.id, value: isEstimates ? model.space.findEstimatedHours(source.id) : source.statusId }]
  })
  return await assign(page, assignments)
}

async function assign({ client, model }: SpacePage, assignments: readonly Assignment[]): Promise<CommandOutcome> {
  if (assignments.length === 0) return ok(undefined)
  const isEstimates = spaceViewStore.view === 'estimates'
  const operation = setTaskField(
    {
      space: model.space,
      taskIds: assignments.map(({ taskId }) => taskId),
      field: isEstimates ? 'estimatedHours' : 'statusId',
      // Hours in the one view and statuses in the other: both were made for the view that is shown.
      values: { each: assignments.map(({ value }) => value as never) },
    },
    client,
  )
  return await perform(operation, {
    client,
    failedText: isEstimates ? messages['estimate-save-failed'] : messages['task-status-failed'],
    doneText: assignments.length > 1 ? `${countTasks(assignments.length)} changed` : undefined,
  })
}

function findStatusByText(model: SpaceModel, text: string): StatusId | undefined {
  const wanted = text.trim().toLowerCase()
  const statuses = model.getStatuses()
  const found =
    statuses.find(({ shortCode }) => shortCode.toLowerCase() === wanted) ??
    statuses.find(({ name }) => name.toLowerCase() === wanted)
  return found?.id
}

function isTyping(): boolean {
  return document.activeElement?.matches('input,textarea') ?? false
}
