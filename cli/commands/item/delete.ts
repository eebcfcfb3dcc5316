import { deleteItems } from '#core/items/delete-items.ts'
import { countOf } from '#core/lib/text.ts'
import { printChange } from '#cli/change/print-change.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { changeItems, findItems, printItems, whichItems, type ItemChangeOptions } from './change-items.ts'
import { shownOfChange } from './print-item.ts'

export const verb = defineVerb({
  arguments: '[item]',
  summary: 'delete an item, or all that --where finds, with tasks and revisions; can be undone for 30 days',
  options: whichItems,
  examples: ["item delete --space ep01 --where 'omitted' --yes"],
  run: async ({ dryRun = false, ...options }: ItemChangeOptions, context) => {
    const found = await findItems(options, context)
    if (dryRun) return printItems(found, undefined, context)
    const [only] = found
    const what = found.length === 1 && only !== undefined ? only.name : countOf(found.length, 'item')
    const tasks = countOf(
      found.reduce((sum, item) => sum + item.tasks, 0),
      'task',
    )
    await context.confirm(`This deletes ${what} with ${tasks}. Continue?`)
    const client = await context.openClient()
    const studio = await loadStudio(client, context)
    const label = found.length === 1 ? `Delete item ${what}` : `Delete ${what}`
    const operations = await changeItems(
      found,
      {
        label,
        change: async (space, ids) => ({ ids, done: await deleteItems({ studio, space, itemIds: ids }, client) }),
      },
      context,
    )
    if (options.item === undefined || only === undefined) return printItems(found, operations, context)
    const { spaceId: _, ...record } = only
    printChange({ ...record, operation: operations.get(only.id) ?? null }, context, shownOfChange)
  },
})
