import type { GlobalOptions } from '#cli/global-options.ts'
import { defineVerb } from '#cli/define-verb.ts'

export const verb = defineVerb({
  summary: 'list your studios',
  run: async (_: GlobalOptions, context) => {
    await context.loadSession()
    const { studios } = await context.loadGateway()
    const [all, active] = await Promise.all([studios.list(), studios.findActive()])
    const rows = all.map(({ id, name, slug }) => ({ id, name, slug, active: id === active }))
    context.printList({ rows, fields: ['id', 'name', 'slug', 'active'], columns: ['slug', 'name', 'active'] })
  },
})
