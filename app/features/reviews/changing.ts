import type { Command, CommandContext, CommandOutcome } from '#app/commands/define-command.ts'
import type { RoomEntry, RoomModel } from './room-model.ts'
import { findRoom } from './room-store.ts'

type Named = Pick<Command, 'id' | 'title' | 'keywords'> & { readonly keys: readonly string[] }
type Chosen = { readonly room: RoomModel; readonly entry: RoomEntry['entry'] }
type Act = (chosen: Chosen, context: CommandContext) => Promise<CommandOutcome>

/** Defines a command that changes the session or its shown entry, for people who may. */
export function changing(named: Named, act: Act): Command {
  const find = (): Chosen | undefined => {
    const room = findRoom()
    return room?.shown === undefined ? undefined : { room, entry: room.shown.entry }
  }
  return {
    group: 'Review',
    scope: 'review',
    ...named,
    when: () => find()?.room.studio.can('create') === true,
    run: async (context) => {
      const chosen = find()
      return chosen === undefined ? undefined : await act(chosen, context)
    },
  }
}
