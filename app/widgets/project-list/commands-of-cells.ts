import { ok } from '#core/lib/result.ts'
import { parseCellKey, type GridOrder } from '#core/lib/selection-range.ts'
import { countOf } from '#core/lib/text.ts'
import { toId, type ItemId } from '#core/lib/ids.ts'
import { defineCommand, defineWith, type Command, type CommandOutcome } from '#app/commands/define-command.ts'
import { planFillDown, planPaste, toTsv } from '#app/lib/grid-tsv.ts'
import { isTextField } from '#app/lib/is-text-field.ts'
import { parseTsv } from '#app/lib/tsv.ts'
import { showToast } from '#app/stores/toast-store.ts'
import { refuseGone, refuseRole } from '#app/widgets/field-facts/field-row.ts'
import { loadDayReader } from '#app/widgets/field-input/day-reader.ts'
import { canChangeStudio } from '#app/widgets/get-studio.ts'
import { findProjectContent } from '#app/widgets/project-content/project-content-store.ts'
import { hasRange, keyOfCell, listRangeCells, makeCellFinder, readOrder } from './cell-range.ts'
import type { ChangedRow } from './change-rows.ts'
import { findTargetRows } from './commands-of-rows.ts'
import {
  findFocusedCell,
  findRefusal,
  parseCell,
  readCell,
  refuse,
  setCells,
  toCell,
  writeCell,
  type CellAssignment,
  type CellPage,
  type ListCell,
} from './list-cells.ts'
import { copyText } from '#app/lib/copy-text.ts'

/** Long enough to read which cells were left unchanged. */
const LEFT_MS = 8000

/** Returns the commands that edit the cells of a list in place, and copy them from and to a spreadsheet. */
export function makeCommandsOfCells<Row extends ChangedRow>(page: CellPage<Row>): readonly Command[] {
  const { list, group } = page
  const define = defineWith({ group, scope: list.page, needs: 'create' })
  const mayWrite = (): boolean => canChangeStudio() && findFocusedCell(page)?.field !== undefined
  return [
    define({
      // Enter and typing also start editing: see list-typing.ts.
      id: `${list.page}.edit-cell`,
      title: 'Change the cell',
      keys: ['f2'],
      when: mayWrite,
      run: async (_context, [draft]) => await editCell(page, draft),
    }),
    define({
      id: `${list.page}.save-cell`,
      title: 'Save the cell',
      isKeyOnly: true,
      run: async (_context, [rowId = '', columnId = '', text = '']) => {
        list.edit(undefined)
        const row = page.findShown()?.rows.find((each) => page.idOf(each) === rowId)
        const column = page.listColumns().find(({ id }) => id === columnId)
        if (row === undefined || column === undefined) return refuseGone(text)
        const cell = toCell(page, row, column)
        const read = parseCell(cell, text)
        return read.ok ? await setCells([{ cell, value: read.value }]) : read
      },
    }),
    define({
      id: `${list.page}.clear-cells`,
      title: 'Clear the cells',
      when: () => mayWrite() || (canChangeStudio() && hasRange(page)),
      run: async () => await assign(listTargetCells(page).map((cell) => ({ cell, text: '' }))),
    }),
    define({
      id: `${list.page}.fill-down`,
      title: 'Fill down from the first cell',
      keys: ['mod+d'],
      when: () =>
        canChangeStudio() && (hasRange(page) || (findFocusedCell(page) !== undefined && list.store.selected.size > 1)),
      run: async () => await fillDown(page),
    }),
    makeCopyCommand(page),
    define({
      // The key is the browser's own: only a paste event may read the clipboard without asking.
      id: `${list.page}.paste-cells`,
      title: 'Paste into the cells',
      isKeyOnly: true,
      when: () => canChangeStudio() && findFocusedCell(page) !== undefined,
      run: async (_context, [text = '']) => await paste(page, text),
    }),
  ]
}

function makeCopyCommand<Row extends ChangedRow>(page: CellPage<Row>): Command {
  const { list, group } = page
  return defineCommand({
    group,
    scope: list.page,
    id: `${list.page}.copy-cells`,
    title: 'Copy the cells',
    keys: ['mod+c'],
    when: () =>
      findFocusedCell(page) !== undefined &&
      getSelection()?.isCollapsed !== false &&
      !isTextField(document.activeElement),
    run: async () => {
      const cells = new Map(listTargetCells(page).map((cell) => [keyOfCell(page, cell), cell]))
      const textOf = (key: string): string => {
        const cell = cells.get(key)
        return cell === undefined ? '' : writeCell(page, cell)
      }
      await copyText(toTsv(cells.keys(), orderOf(page), textOf))
      showToast({ text: `${countOf(cells.size, 'cell')} copied` })
    },
  })
}

/** Starts editing; a checkbox is toggled at once. */
async function editCell<Row extends ChangedRow>(
  page: CellPage<Row>,
  draft: string | undefined,
): Promise<CommandOutcome> {
  const cell = findFocusedCell(page)
  if (cell?.field === undefined) return undefined
  const { row, column, field } = cell
  // Formulas and fields the row does not have are refused before anything is typed.
  const refusal = findRefusal(cell)
  if (refusal !== undefined) return refuse(refusal)
  if (findProjectContent()?.studio.canWrite(field) !== true) return refuseRole(field)
  if (field.kind === 'checkbox') return await setCells([{ cell, value: readCell(cell) === true ? null : true }])
  return page.list.edit({ rowId: page.idOf(row), columnId: column.id, draft })
}

/** Returns the selected range; otherwise the focused column's cells of all target rows. */
function listTargetCells<Row extends ChangedRow>(page: CellPage<Row>): readonly ListCell<Row>[] {
  const range = listRangeCells(page)
  if (range.length > 0) return range
  const focused = findFocusedCell(page)
  return focused === undefined ? [] : findTargetRows(page).map((row) => toCell(page, row, focused.column))
}

/** Returns the cells' order; with selected rows, including those of folded groups. */
function orderOf<Row extends ChangedRow>(page: CellPage<Row>): GridOrder {
  const order = readOrder(page)
  if (page.list.store.selected.size === 0) return order
  return { ...order, itemIds: (page.findShown()?.rows ?? []).map((row) => toId<ItemId>(page.idOf(row))) }
}

/**
 * Pastes a table with its first corner on the focused cell, as far as there are cells; a single text goes into every
 * target row.
 */
async function paste<Row extends ChangedRow>(page: CellPage<Row>, text: string): Promise<CommandOutcome> {
  const table = parseTsv(text)
  const find = makeCellFinder(page)
  const targets = listTargetCells(page).map((cell) => keyOfCell(page, cell))
  const plan = planPaste(table, targets, readOrder(page)).flatMap(({ key, text: entry }) => {
    const { itemId, stageId } = parseCellKey(key)
    const cell = find(itemId, stageId)
    return cell === undefined || entry === '' ? [] : [{ cell, text: entry }]
  })
  const toInput = await loadDayReader(
    table,
    plan.some(({ cell }) => cell.field?.kind === 'date'),
  )
  const outside = table.flat().filter((entry) => entry !== '').length - plan.length
  return await assign(
    plan.map(({ cell, text: entry }) => ({ cell, text: toInput(cell.field?.kind ?? 'text', entry) })),
    Math.max(0, outside),
  )
}

/** Copies the first cell of each column into those below it. */
async function fillDown<Row extends ChangedRow>(page: CellPage<Row>): Promise<CommandOutcome> {
  const find = makeCellFinder(page)
  const targets = listTargetCells(page).map((cell) => keyOfCell(page, cell))
  const plan = planFillDown(targets, orderOf(page)).flatMap((step) => {
    const [cell, from] = [step.key, step.from].map((key) => {
      const { itemId, stageId } = parseCellKey(key)
      return find(itemId, stageId)
    })
    return cell === undefined || from === undefined ? [] : [{ cell, value: readCell(from) ?? null }]
  })
  const refusals = plan.map(({ cell }) => findRefusal(cell))
  announceLeft(refusals.filter((refusal) => refusal !== undefined))
  return await setCells(plan.filter((_, at) => refusals[at] === undefined))
}

type Typed<Row extends ChangedRow> = { readonly cell: ListCell<Row>; readonly text: string }

/** Writes the values the cells accept, and says which cells were left unchanged and why. */
async function assign<Row extends ChangedRow>(typed: readonly Typed<Row>[], outside = 0): Promise<CommandOutcome> {
  const assignments: CellAssignment<Row>[] = []
  const refused: string[] = []
  for (const { cell, text } of typed) {
    const read = parseCell(cell, text)
    if (read.ok) assignments.push({ cell, value: read.value })
    else refused.push(read.error.message)
  }
  announceLeft(refused, outside)
  return assignments.length === 0 ? ok(undefined) : await setCells(assignments)
}

function announceLeft(refused: readonly string[], outside = 0): void {
  const left = describeLeft(refused, outside)
  if (left !== undefined) showToast({ text: left, durationMs: LEFT_MS })
}

function describeLeft(refused: readonly string[], outside: number): string | undefined {
  const [first] = refused
  const parts = [
    first,
    refused.length > 1 && `${refused.length - 1} more like it.`,
    outside > 0 && `${outside} ${outside === 1 ? 'cell extends' : 'cells extend'} past the list.`,
  ].filter((part) => part !== undefined && part !== false)
  return parts.length === 0 ? undefined : `${parts.join(' ')} Left unchanged.`
}
