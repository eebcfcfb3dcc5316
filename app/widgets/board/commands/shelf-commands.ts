import type { MediaRow } from '#core/schema/media.ts'
import { defineCommand, type Command } from '#app/commands/define-command.ts'
import type { BoardModel } from '../board-model.ts'
import { placeMedia } from '../place-files.ts'
import { group, scope } from './guards.ts'

/** Commands for the files beside a board. */
export function makeShelfCommands(shelf: {
  readonly model: BoardModel
  readonly files: readonly MediaRow[]
}): readonly Command[] {
  const { model, files } = shelf
  return [
    defineCommand({
      id: 'canvas.lay-file',
      title: 'Add a file of a task to the board',
      group,
      scope,
      when: () => model.canEdit(),
      args: [
        {
          id: 'file',
          placeholder: 'Which file?',
          options: () => files.map(({ id, filename }) => ({ value: id, label: filename })),
        },
      ],
      run: async (_, [id]) =>
        await placeMedia(
          model,
          files.filter((file) => file.id === id),
        ),
    }),
  ]
}
