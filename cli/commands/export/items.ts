import path from 'node:path'
import { noteExport } from '#core/events/note-export.ts'
import { exportSheet, listSheetRows, numberColumns } from '#core/exchange/export-sheet.ts'
import { loadCast } from '#core/exchange/load-cast.ts'
import { usageError } from '#cli/cli-error.ts'
import { countOf } from '#cli/count-of.ts'
import { openLines, writeWhole } from '#cli/exchange/file-lines.ts'
import { openOneSpace } from '#cli/exchange/open-one-space.ts'
import { toCatalogue, toContent } from '#core/exchange/to-content.ts'
import type { GlobalOptions } from '#cli/global-options.ts'
import { defineVerb, flag } from '#cli/define-verb.ts'

export type ExportItemsOptions = Pick<GlobalOptions, 'project' | 'space'> & {
  readonly out?: string
  readonly format?: string
}

export const verb = defineVerb({
  summary: 'export a space as CSV or an Excel workbook that "import plan" can read back',
  options: [
    flag('-o, --out <file>', 'write to a file instead of standard output; its ending says the format'),
    flag('--format <name>', 'csv or xlsx (default: by the file name, else csv)'),
  ],
  examples: ['export items --space ep01 > ep01.csv', 'export items --space ep01 -o ep01.xlsx'],
  /** Writes a space's items as a sheet that `import plan` reads back. */
  run: async (options: ExportItemsOptions, context) => {
    const isWorkbook = isXlsx(options)
    const { client, studio, space, name } = await openOneSpace(options, context)
    const content = toContent(studio, space, await loadCast(client, { studio, space }, 'export'))
    const catalogue = toCatalogue(studio, space)
    const exported = { studioId: studio.studioId, what: `Items of ${name}`, count: content.items.length }
    await noteExport(exported, { gateway: await context.loadGateway() })
    if (isWorkbook) {
      const { writeXlsx } = await import('#core/exchange/write-xlsx.ts')
      const bytes = await writeXlsx({ name, rows: listSheetRows(content, catalogue), numberColumns })
      await writeWhole(path.resolve(context.io.cwd, options.out ?? ''), bytes)
      context.say(`Wrote ${countOf(content.items.length, 'item')} to ${options.out}.`)
      return
    }
    const lines = exportSheet(content, catalogue)
    if (options.out === undefined) {
      for (const line of lines) context.io.out(line)
      return
    }
    const file = await openLines(path.resolve(context.io.cwd, options.out))
    for (const line of lines) await file.write(line)
    await file.close()
    context.say(`Wrote ${countOf(content.items.length, 'item')} to ${options.out}.`)
  },
})

function isXlsx({ out, format }: ExportItemsOptions): boolean {
  const wanted = (format ?? (out?.toLowerCase().endsWith('.xlsx') === true ? 'xlsx' : 'csv')).toLowerCase()
  if (wanted !== 'csv' && wanted !== 'xlsx') throw usageError('--format is csv or xlsx.')
  if (wanted === 'xlsx' && out === undefined)
    throw usageError('A workbook goes into a file.', 'Pass --out, such as -o ep01.xlsx.')
  return wanted === 'xlsx'
}
