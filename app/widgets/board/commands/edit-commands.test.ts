import { expect, test } from 'vitest'
import type { CommandContext } from '#app/commands/define-command.ts'
import type { BoardPage } from '../board-page.ts'
import { makeEditCommands } from './edit-commands.ts'

/** The parts the commands read to decide whether they are available: one text is selected. */
function aPage(canEdit: boolean): BoardPage {
  const text = { id: 'text', type: 'text', groupId: 'group' }
  const view = { get: () => ({ selection: new Set(['text', 'other']), focused: 'text' }) }
  const model = { view, canEdit: () => canEdit, getMovable: () => [text], getSelected: () => [text] }
  return { model } as unknown as BoardPage // nothing else is read before a command runs
}

const nothing = (): undefined => undefined
const place = { chord: undefined, path: '/', search: '' }
const context: CommandContext = { ...place, source: 'palette', navigate: nothing, openTab: nothing }

const offered = (canEdit: boolean): readonly string[] =>
  makeEditCommands(aPage(canEdit)).flatMap(({ id, when }) => (when?.(context) === false ? [] : [id]))

test('a person who may only view a board is offered no command that changes it, undo included', () => {
  expect(offered(false)).toEqual([])
  expect(offered(true)).toContain('canvas.undo')
  expect(offered(true)).toContain('canvas.delete')
})

test('people who duplicate an object at the same moment place their copies apart', async () => {
  const thing = { id: 'text', type: 'text', groupId: undefined, x: 0, y: 0 }
  const laidBy = async (userId: string, others: readonly string[]): Promise<unknown> => {
    const added: unknown[] = []
    const change = async ({ add = [] }: { add?: readonly { x: number; y: number }[] }) => {
      added.push(...add.map(({ x, y }) => [x, y]))
      return await Promise.resolve({ ok: true })
    }
    const view = { get: () => ({ selection: new Set(['text']) }), set: nothing }
    const model = {
      view,
      change,
      canEdit: () => true,
      getSelected: () => [thing],
      board: { find: () => thing, getItems: () => [thing] },
      client: { userId, ids: { newId: () => 'copy' } },
      others: { now: others.map((other) => ({ userId: other })) },
    }
    // This command calls nothing else of a page.
    const commands = makeEditCommands({ model } as unknown as BoardPage)
    await commands.find(({ id }) => id === 'canvas.duplicate')?.run(context, [])
    return added
  }

  expect(await laidBy('ana', [])).toEqual([[20, 20]])
  expect(await laidBy('ana', ['ben', 'cleo', 'ben'])).toEqual([[20, 20]])
  expect(await laidBy('ben', ['cleo', 'ana'])).toEqual([[40, 40]])
  expect(await laidBy('cleo', ['ana', 'ben'])).toEqual([[60, 60]])
})
