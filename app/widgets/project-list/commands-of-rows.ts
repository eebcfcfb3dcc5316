import { defineWith, type Command } from '#app/commands/define-command.ts'
import type { CellMove } from '#app/lib/move-cell.ts'
import { extendBy, hasRange, listRangeCells, pageRows } from './cell-range.ts'
import type { ChangedRow } from './change-rows.ts'
import { listShownColumns, type CellPage } from './list-cells.ts'
import { headingId, isHeading, type ListStop } from './list-lines.ts'

/** Returns the commands that move through a list's rows and cells, and select rows. */
export function makeCommandsOfRows<Row extends ChangedRow>(page: CellPage<Row>): readonly Command[] {
  return [...makeMoving(page), ...makeExtending(page), ...makeChoosing(page), ...makeFolding(page)]
}

/**
 * Returns the visible selected rows, or those of a range; otherwise what is focused: a row, or all rows of a folded
 * group.
 */
export function findTargetRows<Row extends ChangedRow>(page: CellPage<Row>): readonly Row[] {
  const ofRange = [...new Set(listRangeCells(page).map(({ row }) => row))]
  if (ofRange.length > 0) return ofRange
  const { selected } = page.list.store
  const chosen = page.findShown()?.rows.filter((row) => selected.has(page.idOf(row))) ?? []
  return chosen.length > 0 ? chosen : (findStop(page)?.rows ?? [])
}

/** Returns the focused row or heading. */
function findStop<Row extends ChangedRow>({ list, findShown }: CellPage<Row>): ListStop<Row> | undefined {
  return findShown()?.stops.find(({ id }) => id === list.store.focus)
}

const makeDefine = <Row extends ChangedRow>({ group, list }: CellPage<Row>) => defineWith({ group, scope: list.page })

/**
 * Returns the id of the stop so many lines away, staying inside the list; without a focus, the first or, if that is
 * meant, the last.
 */
function stepFrom<Row extends ChangedRow>({ list, findShown }: CellPage<Row>, by: number): string | undefined {
  const stops = findShown()?.stops ?? []
  const at = stops.findIndex(({ id }) => id === list.store.focus)
  const from = at < 0 && Number.isFinite(by) ? Number.NEGATIVE_INFINITY : at + by
  return stops[Math.min(stops.length - 1, Math.max(0, from))]?.id
}

function makeMoving<Row extends ChangedRow>(page: CellPage<Row>): readonly Command[] {
  const { list, noun } = page
  const define = defineWith({ group: page.group, scope: list.page, isKeyOnly: true, isRepeatable: true })
  const steps = [
    { id: 'down', title: `Next ${noun}`, keys: ['down', 'j'], by: 1 },
    { id: 'up', title: `Previous ${noun}`, keys: ['up', 'k'], by: -1 },
    { id: 'page-down', title: 'A page down', keys: ['pagedown'], by: pageRows },
    { id: 'page-up', title: 'A page up', keys: ['pageup'], by: -pageRows },
    { id: 'first', title: `First ${noun}`, keys: ['home'], by: Number.NEGATIVE_INFINITY },
    { id: 'last', title: `Last ${noun}`, keys: ['end'], by: Number.POSITIVE_INFINITY },
  ]
  return steps.map(({ id, title, keys, by }) =>
    define({ id: `${list.page}.${id}`, title, keys, run: () => list.focus(stepFrom(page, by)) }),
  )
}

/** Selects the rows from the anchor to this one, including those of folded groups between. */
export function extendRows<Row extends ChangedRow>({ list, findShown, idOf }: CellPage<Row>, to: string): void {
  list.extend(to)
  const stops = findShown()?.stops ?? []
  const [from, until] = [list.store.anchor ?? to, to].map((id) => stops.findIndex((stop) => stop.id === id))
  const [first, last] = [Math.min(from ?? 0, until ?? 0), Math.max(from ?? 0, until ?? 0)]
  list.select(stops.slice(Math.max(0, first), last + 1).flatMap(({ rows }) => rows.map(idOf)))
}

type Extension = Pick<Command, 'title' | 'keys' | 'shadows'> & {
  readonly move: CellMove
  /** How many lines to move; for rows only. */
  readonly by?: number
}

/** Returns the commands that extend the selection: a range of cells when a cell is focused, otherwise rows. */
function makeExtending<Row extends ChangedRow>(page: CellPage<Row>): readonly Command[] {
  const { list, noun } = page
  const extensions: readonly Extension[] = [
    { move: 'down', title: `Select on to the next ${noun}`, keys: ['shift+down'], by: 1 },
    { move: 'up', title: `Select on to the previous ${noun}`, keys: ['shift+up'], by: -1 },
    { move: 'page-down', title: 'Select a page down', keys: ['shift+pagedown'], by: pageRows },
    { move: 'page-up', title: 'Select a page up', keys: ['shift+pageup'], by: -pageRows },
    { move: 'top', title: `Select to the first ${noun}`, keys: ['shift+home', 'mod+shift+up'], by: -Infinity },
    { move: 'bottom', title: `Select to the last ${noun}`, keys: ['shift+end', 'mod+shift+down'], by: Infinity },
    {
      move: 'left',
      title: 'Select on to the cell on the left',
      keys: ['shift+left'],
      shadows: [`${list.page}.fold-all`],
    },
    { move: 'right', title: 'Select on to the cell on the right', keys: ['shift+right'] },
    { move: 'row-start', title: 'Select to the first cell of the row', keys: ['mod+shift+left'] },
    { move: 'row-end', title: 'Select to the last cell of the row', keys: ['mod+shift+right'] },
  ]
  return extensions.map(({ move, by, ...named }) =>
    makeDefine(page)({
      ...named,
      id: `${list.page}.extend-${move}`,
      isKeyOnly: true,
      isRepeatable: true,
      when: () => by !== undefined || list.store.column !== undefined,
      run: () => {
        if (list.store.column !== undefined) return extendBy(page, move)
        const to = by === undefined ? undefined : stepFrom(page, by)
        return to === undefined ? undefined : extendRows(page, to)
      },
    }),
  )
}

function makeChoosing<Row extends ChangedRow>(page: CellPage<Row>): readonly Command[] {
  const { list, noun, idOf, findShown } = page
  const { store } = list
  const define = makeDefine(page)
  return [
    define({
      id: `${list.page}.toggle`,
      title: `Select or unselect the ${noun}`,
      keys: ['x'],
      when: () => store.focus !== undefined,
      run: () => {
        const ids = (hasRange(page) ? findTargetRows(page) : (findStop(page)?.rows ?? [])).map(idOf)
        if (ids.length === 1) return ids.forEach(list.toggle)
        const isWhole = ids.every((id) => store.selected.has(id))
        return ids.filter((id) => store.selected.has(id) === isWhole).forEach(list.toggle)
      },
    }),
    define({
      id: `${list.page}.select-all`,
      title: `Select all ${list.page} that are shown`,
      keys: ['mod+a'],
      run: () => list.select(findShown()?.rows.map(idOf) ?? []),
    }),
    define({
      id: `${list.page}.select-none`,
      title: 'Clear the selection',
      keys: ['escape'],
      shadows: ['layer.close'],
      when: () => store.selected.size > 0 || store.column !== undefined,
      // Esc first clears a range, then leaves the cell, then deselects the rows.
      run: () => {
        if (store.column === undefined) list.select([])
        else list.focusColumn(hasRange(page) ? store.column : undefined)
      },
    }),
    define({
      id: `${list.page}.open`,
      title: `Open the ${noun}`,
      keys: ['enter', 'o'],
      when: () => store.focus !== undefined,
      run: (context) => {
        const stop = findStop(page)
        if (stop !== undefined && isHeading(stop.id)) return fold(page, false)
        const [row] = stop?.rows ?? []
        return row && page.open(row, context)
      },
    }),
  ]
}

/**
 * Returns the commands for the left and right arrows: from cell to cell; before the first cell they fold and unfold
 * groups.
 */
function makeFolding<Row extends ChangedRow>(page: CellPage<Row>): readonly Command[] {
  const { list, findShown } = page
  const { store } = list
  const define = makeDefine(page)
  return [
    define({
      id: `${list.page}.fold`,
      title: 'Previous cell, or collapse the group',
      keys: ['left', 'h'],
      isRepeatable: true,
      when: () => store.focus !== undefined && (store.column !== undefined || store.view.group !== undefined),
      run: () => (store.column === undefined ? fold(page, true) : stepColumn(page, -1)),
    }),
    define({
      id: `${list.page}.unfold`,
      title: 'Next cell, or expand the group',
      keys: ['right', 'l'],
      isRepeatable: true,
      when: () => store.focus !== undefined,
      run: () => (isHeading(store.focus ?? '') ? fold(page, false) : stepColumn(page, 1)),
    }),
    define({
      id: `${list.page}.fold-all`,
      title: 'Collapse or expand all groups',
      keys: ['shift+left'],
      when: () => store.view.group !== undefined,
      run: () => {
        const keys = findShown()?.groups?.map(({ key }) => key) ?? []
        const isFolded = keys.length > 0 && keys.every((key) => store.collapsed.has(key))
        list.setCollapsed(isFolded ? [] : keys)
        list.focus(findShown()?.stops[0]?.id)
      },
    }),
  ]
}

/** Moves to the next cell; before the first one is the whole row. */
function stepColumn<Row extends ChangedRow>(page: CellPage<Row>, by: 1 | -1): void {
  const columns = listShownColumns(page)
  const at = columns.findIndex(({ id }) => id === page.list.store.column) + by
  page.list.focusColumn(at < 0 ? undefined : columns[Math.min(at, columns.length - 1)]?.id)
}

/** Folds the focused group and moves to its heading, or unfolds it and moves to its first row. */
function fold<Row extends ChangedRow>(page: CellPage<Row>, isFolded: boolean): void {
  const { list, idOf } = page
  const stop = findStop(page)
  const [row] = stop?.rows ?? []
  const group = row && page.findShown()?.groups?.find(({ rows }) => rows.includes(row))
  if (stop === undefined || group === undefined || isHeading(stop.id) === isFolded) return
  const others = [...list.store.collapsed].filter((key) => key !== group.key)
  list.setCollapsed(isFolded ? [...others, group.key] : others)
  const [first] = group.rows
  list.focus(isFolded ? headingId(group.key) : first && idOf(first))
}
