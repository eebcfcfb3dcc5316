import { expect, test } from 'vitest'
import type { CommandContext } from '#app/commands/define-command.ts'
import type { BoardPage } from '../board-page.ts'
import { makeEditCommands } from './edit-commands.ts'

/** What the commands read before they offer themselves: one text is selected. */
function aPage(canEdit: boolean): BoardPage {
  const text = { id: 'text', type: 'text', groupId: 'group' }
  const view = { get: () => ({ selection: new Set(['text', 'other']), focused: 'text' }) }
  const model = { view, canEdit: () => canEdit, getMovable: () => [text], getSelected: () => [text] }
  return { model } as unknown as BoardPage // nothing else is asked before a command runs
}

const nothing = (): undefined => undefined
const place = { chord: undefined, path: '/', search: '' }
const context: CommandContext = { ...place, source: 'palette', navigate: nothing, openTab: nothing }

const offered = (canEdit: boolean): readonly string[] =>
  makeEditCommands(aPage(canEdit)).flatMap(({ id, when }) => (when?.(context) === false ? [] : [id]))

test('whoever may only look at a board is offered nothing that changes it, undo included', () => {
  expect(offered(false)).toEqual([])
  expect(offered(true)).toContain('canvas.undo')
  expect(offered(true)).toContain('canvas.delete')
})
