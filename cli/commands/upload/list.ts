import { stat } from 'node:fs/promises'
import { loadUnfinished } from '#cli/publish/unfinished.ts'
import { printWanted, rowsFlag, type WantedOptions } from '#cli/select/print-wanted.ts'
import { defineVerb } from '#cli/define-verb.ts'

export const verb = defineVerb({
  summary: 'list unfinished uploads of this machine, newest first; kept for 90 days, at most 2,000 and 256 MB',
  options: [rowsFlag],
  /** Lists this machine's unfinished uploads. */
  run: async (options: WantedOptions, { io, printList }) => {
    const all = await loadUnfinished(io)
    const rows = await Promise.all(
      all.map(async ({ id, at, target, files, host }) => {
        const sizes = await Promise.all(files.map(async (file) => (await stat(file).catch(() => undefined))?.size))
        const there = sizes.filter((size) => size !== undefined)
        const bytes = there.reduce((sum, size) => sum + size, 0)
        return {
          id,
          upload: id.slice(0, 13),
          at,
          target,
          files: files.length,
          missing: files.length - there.length,
          bytes,
          host,
        }
      }),
    )
    await printWanted({
      rows,
      fields: ['id', 'upload', 'at', 'target', 'files', 'missing', 'bytes', 'host'],
      columns: ['upload', 'at', 'target', 'files', 'missing'],
      options,
      context: { printList },
    })
  },
})
