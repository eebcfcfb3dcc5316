import { moveInReview } from '#core/reviews/arrange-review.ts'
import { toId, type ReviewEntryId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import { defineCommand, type Command, type CommandContext, type CommandOutcome } from '#app/commands/define-command.ts'
import { perform } from '#app/widgets/perform.ts'
import { changing } from './changing.ts'
import { goToEntry } from './go-to-entry.ts'
import type { RoomModel } from './room-model.ts'
import { findRoom } from './room-store.ts'
import { gatherBySequence } from './strip-sections.ts'

/** The commands that reorder the tasks of a session. */
export const orderCommands: readonly Command[] = [
  moving({ id: 'review.move-back', title: 'Move back in the review', keys: ['<'] }, -1),
  moving({ id: 'review.move-on', title: 'Move on in the review', keys: ['>'] }, 1),
  defineCommand({
    id: 'review.place',
    title: 'Move a task to a place in the review',
    group: 'Review',
    scope: 'review',
    isKeyOnly: true,
    when: () => findRoom()?.studio.can('create') === true,
    run: async (context, [id = '', index = '']) => {
      const room = findRoom()
      return room === undefined
        ? undefined
        : await move(room, { entryIds: [toId<ReviewEntryId>(id)], index: Number(index) }, context)
    },
  }),
  changing(
    {
      id: 'review.by-sequence',
      title: 'Put the tasks of each sequence together',
      keys: [],
      keywords: ['sort', 'order', 'group'],
    },
    async ({ room }, context) => {
      const gathered = gatherBySequence(room.entries)
      if (gathered.every((entry, at) => entry === room.entries[at])) return undefined
      return await move(room, { entryIds: gathered.map(({ entry }) => entry.id), index: 0 }, context)
    },
  ),
]

/** Moves entries before the one at an index; what is in view stays in view. */
async function move(
  room: RoomModel,
  place: { readonly entryIds: readonly ReviewEntryId[]; readonly index: number },
  { navigate }: CommandContext,
): Promise<CommandOutcome> {
  const { client, studio, review, shown } = room
  if (shown !== undefined) goToEntry(room, shown, navigate)
  const operation = moveInReview({ studio, review, ...place }, client)
  return await perform(operation, { client, failedText: messages['reorder-failed'] })
}

function moving(named: Parameters<typeof changing>[0], by: 1 | -1): Command {
  return changing(named, async ({ room, entry }, context) => {
    const to = room.at + by
    if (to < 0 || to >= room.entries.length) return undefined
    return await move(room, { entryIds: [entry.id], index: by === 1 ? to + 1 : to }, context)
  })
}
