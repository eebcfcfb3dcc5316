import { renameItem } from '#core/items/rename-item.ts'
import { confirmWrite } from '#cli/change/confirm-write.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { findItemRecord, type ItemShowOptions } from './load-item-records.ts'
import { printItem } from './print-item.ts'

export const verb = defineVerb({
  arguments: '<item> <name>',
  summary: 'rename an item; its address stays',
  examples: ['item rename ep01/sq010/sh0010 sh0012'],
  run: async ({ name: wanted, ...options }: ItemShowOptions & { readonly name: string }, context) => {
    const record = await findItemRecord(options, context)
    const { id, name, spaceId } = record
    if (wanted.trim() === name) return await printItem({ item: record, operation: null }, context)
    const client = await context.openClient()
    const { studioId } = await loadStudio(client, context)
    const space = await client.openSpace({ studioId, spaceId })
    const done = await renameItem({ space, itemId: id, title: wanted }, client)
    const operation = await confirmWrite({ label: `Rename item ${name}`, studioId, done }, context)
    await printItem({ item: record, operation }, context)
  },
})
