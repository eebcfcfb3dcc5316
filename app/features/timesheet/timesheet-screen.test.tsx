import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { AppError } from '#core/lib/errors.ts'
import { newId } from '#core/lib/ids.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { resetToasts, toastStore } from '#app/stores/toast-store.ts'
import { aPersonPage } from '#app/widgets/person-page/test/a-person-page.ts'
import { reload } from './load-timesheet.ts'
import { TimesheetScreen } from './timesheet-screen.tsx'
import { setView } from './timesheet-store.ts'

let close: () => Promise<void> = async () => await Promise.resolve()
let isDown = false
let isAway = false
let logged: readonly unknown[] = []

afterEach(async () => {
  cleanup()
  setView('days')
  isDown = false
  isAway = false
  logged = []
  await close()
})

/** Opens a sheet on a server that knows only the logged time. */
async function openSheet(userId?: string): Promise<void> {
  const call = async (name: string, args: Readonly<Record<string, unknown>> = {}): Promise<unknown> => {
    if (isDown)
      throw new AppError('server-unavailable', 'The server is not available right now.', { retryable: isAway })
    const answers: Readonly<Record<string, unknown>> = {
      list_time_entries: (logged as readonly { created_at: string }[]).filter(
        ({ created_at }) => created_at >= String(args['p_from']) && created_at < String(args['p_to']),
      ),
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

test('timesheet days that cannot be loaded show the error in place, with a retry, and stay where they are', async () => {
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

test('without the server the timesheet shows its cached days and says so', async () => {
  await openSheet()
  await expect.poll(() => screen.queryByText('Loading timesheet data...')).toBeNull()
  expect(screen.queryByText(/^As of/)).toBeNull()

  isDown = true
  isAway = true
  await reload()

  expect(await screen.findByText(/^As of \d\d:\d\d, offline$/)).toBeDefined()
  expect(screen.queryByText('The timesheet could not be loaded')).toBeNull()
  expect(toastStore.toasts).toEqual([])
})

test('timesheet sums that cannot be loaded show the error in place, with a retry', async () => {
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

/** Logs time of Otto, who is not in the studio, this many days ago. */
function logTime(daysAgo: number, url = '') {
  const at = new Date(Date.now() - daysAgo * 86_400_000)
  const names = {
    user_name: 'Otto',
    item_name: 'SH010',
    task_name: 'Anim',
    project_name: '',
    space_name: '',
    collection_name: '',
  }
  const ids = {
    id: newId(),
    user_id: newId(),
    task_id: newId(),
    stage_id: newId(),
    item_id: newId(),
    space_id: newId(),
    project_id: newId(),
  }
  logged = [{ ...names, ...ids, created_at: at.toISOString(), version_number: 1, minutes: 150, comment: '', url }]
  return at.toLocaleDateString('en', { month: 'long', year: 'numeric' })
}

test('someone else’s time opens its task, by click and by key', async () => {
  logTime(0, '/studio/studio/project/p/space/s?item=sh010')
  await openSheet(newId())
  const pill = await screen.findByRole('button', { name: /^Open the task: SH010, 2h 30m/ })

  await userEvent.click(pill)

  expect(location.search).toBe('?item=sh010')
  history.replaceState(null, '', '/studio/studio/timesheet/x')
  await runCommand('timesheet.edit')
  expect(location.search).toBe('?item=sh010')
})

test('someone who left recently keeps the days they logged, marked as left', async () => {
  const month = logTime(20)

  await openSheet(newId())

  expect(await screen.findByText(`Otto · Left · ${month}`)).toBeDefined()
  expect(await screen.findByText(/SH010/)).toBeDefined()
  expect(screen.getByLabelText('Whose timesheet').textContent).toContain('Otto')
})

test('someone who left long ago is shown with the last month they logged time in', async () => {
  const month = logTime(800)

  await openSheet(newId())

  expect(await screen.findByText(`Otto · Left · ${month}`)).toBeDefined()
  expect(await screen.findByText('By project')).toBeDefined()
})

test('a failed look-up of someone’s time is not reported as an unknown person, and can be retried', async () => {
  const month = logTime(800)
  isDown = true
  await openSheet(newId())
  expect(await screen.findByRole('heading', { name: 'The timesheet could not be loaded' })).toBeDefined()

  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))

  expect(await screen.findByText(`Otto · Left · ${month}`)).toBeDefined()
})

test.each([newId(), 'nobody'])(
  'the timesheet of %s, an unknown person, says so and links to everybody’s time',
  async (userId) => {
    await openSheet(userId)

    expect(await screen.findByRole('heading', { level: 1, name: 'Person not found' })).toBeDefined()
    expect(toastStore.toasts).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Everybody’s time' }))

    expect(location.pathname).toBe('/studio/studio/timesheet/studio')
  },
)
