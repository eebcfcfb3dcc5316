import { setFirstFrame } from '#core/items/set-first-frame.ts'
import { parseFirstFrame } from '#core/revisions/frame-number.ts'
import { confirmWrite } from '#cli/change/confirm-write.ts'
import { usageError } from '#cli/cli-error.ts'
import type { Context } from '#cli/context.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { findItemRecord, type ItemShowOptions } from './load-item-records.ts'
import { shownOfChange, printItem } from './print-item.ts'

type Options = ItemShowOptions & { readonly dryRun: boolean }

/** Sets the first frame number of an item's films; an empty text means its project's. */
export async function setItemFirstFrame(
  text: string,
  { dryRun, ...options }: Options,
  context: Context,
): Promise<void> {
  const firstFrame = parseFirstFrame(text)
  if (!firstFrame.ok) throw usageError(firstFrame.error.message)
  const record = await findItemRecord(options, context)
  const { spaceId, ...row } = record
  const { id, name } = row
  const client = await context.openClient()
  const { studioId } = await loadStudio(client, context)
  const space = await client.openSpace({ studioId, spaceId })
  if (space.replica.find('items', id)?.firstFrame === firstFrame.value)
    return await printItem({ item: record, operation: null }, context)
  if (dryRun) {
    context.printRecord({ ...row, operation: null }, shownOfChange)
    return context.say(
      `The first frame of ${name} would become ${firstFrame.value ?? 'its project’s'}. Nothing was changed.`,
    )
  }
  const done = await setFirstFrame({ space, itemIds: [id], firstFrame: firstFrame.value }, client)
  const operation = await confirmWrite({ label: `Set first frame of ${name}`, studioId, done }, context)
  await printItem({ item: record, operation }, context)
}
