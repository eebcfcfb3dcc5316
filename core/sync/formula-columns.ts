import { compileExpression, type Expression } from '#core/expressions/compile-expression.ts'
import type { ExpressionProblem, ExpressionValue } from '#core/expressions/types.ts'
import { openFormulas } from '#core/fields/task-scope.ts'
import type { Formulas } from '#core/fields/formulas.ts'
import { makeSpaceReplica, type SpaceReplica } from '#core/items/space-replica.ts'
import type { CalendarDate } from '#core/lib/calendar-date.ts'
import type { SpaceId, StudioId, UserId } from '#core/lib/ids.ts'
import type { Result } from '#core/lib/result.ts'
import type { ItemRow } from '#core/schema/items.ts'
import { rowKey, type Rows, type TableName } from '#core/schema/tables.ts'
import { makeStudioReplica, type StudioReplica } from '#core/studios/studio-replica.ts'
import { makeReplica } from './replica.ts'

type Tables = { readonly [Name in TableName]?: readonly Rows[Name][] }

/** What is calculated for every item: a formula by key, or an expression as text. */
export type ColumnSource = { readonly key: string } | { readonly text: string }

/** Messages to a column worker. The sender numbers the items, from 0. */
export type ColumnsRequest =
  | {
      readonly kind: 'studio'
      readonly studioId: StudioId
      readonly userId?: UserId | undefined
      readonly spaceId: SpaceId
      readonly tables: Tables
    }
  | { readonly kind: 'collections'; readonly tables: Tables }
  /** New or changed items, with everything below them. */
  | { readonly kind: 'rows'; readonly at: readonly number[]; readonly tables: Tables }
  /** Sent after all rows: from now on the column's values are returned, and later their changes. */
  | { readonly kind: 'column'; readonly column: string; readonly source: ColumnSource }
  /** The column is no longer needed. */
  | { readonly kind: 'drop'; readonly column: string }
  | { readonly kind: 'today'; readonly today: CalendarDate }

/** A value of a column, or the problem that prevented it. */
export type ColumnValue = ExpressionValue | { readonly problem: ExpressionProblem }

/** A column's values by item number, and how long they took to calculate. */
export type ColumnsAnswer = {
  readonly column: string
  readonly at: readonly number[]
  readonly values: readonly ColumnValue[]
  readonly milliseconds: number
}

/** The tables below an item: its tasks, and their blocks and estimates. */
const below = ['item_tasks', 'task_blocks', 'task_estimations'] as const

/** Keeps a copy of a space's rows and calculates columns from it, again for whatever changes. */
export function makeFormulaColumns(answer: (values: ColumnsAnswer) => void): (request: ColumnsRequest) => void {
  const keeper = new Keeper(answer)
  return (request) => keeper.take(request)
}

type Opened = {
  readonly studio: StudioReplica
  readonly space: SpaceReplica
  readonly studioRows: ReturnType<typeof makeReplica>
  readonly rows: ReturnType<typeof makeReplica>
}

class Keeper {
  readonly #answer: (values: ColumnsAnswer) => void
  readonly #items: ItemRow[] = []
  readonly #columns = new Map<string, ColumnSource>()
  #opened: Opened | undefined
  #formulas: Formulas | undefined
  #today: CalendarDate = '1970-01-01'

  constructor(answer: (values: ColumnsAnswer) => void) {
    this.#answer = answer
  }

  take(request: ColumnsRequest): void {
    if (request.kind === 'column') {
      this.#columns.set(request.column, request.source)
      this.#work(request.column)
    } else if (request.kind === 'drop') {
      this.#columns.delete(request.column)
    } else if (request.kind === 'today') {
      this.#today = request.today
      this.#workAll()
    } else if (request.kind === 'rows') {
      const changed = this.#takeRows(request.at, request.tables)
      this.#workAll(changed)
    } else {
      const { studioRows, rows } = request.kind === 'studio' ? this.#open(request) : this.#get()
      const into = request.kind === 'studio' ? studioRows : rows
      into.merge({ rev: 1, full: request.kind === 'studio', tables: request.tables, deleted: {} }, new Set())
      this.#formulas = undefined
      this.#workAll()
    }
  }

  #get(): Opened {
    if (this.#opened === undefined) throw new Error('The studio is told first')
    return this.#opened
  }

  #open({ studioId, userId, spaceId }: Extract<ColumnsRequest, { readonly kind: 'studio' }>): Opened {
    if (this.#opened !== undefined) return this.#opened
    const [studioRows, rows] = [makeReplica(`studio:${studioId}`), makeReplica(`space:${spaceId}`)]
    rows.merge({ rev: 1, full: true, tables: {}, deleted: {} }, new Set())
    const space = makeSpaceReplica({ studioId, spaceId }, rows)
    this.#opened = { studio: makeStudioReplica(studioId, studioRows, userId), space, studioRows, rows }
    return this.#opened
  }

  /** Merges items; children that are no longer sent with them are deleted. */
  #takeRows(at: readonly number[], tables: Tables): readonly number[] {
    const { rows } = this.#get()
    for (const [index, item] of (tables.items ?? []).entries()) this.#items[at[index] ?? 0] = item
    const told = new Set(below.flatMap((table) => (tables[table] ?? []).map((row) => `${table} ${rowKey(table, row)}`)))
    const deleted: { [Name in (typeof below)[number]]: string[] } = {
      item_tasks: [],
      task_blocks: [],
      task_estimations: [],
    }
    const look = (table: (typeof below)[number], key: string): void => {
      if (!told.has(`${table} ${key}`)) deleted[table].push(key)
    }
    for (const { id } of tables.items ?? []) {
      for (const task of rows.getUnder('item_tasks', id)) {
        look('item_tasks', task.id)
        for (const block of rows.getUnder('task_blocks', task.id)) look('task_blocks', block.id)
        if (rows.find('task_estimations', task.id) !== undefined) look('task_estimations', task.id)
      }
    }
    rows.merge({ rev: 1, full: false, tables, deleted }, new Set())
    return at
  }

  #workAll(at?: readonly number[]): void {
    for (const column of this.#columns.keys()) this.#work(column, at)
  }

  #work(column: string, only?: readonly number[]): void {
    const { studio, space } = this.#get()
    const source = this.#columns.get(column)
    if (source === undefined) return
    const begun = performance.now()
    this.#formulas ??= openFormulas(studio, space)
    const evaluate = makeEvaluate(source, this.#formulas, this.#today)
    const at: number[] = []
    const values: ColumnValue[] = []
    const add = (index: number): void => {
      const item = this.#items[index]
      if (item === undefined) return
      const result = evaluate(item)
      at.push(index)
      values.push(result.ok ? result.value : { problem: result.error })
    }
    if (only === undefined) for (let index = 0; index < this.#items.length; index += 1) add(index)
    else for (const index of only) add(index)
    this.#answer({ column, at, values, milliseconds: performance.now() - begun })
  }
}

type Worked = Result<ExpressionValue, ExpressionProblem>

function makeEvaluate(source: ColumnSource, formulas: Formulas, today: CalendarDate): (item: ItemRow) => Worked {
  const compiled: Result<Expression<ItemRow>, ExpressionProblem> | undefined =
    'key' in source ? formulas.get(source.key) : compileExpression(source.text, formulas.scope)
  if (compiled === undefined) return () => ({ ok: true, value: null })
  return (item) => (compiled.ok ? compiled.value.evaluate(item, today) : compiled)
}
