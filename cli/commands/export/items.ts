import path from 'node:path'
import { exportSheet } from '#core/domain/exchange/export-sheet.ts'
import type { Context } from '#cli/context.ts'
import { openLines } from '#cli/exchange/file-lines.ts'
import { openOneSpace } from '#cli/exchange/open-one-space.ts'
import { toCatalogue, toContent } from '#cli/exchange/to-content.ts'
import type { GlobalOptions } from '#cli/global-options.ts'

export type ExportItemsOptions = Pick<GlobalOptions, 'project' | 'space'> & { readonly out?: string }

/** Writes a space's items as comma-separated values that `import plan` reads back. */
export async function runExportItems(options: ExportItemsOptions, context: Context): Promise<void> {
  const { studio, space } = await openOneSpace(options, context)
  const content = toContent(studio, space)
  const lines = exportSheet(content, toCatalogue(studio, space))
  if (options.out === undefined) {
    for (const line of lines) context.io.out(line)
    return
  }
  const file = await openLines(path.resolve(context.io.cwd, options.out))
  for (const line of lines) await file.write(line)
  await file.close()
  context.say(`Wrote ${content.items.length} items to ${options.out}.`)
}
