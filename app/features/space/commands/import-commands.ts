import type { ImportChanges } from '#core/exchange/import-changes.ts'
import { attempt } from '#core/lib/attempt.ts'
import { ok } from '#core/lib/result.ts'
import { defineCommand, type Command, type CommandOutcome } from '#app/commands/define-command.ts'
import { fileNameOf, saveFile } from '#app/lib/save-file.ts'
import { showToast } from '#app/stores/toast-store.ts'
import { chooseFile } from '#app/widgets/thumbnail/choose-file.ts'
import { closeDialog, openDialog } from '../space-view-store.ts'
import type { SpacePage } from './space-page.ts'

const group = 'Items and collections'
const kinds = '.csv,.tsv,.txt,.xlsx,.xlsm,.json,.otio,.edl,.xml'

/** Bringing items in from a file and taking them out into one. */
export function makeImportCommands(page: SpacePage): readonly Command[] {
  const { model, scope } = page
  const { studio, space, row } = model
  return [
    defineCommand({
      id: 'space.import',
      title: 'Import a file…',
      group,
      scope,
      keywords: ['csv', 'excel', 'xlsx', 'spreadsheet', 'kitsu', 'shotgrid', 'ftrack', 'ayon', 'edl', 'otio'],
      needs: 'create',
      when: () => studio.can('create'),
      run: async () => {
        const file = await chooseFile(kinds)
        if (file !== undefined) openDialog({ kind: 'import', file })
      },
    }),
    defineCommand({
      id: 'space.apply-import',
      title: 'Import what the plan says',
      group,
      scope,
      isKeyOnly: true,
      needs: 'create',
      when: () => studio.can('create'),
      run: async (_context, [changes = '{}', fileName = '']) => {
        closeDialog()
        // As the dialog has planned it.
        return await carryOut(page, JSON.parse(changes) as ImportChanges, fileName)
      },
    }),
    defineCommand({
      id: 'space.export-csv',
      title: 'Export the items as CSV',
      group,
      scope,
      keywords: ['download', 'spreadsheet'],
      run: async () => {
        const { exportSheet } = await import('#core/exchange/export-sheet.ts')
        const { toCatalogue, toContent } = await import('#core/exchange/to-content.ts')
        const lines = [...exportSheet(toContent(studio, space), toCatalogue(studio, space))]
        // With a mark of its encoding, which spreadsheets need.
        saveFile(new Blob(['\uFEFF', ...lines], { type: 'text/csv' }), fileNameOf(row.name, 'csv'))
      },
    }),
    defineCommand({
      id: 'space.export-workbook',
      title: 'Export the items as a workbook',
      group,
      scope,
      keywords: ['download', 'excel', 'xlsx', 'spreadsheet'],
      run: async () => {
        const { listSheetRows, numberColumns } = await import('#core/exchange/export-sheet.ts')
        const { toCatalogue, toContent } = await import('#core/exchange/to-content.ts')
        const { writeXlsx } = await import('#core/exchange/write-xlsx.ts')
        const rows = listSheetRows(toContent(studio, space), toCatalogue(studio, space))
        const bytes = await writeXlsx({ name: row.name, rows, numberColumns })
        saveFile(new Blob([bytes.slice()]), fileNameOf(row.name, 'xlsx'))
      },
    }),
  ]
}

async function carryOut(
  { client, model }: SpacePage,
  changes: ImportChanges,
  fileName: string,
): Promise<CommandOutcome> {
  const { importInto, takeBackFrom } = await import('#core/exchange/import-into-space.ts')
  const done = await attempt(async () => await importInto(client, model.space, changes))
  if (!done.ok) return done
  client.refresh()
  const { items, tasks, changed } = done.value
  showToast({
    kind: 'success',
    text: `${fileName}: ${items} items and ${tasks} tasks created, ${changed} values changed`,
  })
  const takeBack = async () => {
    const left = await takeBackFrom(client, model.space, changes)
    client.refresh()
    if (left > 0) showToast({ text: `${left} changed since, and left as they are` })
    return undefined
  }
  return ok({ label: `Import ${fileName}`, takeBack })
}
