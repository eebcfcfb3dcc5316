import { readingOrder } from '#core/boards/arrange.ts'
import { defineWith, type Command } from '#app/commands/define-command.ts'
import { select } from '../board-model.ts'
import type { BoardPage } from '../board-page.ts'
import { group, guardsOf, scope } from './guards.ts'

/** Commands that select objects without a pointer. */
// oxlint-disable-next-line max-lines-per-function -- a list of declarations
export function makeItemCommands(page: BoardPage): readonly Command[] {
  const { model } = page
  const { view, board } = model
  const { hasSelection } = guardsOf(model)
  const define = defineWith({ group, scope })
  const hasObjects = (): boolean => board.getItems().length > 0
  const step = (by: 1 | -1): void => {
    const order = readingOrder(board.getItems())
    const at = order.findIndex(({ id }) => id === view.get().focused)
    const next = at < 0 ? order.at(by === 1 ? 0 : -1) : order[Math.min(order.length - 1, Math.max(0, at + by))]
    if (next === undefined) return
    select(model, [next.id])
    page.focusObject(next.id)
  }
  return [
    define({
      id: 'canvas.next',
      title: 'Next object',
      keys: ['j'],
      isRepeatable: true,
      when: hasObjects,
      run: () => step(1),
    }),
    define({
      id: 'canvas.previous',
      title: 'Previous object',
      keys: ['k'],
      isRepeatable: true,
      when: hasObjects,
      run: () => step(-1),
    }),
    define({
      id: 'canvas.toggle',
      title: 'Add to or remove from the selection',
      keys: ['x'],
      when: () => view.get().focused !== undefined,
      run: () => {
        const { focused, selection } = view.get()
        if (focused === undefined) return
        const rest = [...selection].filter((id) => id !== focused)
        select(model, selection.has(focused) ? rest : [...rest, focused])
      },
    }),
    define({
      id: 'canvas.select-all',
      title: 'Select everything',
      keys: ['mod+a'],
      when: hasObjects,
      run: () =>
        select(
          model,
          board.getItems().map(({ id }) => id),
        ),
    }),
    define({
      id: 'canvas.select-none',
      title: 'Clear the selection',
      when: hasSelection,
      run: () => select(model, []),
    }),
  ]
}
