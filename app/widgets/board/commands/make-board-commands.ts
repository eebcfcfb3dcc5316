import type { Command } from '#app/commands/define-command.ts'
import type { BoardPage } from '../board-page.ts'
import { makeArrangeCommands } from './arrange-commands.ts'
import { makeCropCommands } from './crop-commands.ts'
import { makeEditCommands } from './edit-commands.ts'
import { makeFileCommands } from './file-commands.ts'
import { makeItemCommands } from './item-commands.ts'
import { makeShapeCommands } from './shape-commands.ts'
import { makeViewCommands } from './view-commands.ts'

/** Returns all commands of an opened board. */
export function makeBoardCommands(page: BoardPage): readonly Command[] {
  return [
    makeViewCommands,
    makeItemCommands,
    makeEditCommands,
    makeCropCommands,
    makeShapeCommands,
    makeArrangeCommands,
    makeFileCommands,
  ].flatMap((make) => make(page))
}
