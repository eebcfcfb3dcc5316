import type { Command } from '#app/commands/define-command.ts'
import type { Board } from '../kanban/board.ts'
import { makeBoardCommands } from './board-commands.ts'
import { makeCellCommands } from './cell-commands.ts'
import { makeDefineFieldCommands } from './define-field-commands.ts'
import { makeFieldCommands } from './field-commands.ts'
import { makeClipboardCommands } from './clipboard-commands.ts'
import { makeColumnCommands } from './column-commands.ts'
import { makeCollectionCommands } from './collection-commands.ts'
import { makeCreateCommands } from './create-commands.ts'
import { makeCursorCommands } from './cursor-commands.ts'
import { makeFilterCommands } from './filter-commands.ts'
import { makeImportCommands } from './import-commands.ts'
import { makeItemCommands } from './item-commands.ts'
import { makeKanbanCommands } from './kanban-commands.ts'
import { makeMoveCommands } from './move-commands.ts'
import { makeReviewCommands } from './review-commands.ts'
import { makeSavedViewCommands } from './saved-view-commands.ts'
import type { SpacePage } from './space-page.ts'
import { makeTaskCommands } from './task-commands.ts'
import { makeCellViewCommands, makeViewCommands } from './view-commands.ts'

/** Makes all commands of an open space: the shared ones, and those of the grid or the kanban. */
export function makeSpaceCommands(page: SpacePage, board: Board): readonly Command[] {
  const shared = [
    makeTaskCommands,
    makeReviewCommands,
    makeCellCommands,
    makeItemCommands,
    makeCollectionCommands,
    makeCreateCommands,
    makeImportCommands,
    makeFilterCommands,
    makeSavedViewCommands,
    makeViewCommands,
  ].flatMap((make) => make(page))
  if (page.scope === 'kanban') return [...makeKanbanCommands(page, board), ...makeBoardCommands(page), ...shared]
  return [
    ...makeCursorCommands(page),
    ...shared,
    ...makeCellViewCommands(page),
    ...makeClipboardCommands(page),
    ...makeColumnCommands(page),
    ...makeFieldCommands(page),
    ...makeDefineFieldCommands(page),
    ...makeMoveCommands(page),
  ]
}
