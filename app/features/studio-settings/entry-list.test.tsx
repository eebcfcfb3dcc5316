import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { EntryList } from './entry-list.tsx'

afterEach(cleanup)

const anEntry = (name: string) => ({ id: name, name, color: '#5b8def' })

function listOf(...names: readonly string[]) {
  return (
    <EntryList
      kind="stage"
      entries={names.map(anEntry)}
      canEdit
      canDelete
      onChange={() => undefined}
      renderFields={() => null}
    />
  )
}

test('adding a stage by its button selects its name for typing over', () => {
  const { rerender } = render(listOf('Layout'))
  screen.getByRole('button', { name: 'Add Stage' }).focus()

  rerender(listOf('Layout', 'New stage'))

  const name = screen.getByDisplayValue<HTMLInputElement>('New stage')
  expect(document.activeElement).toBe(name)
  expect([name.selectionStart, name.selectionEnd]).toEqual([0, 'New stage'.length])
})

test('an entry added by someone else does not take the focus', () => {
  const { rerender } = render(listOf('Layout'))
  const other = screen.getByDisplayValue('Layout')
  other.focus()

  rerender(listOf('Layout', 'Comp'))

  expect(document.activeElement).toBe(other)
})
