import type { OperationId } from '#core/lib/ids.ts'
import { rememberWrite } from '#cli/change/carry-out-write.ts'
import type { GlobalOptions } from '#cli/global-options.ts'
import { pickBlock } from './load-blocks.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { open, toCreate, toUpdate } from './save-block.ts'

type Options = Pick<GlobalOptions, 'project' | 'space'> & { readonly blocks?: readonly string[] }

export const verb = defineVerb({
  arguments: '<blocks...>',
  summary: 'remove blocks; the last one of a task returns to the queue',
  /** Takes blocks off the timeline; the last block of a task goes back to the queue. */
  run: async ({ blocks = [] }: Options, context) => {
    const place = await open(context)
    const rows = []
    for (const before of blocks.map((text) => pickBlock(place.blocks, text))) {
      // The procedure's own answer (delete_task_block).
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
