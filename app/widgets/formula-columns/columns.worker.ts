import { makeFormulaColumns, type ColumnsRequest } from '#core/sync/formula-columns.ts'

/** Calculates formulas and conditions of a large space off the main thread. */
const take = makeFormulaColumns((answer) => postMessage(answer))
addEventListener('message', ({ data }: MessageEvent<ColumnsRequest>) => take(data))
