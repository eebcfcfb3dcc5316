import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { AppError } from '#core/lib/errors.ts'
import { newId } from '#core/lib/ids.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { resetToasts, toastStore } from '#app/stores/toast-store.ts'
import { aPersonPage } from '#app/widgets/person-page/test/a-person-page.ts'
import { TimesheetScreen } from './timesheet-screen.tsx'
import { setView } from './timesheet-store.ts'

let close: () => Promise<void> = async () => await Promise.resolve()
let isDown = false

afterEach(async () => {
  cleanup()
  setView('days')
  isDown = false
  await close()
})

/** A sheet at a server that knows of no time at all. */
async function openSheet(userId?: string): Promise<void> {
  const call = async (name: string): Promise<unknown> => {
    if (isDown) throw new AppError('server-unavailable', 'The server is not available right now.')
    const answers: Readonly<Record<string, unknown>> = {
      list_time_entries: [],
      get_time_state: { timer: null, locks: [] },
      summarize_time: { days: [], projects: [], stages: [], artists: [] },
    }
    return await Promise.resolve(answers[name])
  }
  const world = await aPersonPage(() => ({ call }))
  close = world.close
  const shown = userId ?? world.ana
  history.replaceState(null, '', `/studio/studio/timesheet/${shown}`)
  render(<TimesheetScreen params={{ studioSlug: 'studio', userId: shown }} />)
}

test('days that could not be loaded are said in place, with another try; the days stay where they were', async () => {
  isDown = true
  await openSheet()
  expect(await screen.findByRole('heading', { name: 'The timesheet could not be loaded' })).toBeDefined()
  resetToasts()
  expect(screen.getByRole('list', { name: 'Days' })).toBeDefined()

  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))

  await expect.poll(() => screen.queryByText('The timesheet could not be loaded')).toBeNull()
  expect(screen.queryByText('Loading timesheet data...')).toBeNull()
})

test('sums that could not be loaded are said in place, with another try', async () => {
  await openSheet()
  await expect.poll(() => screen.queryByText('Loading timesheet data...')).toBeNull()
  isDown = true
  await runCommand('timesheet.show-week')
  expect(await screen.findByRole('heading', { name: 'The timesheet could not be loaded' })).toBeDefined()
  resetToasts()

  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))

  expect(await screen.findByText('By project')).toBeDefined()
})

test.each([newId(), 'nobody'])('the timesheet of %s, whom nobody knows, says so and leads back', async (userId) => {
  await openSheet(userId)

  expect(await screen.findByRole('heading', { level: 1, name: 'Person not found' })).toBeDefined()
  expect(toastStore.toasts).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Everybody’s time' }))

  expect(location.pathname).toBe('/studio/studio/timesheet/studio')
})
