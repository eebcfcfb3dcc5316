import { countOf } from '#core/lib/text.ts'
import path from 'node:path'
import { recordExport } from '#core/events/record-export.ts'
import { exportSheet } from '#core/exchange/export-sheet.ts'
import { loadCast } from '#core/exchange/load-cast.ts'
import { usageError } from '#cli/cli-error.ts'
import { openLines, writeWhole } from '#cli/exchange/file-lines.ts'
import { openOneSpace } from '#cli/exchange/open-one-space.ts'
import type { SpaceContent } from '#core/exchange/space-content.ts'
import { toCatalogue, toContent } from '#core/exchange/to-content.ts'
import type { Context } from '#cli/context.ts'
import type { GlobalOptions } from '#cli/global-options.ts'
import { defineVerb, flag } from '#cli/define-verb.ts'

export type ExportItemsOptions = Pick<GlobalOptions, 'project' | 'space'> & {
  readonly out?: string
  readonly format?: string
  readonly where?: readonly string[]
}

export const verb = defineVerb({
  summary: 'export a space as CSV or an Excel workbook that "import plan" can read back',
  options: [
    flag('-o, --out <file>', 'write to a file instead of standard output; its extension sets the format'),
    flag('--format <name>', 'csv or xlsx (default: by the file name, else csv)'),
    flag('--where <expression>', 'only items: task("anim").done && frames > 100; all must match; repeatable', {
      as: 'list',
    }),
  ],
  examples: [
    'export items --space ep01 > ep01.csv',
    'export items --space ep01 -o ep01.xlsx',
    'export items --space ep01 --where \'!task("anim").done\' > open.csv',
  ],
  /** Writes a space's items as a sheet that `import plan` reads back. */
  run: async (options: ExportItemsOptions, context) => {
    const isWorkbook = isXlsx(options)
    const { client, studio, space, name } = await openOneSpace(options, context)
    const whole = toContent(studio, space, await loadCast(client, { studio, space }, 'export'))
    const content = options.where === undefined ? whole : await narrow(whole, options, context)
    const catalogue = toCatalogue(studio, space)
    const exported = { studioId: studio.studioId, what: `Items of ${name}`, count: content.items.length }
    await recordExport(exported, { gateway: await context.loadGateway() })
    if (isWorkbook) {
      const { writeItemsWorkbook } = await import('#core/exchange/items-workbook.ts')
      const bytes = await writeItemsWorkbook(name, content, catalogue)
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

/** Keeps the items that match `--where`, and the collections that still have any. */
async function narrow(content: SpaceContent, options: ExportItemsOptions, context: Context): Promise<SpaceContent> {
  const { loadItemRecords } = await import('../item/load-item-records.ts')
  const ids = new Set((await loadItemRecords(options, context)).map(({ id }) => id))
  const items = content.items.filter(({ id }) => ids.has(id))
  const filled = new Set(items.map(({ collectionId }) => collectionId))
  return { ...content, items, collections: content.collections.filter(({ id }) => filled.has(id)) }
}

function isXlsx({ out, format }: ExportItemsOptions): boolean {
  const wanted = (format ?? (out?.toLowerCase().endsWith('.xlsx') === true ? 'xlsx' : 'csv')).toLowerCase()
  if (wanted !== 'csv' && wanted !== 'xlsx') throw usageError('--format is csv or xlsx.')
  if (wanted === 'xlsx' && out === undefined)
    throw usageError('A workbook goes into a file.', 'Pass --out, such as -o ep01.xlsx.')
  return wanted === 'xlsx'
}
