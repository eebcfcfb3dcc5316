import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Surface } from '#app/ui/surface.tsx'
import { AnchoredList } from '#app/widgets/anchored-list.tsx'

type Open = 'palette' | 'list' | undefined

/** A palette whose command opens a list at a cell, as 'Set status…' does. */
function Page() {
  const [open, setOpen] = useState<Open>()
  const close = (): void => setOpen(undefined)
  return (
    <>
      <button type="button" onClick={() => setOpen('palette')}>
        Cell
      </button>
      {open === 'palette' && (
        <Surface label="Palette" scope="palette" onClose={close}>
          <button type="button" onClick={() => setOpen('list')}>
            Set status…
          </button>
        </Surface>
      )}
      {open === 'list' && (
        <AnchoredList
          label="Statuses"
          options={[{ value: 'done', label: 'Done' }]}
          selected={[]}
          findAnchor={() => null}
          onPick={close}
          onClose={close}
        />
      )}
    </>
  )
}

test('a list opened by a palette command stays, and returns the focus to where the palette got it from', async () => {
  const user = userEvent.setup()
  render(<Page />)
  await user.click(screen.getByRole('button', { name: 'Cell' }))
  await user.click(screen.getByRole('button', { name: 'Set status…' }))
  // The palette returns the focus a moment after it is gone.
  await new Promise((resolve) => setTimeout(resolve, 50))

  expect(screen.getByRole('option', { name: 'Done' })).toBeDefined()
  await user.keyboard('{Enter}')
  expect(screen.queryByRole('option', { name: 'Done' })).toBeNull()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Cell' })).toBe(document.activeElement))
})

test('a palette that opened nothing returns the focus', async () => {
  const user = userEvent.setup()
  render(<Page />)
  await user.click(screen.getByRole('button', { name: 'Cell' }))
  await user.keyboard('{Escape}')

  await waitFor(() => expect(screen.getByRole('button', { name: 'Cell' })).toBe(document.activeElement))
})
