import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { SpaceModel } from '../model/space-model.ts'
import { aCollection, anItem } from '../test/a-space.ts'
import { type Frame, paintItemTexts } from './grid-painter.ts'
import { ItemName } from './item-name.tsx'
import { findPlace } from './row-look.ts'

const collections = [
  { ...aCollection(1), name: 'sq010' },
  { ...aCollection(2), name: 'sq020' },
  { ...aCollection(3), name: 'Loose', isDefault: true },
]
const shots = collections.map(({ id }, at) =>
  anItem(at + 1, { collectionId: id, title: 'sh0010', description: 'Dawn' }),
)

function find(table: string, id: string): unknown {
  return table === 'items' ? shots.find((shot) => shot.id === id) : collections.find((each) => each.id === id)
}
const model = { space: { replica: { find } } } as unknown as SpaceModel

function readElements(isShared: boolean): readonly string[] {
  const { unmount } = render(
    <div>
      {shots.map((item) => {
        const look = {
          editing: undefined,
          thumbnailUrl: undefined,
          place: findPlace(model, { isNameShared: () => isShared }, item),
        }
        return <ItemName key={item.id} item={item} look={look} total="" />
      })}
    </div>,
  )
  const said = screen.getAllByRole('rowheader').map(({ textContent }) => textContent)
  unmount()
  return said
}

/** The words painted on each line, by their height on the canvas. */
function readCanvas(isShared: boolean): readonly string[] {
  const words: (readonly [string, number])[] = []
  const frame = {
    model,
    layout: { isNameShared: () => isShared },
    view: 'status',
    nameWidth: 300,
    isCompact: false,
    colors: {},
    context: { fillText: (text: string, _left: number, top: number) => words.push([text, Math.floor(top / 40)]) },
    texts: { fit: (_context: unknown, { text }: { text: string }) => text, widthOf: () => 40 },
  }
  const rows = shots.map(({ id, collectionId }, at) => ({ kind: 'item' as const, id, collectionId, at }))
  // A frame has much more than names need.
  paintItemTexts(
    frame as unknown as Frame,
    rows.map((row) => ({ row, top: row.at * 40, height: 40 })),
  )
  return shots.map((_, at) => words.flatMap(([text, line]) => (line === at ? [text] : [])).join(' '))
}

test('items with the same name are told apart by their collections, in elements and on canvas', () => {
  expect(readElements(true)).toEqual(['sh0010, in sq010Dawn', 'sh0010, in sq020Dawn', 'sh0010Dawn'])
  expect(readCanvas(true)).toEqual(['sh0010 sq010 Dawn', 'sh0010 sq020 Dawn', 'sh0010 Dawn'])
})

test('an unambiguous name is shown without its collection', () => {
  expect(readElements(false)).toEqual(['sh0010Dawn', 'sh0010Dawn', 'sh0010Dawn'])
  expect(readCanvas(false)).toEqual(['sh0010 Dawn', 'sh0010 Dawn', 'sh0010 Dawn'])
})
