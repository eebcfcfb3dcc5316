import { openFormulas } from '#core/fields/task-scope.ts'
import { layOutGrid } from '#core/items/grid-layout.ts'
import { makeFilterContext } from '#core/items/filter-context.ts'
import { makeTaskTester } from '#core/items/filtered-row.ts'
import { makeSpaceReplica } from '#core/items/space-replica.ts'
import { toId, type StatusId } from '#core/lib/ids.ts'
import { makeStudioReplica } from '#core/studios/studio-replica.ts'
import { makeFormulaColumns, type ColumnsAnswer } from '#core/sync/formula-columns.ts'
import { makeReplica } from '#core/sync/replica.ts'
import { emptyFilter, fieldName, withValues, type Filter } from '#core/timeline/filter-kinds.ts'
import { compare, type Comparison } from './compare.ts'
import { launch, median, visit, type Visit } from './grid/drive.ts'
import { ITEMS } from './grid/content.ts'
import { space, spaceAnswer, spaceId, studioAnswer, studioId } from './grid/product-rows.ts'
import { serveSite } from './grid/site.ts'

const FIELDS = 20
const ROUNDS = 3
const REPEATS = 7
const today = '2026-11-25'

const formulas = {
  'of fields': 'number_0 * 2 + number_5',
  'of fields and texts': 'number_0 > 500 ? choice_1 + " " + name : ""',
  'of tasks': 'share(tasks, t, t.done)',
}

/**
 * Measures the cost of fields and formulas in a space of 50,000 items × 20 fields: the worker's columns and a filter
 * (the same code, in Node), and the grid with fields against the same grid without, in one browser.
 */
export async function measure(): Promise<Comparison[]> {
  return [...measureColumns(), ...measureFilters(), ...(await measureGrid())]
}

/** Requests a new column from a worker that already has all rows; transferring rows is paid earlier, in slices. */
function measureColumns(): Comparison[] {
  const answers: ColumnsAnswer[] = []
  const take = makeFormulaColumns((answer) => answers.push(answer))
  const { tables } = studioAnswer(FIELDS)
  take({ kind: 'studio', studioId, spaceId, tables })
  take({ kind: 'today', today })
  const rows = spaceAnswer(ITEMS, undefined, FIELDS).tables
  const { items = [], item_tasks = [], task_blocks = [] } = rows
  take({ kind: 'collections', tables: { collections: rows.collections ?? [] } })
  take({ kind: 'rows', at: items.map((_, at) => at), tables: { items, item_tasks, task_blocks } })
  return Object.entries(formulas).map(([name, text]) => {
    answers.length = 0
    for (let round = 0; round < REPEATS; round++) take({ kind: 'column', column: `${name} ${round}`, source: { text } })
    const own = answers.filter(({ column }) => column.startsWith(name))
    return compare({
      subject: `A new formula column ${name}, 50,000 rows, in the worker`,
      peer: 'what was promised',
      unit: 'ms',
      ours: median(own.map(({ milliseconds }) => milliseconds)),
      theirs: 150,
      bar: 1,
    })
  })
}

function measureFilters(): Comparison[] {
  const studioRows = makeReplica(`studio:${studioId}`)
  const answer = studioAnswer(FIELDS)
  studioRows.merge(answer, new Set())
  const rows = makeReplica(`space:${spaceId}`)
  rows.merge(spaceAnswer(ITEMS, undefined, FIELDS), new Set())
  const [studio, opened] = [makeStudioReplica(studioId, studioRows), makeSpaceReplica({ studioId, spaceId }, rows)]
  const known = openFormulas(studio, opened)
  const asked = makeFilterContext({
    space: opened,
    stages: [],
    fields: studio.getSpaceFields(space),
    me: undefined,
    today: () => today,
    readFormula: (item, { key }) => known.evaluate(key, item, today),
    // Conditions in the expression language are columns of the worker.
    makeTest: () => () => true,
  })
  const show = (filter: Filter): number => {
    const begun = performance.now()
    const layout = layOutGrid({
      collections: opened.getCollections(),
      holdItems: opened.holdItems,
      findCollectionId: (id) => rows.find('items', id)?.collectionId,
      askTasks: makeTaskTester(opened),
      stageIds: [],
      filter,
      text: '',
      collapsed: new Set(),
      sort: 'name',
      asked,
    })
    if (layout.itemCount >= ITEMS) throw new Error('The filter hides nothing')
    return performance.now() - begun
  }
  const statusId = answer.tables.task_statuses?.[5]?.id ?? toId<StatusId>('')
  const field = { key: 'number_0', of: 'item' } as const
  const filters: Readonly<Record<string, Filter>> = {
    'by a field': [{ field: fieldName(field), test: 'above', values: ['500'] }],
    'by a status': withValues(emptyFilter, 'status', [statusId]),
  }
  return Object.entries(filters).map(([name, filter]) =>
    compare({
      subject: `A filter ${name} over 50,000 rows × 20 fields`,
      peer: 'what was promised',
      unit: 'ms',
      ours: median(Array.from({ length: REPEATS }, () => show(filter))),
      theirs: 100,
      bar: 1,
    }),
  )
}

/** Alternates in one browser between the same grid with 20 fields, each with a value in every row, and with none. */
async function measureGrid(): Promise<Comparison[]> {
  const site = await serveSite()
  const visits = { plain: [] as Visit[], fields: [] as Visit[] }
  const browser = await launch()
  try {
    for (let round = 0; round < ROUNDS; round++) {
      visits.plain.push(await visit(browser, site.address, 'product'))
      visits.fields.push(await visit(browser, `${site.address}/?fields=${FIELDS}`, 'product'))
    }
  } finally {
    await browser.close()
    site.close()
  }
  const against = (subject: string, read: (visit: Visit) => number): Comparison =>
    compare({
      subject: `${subject}, 50,000 items × 20 fields`,
      peer: 'the same grid without fields',
      unit: 'ms',
      ours: median(visits.fields.map(read)),
      theirs: median(visits.plain.map(read)),
      bar: 1.05,
    })
  return [
    against('A scroll step, CPU of all threads', ({ scroll }) => scroll.cpu),
    against('First paint', ({ firstPaint }) => firstPaint),
    against('A change of 5,004 cells', ({ change }) => change.painted),
  ]
}
