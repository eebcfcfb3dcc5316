import type { ImportChanges } from '#core/exchange/import-changes.ts'
import { describeProgress, type ImportProgress } from '#core/exchange/import-progress.ts'
import { attempt } from '#core/lib/attempt.ts'
import type { AppError } from '#core/lib/errors.ts'
import { newId, toId, type OperationId } from '#core/lib/ids.ts'
import { ok } from '#core/lib/result.ts'
import { defineCommand, type Command, type CommandOutcome } from '#app/commands/define-command.ts'
import { fileNameOf, saveFile } from '#app/lib/save-file.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { showToast, UNTIL_REPLACED_MS } from '#app/stores/toast-store.ts'
import { recordSavedExport } from '#app/widgets/record-saved-export.ts'
import { chooseFile } from '#app/widgets/thumbnail/choose-file.ts'
import { closeDialog, openDialog } from '../space-view-store.ts'
import type { SpacePage } from './space-page.ts'

const group = 'Items and collections'
const kinds = '.csv,.tsv,.txt,.ale,.xlsx,.xlsm,.json,.otio,.edl,.xml,.fcpxml'

/** Commands that import items from a file and export them to one. */
export function makeImportCommands(page: SpacePage): readonly Command[] {
  const { model, scope } = page
  const { studio, row } = model
  const shared = { group, scope } as const
  return [
    defineCommand({
      id: 'space.import',
      title: 'Import a file…',
      ...shared,
      keywords: ['csv', 'excel', 'xlsx', 'spreadsheet', 'kitsu', 'shotgrid', 'ftrack', 'ayon', 'edl', 'otio'],
      when: () => studio.can('create'),
      run: async () => {
        const file = await chooseFile(kinds)
        if (file !== undefined) openDialog({ kind: 'import', file })
      },
    }),
    defineCommand({
      id: 'space.apply-import',
      title: 'Import as planned',
      ...shared,
      isKeyOnly: true,
      when: () => studio.can('create'),
      run: async (_context, [changes = '{}', fileName = '', operationId]) => {
        closeDialog()
        // As planned by the dialog.
        const asked = JSON.parse(changes) as ImportChanges
        return await carryOut(page, { changes: asked, fileName, begun: operationId && toId<OperationId>(operationId) })
      },
    }),
    defineCommand({
      id: 'space.export-csv',
      title: 'Export the items as CSV',
      ...shared,
      keywords: ['download', 'spreadsheet'],
      run: async () => {
        const { exportSheet } = await import('#core/exchange/export-sheet.ts')
        const { content, catalogue } = await loadSheet(page)
        const lines = [...exportSheet(content, catalogue)]
        recordSavedExport(`Items of ${row.name} as CSV`, content.items.length)
        // With a byte order mark, which spreadsheets need.
        saveFile(new Blob(['\uFEFF', ...lines], { type: 'text/csv' }), fileNameOf(row.name, 'csv'))
      },
    }),
    defineCommand({
      id: 'space.export-workbook',
      title: 'Export the items as a workbook',
      ...shared,
      keywords: ['download', 'excel', 'xlsx', 'spreadsheet'],
      run: async () => {
        const { writeItemsWorkbook } = await import('#core/exchange/items-workbook.ts')
        const { content, catalogue } = await loadSheet(page)
        recordSavedExport(`Items of ${row.name} as a workbook`, content.items.length)
        const bytes = await writeItemsWorkbook(row.name, content, catalogue)
        saveFile(new Blob([bytes.slice()]), fileNameOf(row.name, 'xlsx'))
      },
    }),
  ]
}

/** Loads what an export writes: the items of the space with their casts, and the names they refer to. */
async function loadSheet({ client, model: { studio, space } }: SpacePage) {
  const { loadCast } = await import('#core/exchange/load-cast.ts')
  const { toCatalogue, toContent } = await import('#core/exchange/to-content.ts')
  const cast = await loadCast(client, { studio, space }, 'export')
  return { content: toContent(studio, space, cast), catalogue: toCatalogue(studio, space) }
}

type Import = {
  readonly changes: ImportChanges
  readonly fileName: string
  /** Continuing an import reuses its operation. */
  readonly begun: OperationId | '' | undefined
}

async function carryOut(page: SpacePage, asked: Import): Promise<CommandOutcome> {
  const { client, model } = page
  const { changes, fileName, begun } = asked
  const operationId = begun || newId<OperationId>()
  const { importInto, undoImportInSpace } = await import('#core/exchange/import-into-space.ts')
  const progress = showProgress(fileName, operationId)
  // Undo needs the keys and ids that fields and options were created with.
  let made = changes
  const onFields = (next: ImportChanges): void => void (made = next)
  const request = { changes, operationId, onFields, onStep: progress.tell }
  const done = await attempt(async () => await importInto(client, model.space, request))
  client.refresh()
  const undo = async () => {
    const { changed: left, kept } = await undoImportInSpace(client, model.space, made)
    client.refresh()
    const stays = [...(left > 0 ? [`${left} changed since and were left unchanged.`] : []), ...kept]
    if (stays.length > 0) showToast({ text: stays.join(' ') })
    return undefined
  }
  if (!done.ok) {
    if (begun === undefined && !progress.isBegun()) return done
    const args = [JSON.stringify(changes), fileName, operationId]
    progress.stop(done.error, () => void runCommand('space.apply-import', { args }))
    return ok({ label: `Import part of ${fileName}`, undo })
  }
  const { items, tasks, changed } = done.value
  const also =
    countOf(made.names?.statuses.length, 'status', 'statuses') +
    countOf(made.names?.stages.length, 'stage', 'stages') +
    countOf(made.names?.kinds.length, 'kind', 'kinds') +
    countOf(changes.fields?.length, 'field', 'fields') +
    countOf(made.options?.length, 'option', 'options')
  progress.end(`${fileName}: ${also}${items} items and ${tasks} tasks created, ${changed} values changed`)
  return ok({ label: `Import ${fileName}`, undo })
}

/** Formats `2 statuses, `; empty for none. */
function countOf(count: number | undefined, one: string, several: string): string {
  return (count ?? 0) === 0 ? '' : `${count} ${count === 1 ? one : several}, `
}

/** Shows one toast for an import of several steps: its progress, then its outcome. */
function showProgress(fileName: string, operationId: OperationId) {
  const id = `import-${operationId}`
  let last: ImportProgress | undefined
  return {
    isBegun: () => last !== undefined,
    tell: (next: ImportProgress): void => {
      const tenth = ({ done, rows }: ImportProgress): number => Math.floor((done / rows) * 10)
      const isNews = next.done < next.rows && (last === undefined || tenth(next) > tenth(last))
      last = next
      if (isNews)
        showToast({ id, text: `Importing ${fileName}: ${describeProgress(next)}`, durationMs: UNTIL_REPLACED_MS })
    },
    stop: (error: AppError, run: () => void): void => {
      const suggestion = last && `${describeProgress(last)} of ${fileName} are imported.`
      showToast({ id, kind: 'error', text: error.message, suggestion, action: { label: 'Continue', run } })
    },
    end: (text: string): void => {
      showToast({ id, kind: 'success', text })
    },
  }
}
