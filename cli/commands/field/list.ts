import type { GlobalOptions } from '#cli/global-options.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { printWanted, rowsFlag, type WantedOptions } from '#cli/select/print-wanted.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { toFieldRow } from './to-field-row.ts'

export const verb = defineVerb({
  summary: 'list the studio’s own fields',
  options: [rowsFlag],
  run: async (options: GlobalOptions & WantedOptions, context) => {
    const client = await context.openClient()
    const studio = await loadStudio(client, context)
    const rows = studio.getAllFields().map((field) => toFieldRow(studio, field))
    await printWanted({
      rows,
      fields: [
        'id',
        'of',
        'key',
        'name',
        'kind',
        'unit',
        'options',
        'colors',
        'places',
        'description',
        'formula',
        'writtenBy',
        'readBy',
        'default',
      ],
      columns: ['of', 'key', 'name', 'kind', 'unit', 'options', 'places'],
      options,
      context,
    })
  },
})
