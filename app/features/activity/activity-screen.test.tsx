import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { runCommand } from '#app/commands/run-command.ts'
import { setCurrentEvent } from '#app/widgets/event-list/events-store.ts'
import { aPersonPage } from '#app/widgets/person-page/test/a-person-page.ts'
import { ActivityScreen } from './activity-screen.tsx'

let close: () => Promise<void> = async () => await Promise.resolve()

afterEach(async () => {
  cleanup()
  await close()
})

const anEvent = (seq: number, item: string) => ({
  seq,
  at: '2026-11-24T09:00:00.000000Z',
  kind: 'task.status_changed',
  names: { project: 'Comet', item, stage: 'Animation' },
  old: { status: 'WIP' },
  new: { status: 'DONE' },
  actor: { kind: 'person', id: 'u', name: 'Ana' },
  item_id: item,
})

type AnEvent = ReturnType<typeof anEvent> & { readonly undoable?: boolean; readonly changes?: number }

const threeEvents = [anEvent(3, 'sh020'), anEvent(2, 'sh010'), anEvent(1, 'sh010')]

/** What the server's search finds: an item whose events are too old to be listed, and a comment on it. */
const rested = (['item', 'comment'] as const).map((kind) => ({
  kind,
  id: 'sh900',
  title: 'sh900',
  text: '',
  place: 'Comet · Shots',
  url: '',
  at: 0,
  statusId: undefined,
  thumbnailId: undefined,
  itemKindId: undefined,
}))

/** Opens the log of a studio in which two items changed; returns the other calls made to the server. */
async function openActivity(events: readonly AnEvent[] = threeEvents): Promise<string[]> {
  const asked: string[] = []
  const world = await aPersonPage(() => ({
    call: async (name: string, args: Readonly<Record<string, unknown>> = {}) => {
      if (name !== 'list_activity') asked.push(`${name} ${String(args['p_seq'])}`)
      const wanted = args['p_item_id']
      const found = events.filter(({ item_id }) => wanted === undefined || item_id === wanted)
      return await Promise.resolve({ events: found, before: null })
    },
    searchStudio: async ({ query }) => await Promise.resolve(rested.filter(({ title }) => title.includes(query))),
  }))
  close = world.close
  history.replaceState(null, '', '/studio/studio/activity')
  render(<ActivityScreen params={{ studioSlug: 'studio' }} />)
  expect(await screen.findAllByRole('listitem')).toHaveLength(events.length)
  return asked
}

const count = () => screen.getAllByRole('listitem').length

test('the activity log can be narrowed to one of its items', async () => {
  await openActivity()
  await userEvent.click(screen.getByRole('button', { name: /Item/ }))
  await userEvent.click(screen.getByRole('option', { name: 'sh010' }))

  await expect.poll(count).toBe(2)
  await userEvent.click(screen.getByRole('button', { name: /Item/ }))
  await userEvent.click(screen.getByRole('option', { name: 'Every item' }))
  await expect.poll(count).toBe(3)
})

test('the item filter finds an item without listed events by name', async () => {
  await openActivity()
  await userEvent.click(screen.getByRole('button', { name: /Item/ }))
  await userEvent.keyboard('sh90')
  expect(await screen.findAllByRole('option')).toHaveLength(1)
  await userEvent.keyboard('{Enter}')

  await screen.findByText('Nothing matches these filters.')
  screen.getByRole('button', { name: 'Item', description: 'sh900' })
})

test('activity.only-item narrows the log to the current event’s item, and back', async () => {
  await openActivity()
  setCurrentEvent(screen.getAllByRole('button', { name: /sh020/ })[0]?.dataset['event'])

  await runCommand('activity.only-item')
  await expect.poll(count).toBe(1)
  await runCommand('activity.only-item')
  await expect.poll(count).toBe(3)
})

test('undoing a bulk change says how many changes it takes back, and asks first', async () => {
  const together = { undoable: true, changes: 14 }
  const asked = await openActivity([{ ...anEvent(2, 'sh020'), ...together }, anEvent(1, 'sh010')])

  await userEvent.click(screen.getByRole('button', { name: /^Undo 14 changes/ }))
  screen.getByRole('alertdialog', { name: 'Undo 14 changes?' })
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(asked).toEqual([])

  await userEvent.click(screen.getByRole('button', { name: /^Undo 14 changes/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Undo 14 changes' }))
  await expect.poll(() => asked).toEqual(['undo_operation 2'])
})

test('a single change is undone without a confirmation', async () => {
  const asked = await openActivity([{ ...anEvent(2, 'sh020'), undoable: true, changes: 1 }])

  await userEvent.click(screen.getByRole('button', { name: /^Undo/ }))
  await expect.poll(() => asked).toEqual(['undo_operation 2'])
})
