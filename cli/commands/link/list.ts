import { defineVerb, flag } from '#cli/define-verb.ts'
import { findItemRecord, loadItemRecords, type ItemFilterOptions } from '../item/load-item-records.ts'
import { makeFinder, openLinks } from './open-links.ts'

type Options = ItemFilterOptions & { readonly item?: string; readonly used?: boolean }

export const verb = defineVerb({
  arguments: '[item]',
  summary: 'list the links of items, such as the cast of a shot',
  options: [
    flag('--used', 'show instead where the item is used'),
    flag('--collection <name>', 'collection: names or globs, separated by commas'),
    flag('--where <expression>', 'the items: task("anim").done && frames > 100; all must match; repeatable', {
      as: 'list',
    }),
  ],
  run: async ({ item, used = false, ...options }: Options, context) => {
    const { records, openCasting } = await openLinks(options, context)
    // Linked items may be in any space of the project.
    const find = makeFinder(
      await loadItemRecords(options.project === undefined ? {} : { project: options.project }, context),
    )
    const chosen = item === undefined ? records : [await findItemRecord({ ...options, item }, context)]
    const rows = []
    for (const record of chosen) {
      const casting = await openCasting(record)
      for (const { fromItemId, toItemId, kind, count, label } of used
        ? casting.getUses(record.id)
        : casting.getCast(record.id)) {
        const [from, to] = [find(fromItemId), find(toItemId)]
        rows.push({
          from: from?.path ?? fromItemId,
          to: to?.path ?? toItemId,
          name: to?.name ?? null,
          kind,
          count,
          label,
        })
      }
    }
    context.printList({
      rows,
      fields: ['from', 'to', 'name', 'kind', 'count', 'label'],
      columns: ['from', 'name', 'count', 'kind', 'label'],
    })
  },
})
