import { printWanted, rowsFlag, type WantedOptions } from '#cli/select/print-wanted.ts'
import { defineVerb } from '#cli/define-verb.ts'
import type { GlobalOptions } from '#cli/global-options.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { toKindRow } from './to-kind-row.ts'

export const verb = defineVerb({
  summary: 'list the studio’s kinds of items, with the stages new ones begin with',
  options: [rowsFlag],
  examples: ['kind list --json=key,stages'],
  run: async (options: GlobalOptions & WantedOptions, context) => {
    const client = await context.openClient()
    const studio = await loadStudio(client, context)
    const rows = studio.getKinds().map((kind) => toKindRow(studio, kind))
    const fields = ['id', 'key', 'name', 'type', 'icon', 'stages', 'fields', 'spaces'] as const
    await printWanted({ rows, fields, columns: ['key', 'name', 'type', 'stages', 'spaces'], options, context })
  },
})
