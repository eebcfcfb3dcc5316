import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useKeptFocus } from './use-kept-focus.ts'

afterEach(cleanup)

function List({ names }: { readonly names: readonly string[] }) {
  const list = useKeptFocus<HTMLDivElement>()
  return (
    <div ref={list}>
      {names.map((name) => (
        <li key={name} data-focus-row="">
          <button type="button">Up {name}</button>
          <button type="button">Delete {name}</button>
        </li>
      ))}
      <button type="button">Add</button>
    </div>
  )
}

const focused = (): string | null | undefined => document.activeElement?.textContent

test('focus moves from a removed row to the same control of the next row, else the previous one, else Add', () => {
  const { rerender } = render(<List names={['one', 'two', 'three']} />)
  screen.getByText('Delete two').focus()

  rerender(<List names={['one', 'three']} />)
  expect(focused()).toBe('Delete three')
  rerender(<List names={['one']} />)
  expect(focused()).toBe('Delete one')
  rerender(<List names={[]} />)
  expect(focused()).toBe('Add')
})

test('focus does not return to the list after the person moves it elsewhere', () => {
  const { rerender } = render(
    <>
      <List names={['one', 'two']} />
      <button type="button">Elsewhere</button>
    </>,
  )
  screen.getByText('Delete one').focus()
  screen.getByText('Elsewhere').focus()
  screen.getByText('Elsewhere').blur()

  rerender(
    <>
      <List names={['two']} />
      <button type="button">Elsewhere</button>
    </>,
  )

  expect(document.activeElement).toBe(document.body)
})
