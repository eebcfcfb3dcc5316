import type { BlockId } from '#core/lib/ids.ts'
import { defineWith, type Command, type CommandId } from '#app/commands/define-command.ts'
import { describeBar } from '../board/describe-bar.ts'
import { isOnDays, type BoardLayout } from '../model/lay-out-board.ts'
import { findFirstBar, findNextBar, type Direction } from '../model/next-bar.ts'
import type { TimelinePage } from '../timeline-page-context.ts'
import { focusBlock, selectBlocks, announce, timelineStore, toggleBlock } from '../timeline-store.ts'
import { shiftMove } from './move-commands.ts'
import { focusCard, isInQueue, listCards } from './queue-focus.ts'

const define = defineWith({ group: 'Move and select', scope: 'timeline' })

const directions: readonly (readonly [Direction, string])[] = [
  ['left', 'Earlier task'],
  ['right', 'Later task'],
  ['up', 'Task above'],
  ['down', 'Task below'],
]

/** Commands that move the focus and select bars. In move mode the same keys move what was picked up. */
export function makeFocusCommands(page: TimelinePage): readonly Command[] {
  return [
    ...directions.map(([direction, title]) =>
      define({
        id: `timeline.${direction}` satisfies CommandId,
        title,
        keys: [direction],
        isKeyOnly: true,
        isRepeatable: true,
        run: () => {
          if (timelineStore.move !== undefined) shiftMove(page, direction)
          else if (isInQueue()) moveInQueue(page, direction)
          else moveFocus(page, direction)
        },
      }),
    ),
    define({
      id: 'timeline.toggle',
      title: 'Select or unselect',
      keys: ['x'],
      isKeyOnly: true,
      when: () => timelineStore.focus !== undefined,
      run: () => {
        if (timelineStore.focus !== undefined) toggleFocused(page, timelineStore.focus)
      },
    }),
    define({
      id: 'timeline.select-all',
      title: 'Select all that is shown',
      keys: ['mod+a'],
      run: () => {
        const { model } = page
        const ids = isInQueue() ? model.getQueue().map(({ block }) => block.id) : listShown(model.getLayout())
        selectBlocks(ids)
        announce(`${ids.length} selected`)
      },
    }),
  ]
}

function listShown(layout: BoardLayout): readonly BlockId[] {
  return layout.rows.flatMap(({ bars }) => bars.filter((bar) => isOnDays(layout, bar)).map(({ id }) => id))
}

function toggleFocused({ model }: TimelinePage, id: BlockId): void {
  toggleBlock(id)
  const block = model.timeline.findBlock(id)
  const state = timelineStore.selection.has(id) ? 'selected' : 'not selected'
  if (block !== undefined) announce(`${describeBar(model, block)}, ${state}`)
}

function moveInQueue({ model }: TimelinePage, direction: Direction): void {
  if (direction === 'left' || direction === 'right') return
  const cards = listCards()
  const at = cards.findIndex((card) => card.dataset['block'] === timelineStore.focus)
  focusCard(model, cards[at + (direction === 'down' ? 1 : -1)])
}

function moveFocus(page: TimelinePage, direction: Direction): void {
  const { model, view } = page
  const layout = model.getLayout()
  const from = timelineStore.focus === undefined ? undefined : layout.findBar(timelineStore.focus)
  const next = from === undefined ? findFirstBar(layout, view?.getVisibleRows()) : findNextBar(layout, from, direction)
  if (next === undefined) return
  focusBlock(next.id)
  if (!timelineStore.isGathered) selectBlocks([])
  view?.scrollTo({ ...next, height: layout.barHeight })
}
