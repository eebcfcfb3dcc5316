import type { GlobalOptions } from '#cli/global-options.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { printWanted, rowsFlag, type WantedOptions } from '#cli/select/print-wanted.ts'
import { defineVerb } from '#cli/define-verb.ts'

export const verb = defineVerb({
  summary: 'list the studio’s statuses in their order',
  options: [rowsFlag],
  examples: ['status list --json=name,code,done'],
  run: async (options: GlobalOptions & WantedOptions, context) => {
    const studio = await loadStudio(await context.openClient(), context)
    const rows = studio.getStatuses().map(({ id, name, shortCode, color, isDone, isDefault }) => ({
      id,
      name,
      code: shortCode,
      color,
      done: isDone,
      default: isDefault,
    }))
    const fields = ['id', 'name', 'code', 'color', 'done', 'default'] as const
    await printWanted({ rows, fields, columns: ['name', 'code', 'done', 'default'], options, context })
  },
})
