import { deleteItems } from '#core/items/delete-items.ts'
import { settleWrite } from '#cli/change/carry-out-write.ts'
import { countOf } from '#core/lib/text.ts'
import { tellChange } from '#cli/change/tell-change.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { findItemRecord, type ItemShowOptions } from './load-item-records.ts'
import { shownOfChange } from './tell-item.ts'

export const verb = defineVerb({
  arguments: '<item>',
  summary: 'delete an item with its tasks and revisions; can be undone for 30 days',
  run: async (options: ItemShowOptions, context) => {
    const { spaceId, ...record } = await findItemRecord(options, context)
    const { id, name, tasks } = record
    await context.confirm(`This deletes ${name} with ${countOf(tasks, 'task')}. Continue?`)
    const client = await context.openClient()
    const studio = await loadStudio(client, context)
    const { studioId } = studio
    const space = await client.openSpace({ studioId, spaceId })
    const done = await deleteItems({ studio, space, itemIds: [id] }, client)
    const operation = await settleWrite({ label: `Delete item ${name}`, studioId, done }, context)
    tellChange({ ...record, operation }, context, shownOfChange)
  },
})
