import type { OperationId } from '#core/lib/ids.ts'
import { rememberWrite } from '#cli/change/confirm-write.ts'
import { whereFlag, type WhereOptions } from '#cli/select/wanted-tasks.ts'
import { pickBlocks } from './load-blocks.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { open, toCreate, toUpdate } from './save-block.ts'

type Options = WhereOptions & { readonly blocks?: readonly string[] }

export const verb = defineVerb({
  arguments: '[blocks...]',
  summary: 'remove blocks, named or found by --where; the last one of a task returns to the queue',
  options: [whereFlag],
  /** Removes blocks from the timeline; a task's last block returns to the queue. */
  run: async ({ blocks = [], ...options }: Options, context) => {
    const place = await open(context)
    const rows = []
    for (const before of await pickBlocks(blocks, options, { ...place, context })) {
      // The response of delete_task_block.
      const answer = (await place.gateway.call('delete_task_block', { p_block_id: before.id })) as { queued?: boolean }
      const effect = answer.queued === true ? toUpdate(before) : toCreate(before)
      const operation = await rememberWrite(
        {
          id: context.ids.newId<OperationId>(),
          label: `Take ${before.path} off the timeline`,
          studioId: place.studio.studioId,
          effect,
        },
        context,
      )
      rows.push({ id: before.id, path: before.path, result: answer.queued === true ? 'queued' : 'deleted', operation })
    }
    context.print({ rows, fields: ['id', 'path', 'result', 'operation'] })
    const last = rows.at(-1)
    if (last !== undefined)
      context.say(`Undo ${rows.length > 1 ? 'the last one ' : ''}with: studio-cli undo ${last.operation}`)
  },
})
