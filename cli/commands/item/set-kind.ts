import { setItemKind } from '#core/items/set-item-kind.ts'
import { settleWrite } from '#cli/change/carry-out-write.ts'
import { tellChange } from '#cli/change/tell-change.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { pickOne } from '#cli/select/pick.ts'
import { findItemRecord, type ItemShowOptions } from './load-item-records.ts'

type Options = ItemShowOptions & { readonly kind: string }

export const verb = defineVerb({
  arguments: '<item> <kind>',
  summary: 'say of which kind an item is: character, prop, set, shot …',
  run: async ({ kind: wanted, ...options }: Options, context) => {
    const { id, path, name, spaceId } = await findItemRecord(options, context)
    const client = await context.openClient()
    const studio = await loadStudio(client, context)
    const { studioId } = studio
    const kinds = studio.getKinds().map((each) => ({ ...each, slug: each.key }))
    const kind = pickOne(kinds, wanted, { one: 'kind', many: 'kinds' })
    const space = await client.openSpace({ studioId, spaceId })
    if (space.replica.find('items', id)?.kindId === kind.id) {
      return tellChange({ id, path, name, kind: kind.name, operation: null }, context)
    }
    const done = await setItemKind({ space, itemIds: [id], kind }, client)
    const operation = await settleWrite({ label: `Set the kind of ${name}`, studioId, done }, context)
    tellChange({ id, path, name, kind: kind.name, operation }, context)
  },
})
