import type { Command } from '#app/commands/define-command.ts'
import { makeCommandsOfCells } from '#app/widgets/project-list/commands-of-cells.ts'
import { makeCommandsOfRows } from '#app/widgets/project-list/commands-of-rows.ts'
import { taskCells } from './task-page.ts'

/** The commands that move through a project's tasks, select them and edit their cells. */
export const tasksRowCommands: readonly Command[] = [
  ...makeCommandsOfRows(taskCells),
  ...makeCommandsOfCells(taskCells),
]
