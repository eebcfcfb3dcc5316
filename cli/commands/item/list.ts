import { itemFields, loadItemRecords, type ItemFilterOptions } from './load-item-records.ts'
import { fieldColumns } from '#cli/select/field-cells.ts'
import { defineVerb, flag } from '#cli/define-verb.ts'

export type ItemListOptions = ItemFilterOptions

export const verb = defineVerb({
  summary: 'list items',
  options: [
    flag('--collection <name>', 'collection: names or globs, separated by commas'),
    flag('--view <name>', 'what a saved view shows, in its order'),
    flag('--where <expression>', 'task("anim").done && frames > 100; all must match; repeatable', { as: 'list' }),
  ],
  examples: [
    'item list --space ep01 --collection sq010',
    'item list --space ep01 --where \'!task("anim").done\' --csv',
    'item list --space ep01 --view Unfinished',
  ],
  run: async (options: ItemListOptions, context) => {
    const rows = await loadItemRecords(options, context)
    // Most spaces have no cut: omit empty columns.
    const frames = (['frameIn', 'frameOut'] as const).filter((field) => rows.some((row) => row[field] !== null))
    const own = fieldColumns(rows)
    const filled = own.filter((field) => rows.some((row) => row[field] !== null))
    context.printList({
      rows,
      fields: [...itemFields, ...own],
      columns: ['path', 'name', ...frames, 'description', 'tasks', ...filled],
    })
  },
})
