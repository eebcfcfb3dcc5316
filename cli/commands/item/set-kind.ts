import { setItemKind } from '#core/items/set-item-kind.ts'
import { confirmWrite } from '#cli/change/confirm-write.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { pickOne } from '#cli/select/pick.ts'
import { findItemRecord, type ItemShowOptions } from './load-item-records.ts'
import { printItem } from './print-item.ts'

type Options = ItemShowOptions & { readonly kind: string }

export const verb = defineVerb({
  arguments: '<item> <kind>',
  summary: 'set the kind of an item: character, prop, set, shot …',
  run: async ({ kind: wanted, ...options }: Options, context) => {
    const record = await findItemRecord(options, context)
    const { id, name, spaceId } = record
    const client = await context.openClient()
    const studio = await loadStudio(client, context)
    const { studioId } = studio
    const kinds = studio.getKinds().map((each) => ({ ...each, slug: each.key }))
    const kind = pickOne(kinds, wanted, { one: 'kind', many: 'kinds' })
    const space = await client.openSpace({ studioId, spaceId })
    if (space.replica.find('items', id)?.kindId === kind.id)
      return await printItem({ item: record, operation: null, field: 'kind' }, context)
    const done = await setItemKind({ space, itemIds: [id], kind }, client)
    const operation = await confirmWrite({ label: `Set the kind of ${name}`, studioId, done }, context)
    await printItem({ item: record, operation, field: 'kind' }, context)
  },
})
