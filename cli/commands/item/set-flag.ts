import { setItemFlag } from '#core/items/set-item-flag.ts'
import { describeFlag, type ItemFlag } from '#core/schema/item-flags.ts'
import { confirmWrite } from '#cli/change/confirm-write.ts'
import type { Context } from '#cli/context.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { findItemRecord, type ItemShowOptions } from './load-item-records.ts'
import { printItem } from './print-item.ts'

type Wanted = { readonly flag: ItemFlag; readonly isOn: boolean }

/** Defines a verb that sets or clears a flag of one item. */
export function defineFlagVerb({ summary, ...wanted }: Wanted & { readonly summary: string }) {
  const { verb } = describeFlag(wanted.flag)[wanted.isOn ? 'on' : 'off']
  return defineVerb({
    arguments: '<item>',
    summary,
    examples: [`item ${verb.toLowerCase()} ep01/sq010/sh0010`],
    run: async (options: ItemShowOptions, context) => await setFlag(wanted, options, context),
  })
}

export async function setFlag({ flag, isOn }: Wanted, options: ItemShowOptions, context: Context): Promise<void> {
  const record = await findItemRecord(options, context)
  const { id, name, spaceId } = record
  const { record: field, on, off } = describeFlag(flag)
  if (record[field] === isOn) return await printItem({ item: record, operation: null }, context)
  const client = await context.openClient()
  const { studioId } = await loadStudio(client, context)
  const space = await client.openSpace({ studioId, spaceId })
  const done = await setItemFlag({ space, itemIds: [id], flag, isOn }, client)
  const label = `${(isOn ? on : off).verb} item ${name}`
  await printItem({ item: record, operation: await confirmWrite({ label, studioId, done }, context) }, context)
}
