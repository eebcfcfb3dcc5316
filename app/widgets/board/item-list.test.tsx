import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { CanvasItemRow } from '#core/schema/canvas-items.ts'
import { toId, type CanvasItemId, type ProjectId, type StudioId } from '#core/lib/ids.ts'
import { makeBoardReplica } from '#core/boards/board-replica.ts'
import { makeReplica } from '#core/sync/replica.ts'
import type { BoardModel } from './board-model.ts'
import { makeBoardView } from './board-view.ts'
import { ItemList } from './item-list.tsx'

const thing: CanvasItemRow = {
  id: toId<CanvasItemId>('thing'), type: 'text', mediaId: undefined, text: 'Warm light', x: 0, y: 0, width: 200, height: 40,
  rotation: 0, zIndex: 1, groupId: undefined, isLocked: false, opacity: 1, fontSize: 16, color: undefined, crop: undefined,
} // prettier-ignore

test('the view knows which object has the focus, and whether the keyboard is in the list', async () => {
  const replica = makeReplica(`board:${toId<ProjectId>('project')}`)
  replica.restore({ scope: replica.scope, rev: 1, tables: { canvas_items: [thing] } })
  const place = { studioId: toId<StudioId>('studio'), ownerId: toId<ProjectId>('project') }
  const view = makeBoardView()
  // The list reads nothing else of a model.
  const model = { board: makeBoardReplica(place, replica), view, name: 'Board' } as unknown as BoardModel
  render(<ItemList model={model} selection={new Set()} focused={undefined} version={1} />)
  const user = userEvent.setup()

  await user.tab()
  expect(screen.getByRole('option', { name: 'Warm light' })).toBe(document.activeElement)
  expect(view.get()).toMatchObject({ focused: 'thing', isFocusShown: true })

  await user.tab()
  expect(view.get()).toMatchObject({ focused: 'thing', isFocusShown: false })
})
