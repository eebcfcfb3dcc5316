import { makeFormulaColumns, type ColumnsRequest } from '#core/sync/formula-columns.ts'

/** Works out formulas and conditions of a large space beside the page. */
const take = makeFormulaColumns((answer) => postMessage(answer))
addEventListener('message', ({ data }: MessageEvent<ColumnsRequest>) => take(data))
