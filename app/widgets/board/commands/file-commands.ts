import { defineWith, type Command } from '#app/commands/define-command.ts'
import type { BoardPage } from '../board-page.ts'
import { exportBundle } from '../export-bundle.ts'
import { exportPng } from '../export-png.ts'
import { pickHere } from '../pick-color.ts'
import { group, guardsOf, scope } from './guards.ts'

/** Commands that import files to a board and export from it. */
export function makeFileCommands(page: BoardPage): readonly Command[] {
  const { model } = page
  const { canEdit } = guardsOf(model)
  const define = defineWith({ group, scope })
  const hasObjects = (): boolean => model.board.getItems().length > 0
  return [
    define({
      id: 'canvas.upload',
      title: 'Upload files',
      keys: ['u'],
      when: canEdit,
      run: () => page.chooseFiles('files'),
    }),
    define({
      id: 'canvas.import-folder',
      title: 'Import a folder of images',
      when: canEdit,
      run: () => page.chooseFiles('folder'),
    }),
    define({
      id: 'canvas.export-png',
      title: 'Export as PNG',
      keywords: ['board', 'selection', 'picture'],
      keys: ['e'],
      when: hasObjects,
      run: async () => await exportPng(page),
    }),
    define({
      id: 'canvas.export-originals',
      title: 'Export with originals',
      keywords: ['board', 'selection', 'zip', 'bundle'],
      keys: ['shift+e'],
      when: hasObjects,
      run: async () => await exportBundle(model),
    }),
    define({
      id: 'canvas.pick-color',
      title: 'Pick a colour from an image',
      keys: ['i'],
      when: hasObjects,
      run: async () => await pickHere(page),
    }),
  ]
}
