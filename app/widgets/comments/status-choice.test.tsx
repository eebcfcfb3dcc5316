import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { toId, type StatusId } from '#core/lib/ids.ts'
import type { StatusRow } from '#core/schema/task-statuses.ts'
import { StatusChoice } from './status-choice.tsx'

afterEach(cleanup)

const statuses = [
  ['TO DO', 'TODO'],
  ['Temp', 'TMP'],
  ['WIP', 'WIP'],
].map(([name = '', shortCode = '']) => ({ id: toId<StatusId>(name), name, shortCode, color: '#22aa55' }) as StatusRow)

test.each([
  ['temp', ['Temp']],
  ['tmp', ['Temp']],
  ['todo', ['TO DO']],
  // A text that matches no status sets none.
  ['tempo', []],
])('a status is found by its name and its short code: "%s"', async (typed, expected) => {
  const onChange = vi.fn<(id: StatusId) => void>()
  render(<StatusChoice statuses={statuses} value={toId<StatusId>('WIP')} onChange={onChange} />)

  await userEvent.click(screen.getByRole('button', { name: /Status with the post/ }))
  await userEvent.keyboard(`${typed}{Enter}`)

  expect(onChange.mock.calls.map(([id]) => id)).toEqual(expected)
})
