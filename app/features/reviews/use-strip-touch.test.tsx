import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useRef } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { useStripTouch } from './use-strip-touch.ts'

const told: string[] = []

function Strip() {
  const root = useRef<HTMLUListElement>(null)
  const { onPointerDown, onPointerMove, onPointerUp, onPointerCancel } = useStripTouch(root, {
    begin: (tile) => told.push(`begin ${tile.dataset['entry']}`),
    over: (tile) => told.push(`over ${tile?.dataset['entry']}`),
    drop: () => told.push('drop'),
    end: () => told.push('end'),
  })
  return (
    <ul ref={root} {...{ onPointerDown, onPointerMove, onPointerUp, onPointerCancel }}>
      <li data-entry="first">First</li>
      <li data-entry="second">Second</li>
    </ul>
  )
}

const finger = { pointerType: 'touch', button: 0, buttons: 1, clientY: 10 }

beforeEach(() => {
  told.length = 0
  render(<Strip />)
  Object.assign(document, { elementFromPoint: () => screen.getByText('Second') })
})

test('a finger that moves at once scrolls the strip and drags nothing', () => {
  const tile = screen.getByText('First')

  fireEvent.pointerDown(tile, { ...finger, clientX: 10 })
  fireEvent.pointerMove(tile, { ...finger, clientX: 60 })
  const isScrolled = fireEvent.touchMove(tile)
  fireEvent.pointerUp(tile, { ...finger, clientX: 60 })

  expect(told).toEqual([])
  expect(isScrolled).toBe(true)
})

test('a long press drags the task, stops the strip from scrolling, and drops the task on release', async () => {
  const tile = screen.getByText('First')

  fireEvent.pointerDown(tile, { ...finger, clientX: 10 })
  await waitFor(() => expect(told).toEqual(['begin first']))
  const isScrolled = fireEvent.touchMove(tile)
  fireEvent.pointerMove(tile, { ...finger, clientX: 100 })
  fireEvent.pointerUp(tile, { ...finger, clientX: 100 })

  expect(isScrolled).toBe(false)
  expect(told).toEqual(['begin first', 'over second', 'drop', 'end'])
})

test('a cancelled touch leaves the order as it was', async () => {
  const tile = screen.getByText('First')

  fireEvent.pointerDown(tile, { ...finger, clientX: 10 })
  await waitFor(() => expect(told).toEqual(['begin first']))
  fireEvent.pointerCancel(tile, finger)

  expect(told).toEqual(['begin first', 'end'])
})
