import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { resetSync, setSync } from '#app/stores/sync-store.ts'
import { SyncState } from './sync-state.tsx'

afterEach(() => {
  cleanup()
  resetSync()
})

test('a device that cannot store anything says so while changes wait, with the reason in the list', async () => {
  setSync({ keepsNothing: true, pendingWrites: 1 })
  render(<SyncState />)

  await userEvent.click(screen.getByRole('button', { name: 'Not kept. Show changes' }))

  expect(screen.getByText(/This device cannot store anything\. Changes that have not been sent are lost/)).toBeDefined()
})

test('reloaded outdated data is mentioned in the list', async () => {
  setSync({ isRefetched: true })
  render(<SyncState />)

  await userEvent.click(screen.getByRole('button', { name: 'Synced. Show changes' }))

  expect(screen.getByText('Outdated data on this device was reloaded.')).toBeDefined()
})
