import type { GlobalOptions } from '#cli/global-options.ts'
import { printWanted, rowsFlag, type WantedOptions } from '#cli/select/print-wanted.ts'
import { defineVerb } from '#cli/define-verb.ts'

export const verb = defineVerb({
  summary: 'list your studios',
  options: [rowsFlag],
  run: async (options: GlobalOptions & WantedOptions, context) => {
    await context.loadSession()
    const { studios } = await context.loadGateway()
    const [all, active] = await Promise.all([studios.list(), studios.findActive()])
    const rows = all.map(({ id, name, slug }) => ({ id, name, slug, active: id === active }))
    await printWanted({
      rows,
      fields: ['id', 'name', 'slug', 'active'],
      columns: ['slug', 'name', 'active'],
      options,
      context,
    })
  },
})
