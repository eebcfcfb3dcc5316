import type { StudioClient } from '#core/sync/studio-client.ts'
import { afterEach, expect, test } from 'vitest'
import type { Gateway } from '#core/gateway/ports.ts'
import type { TimeEdit } from '#core/timesheet/edits.ts'
import { toLoggedTime, type WireEntry } from '#core/timesheet/to-logged-time.ts'
import { makeKeptPages } from '#core/sync/kept-pages.ts'
import { makeMemoryStore } from '#core/sync/memory/memory-store.ts'
import { makePages } from '#core/sync/pages.ts'
import { alwaysOnline, systemClock } from '#core/sync/system.ts'
import { ok } from '#core/lib/result.ts'
import { toId, type StudioId, type UserId } from '#core/lib/ids.ts'
import { resetClient, setClient } from '#app/stores/client-store.ts'
import { openSheet as openAll, reload, showDays } from './load-timesheet.ts'
import { timesOfWeek } from './timesheet-model.ts'
import { resetTimesheet, showSheet } from './timesheet-store.ts'

const subject = { studioId: toId<StudioId>('s1'), userId: toId<UserId>('u1') }
const day = '2026-03-02'

const logged = (minutes: number): WireEntry => ({
  id: 'r1',
  user_id: 'u1',
  user_name: 'Jo',
  created_at: `${day}T12:00:00Z`,
  version_number: 1,
  minutes,
  comment: '',
  task_id: 't1',
  task_name: 'Comp',
  stage_id: 'st1',
  item_id: 'i1',
  item_name: 'sh010',
  collection_name: 'SQ01',
  space_id: 'sp1',
  space_name: 'Shots',
  project_id: 'p1',
  project_name: 'Road',
  url: '',
})

let close = (): void => undefined

/** Opens a sheet whose server responses and edit outcomes the test triggers. */
function openSheet() {
  const questions: ((rows: readonly WireEntry[]) => void)[] = []
  let arrive: (outcome: object) => void = () => undefined
  const call = async (name: string) =>
    name === 'list_time_entries'
      ? await new Promise((answer) => questions.push(answer))
      : await Promise.resolve({ timer: null, locks: [] })
  const client = {
    userId: subject.userId,
    pages: makePages({
      userId: subject.userId,
      gateway: { call } as unknown as Gateway,
      kept: makeKeptPages(makeMemoryStore()),
      clock: systemClock,
      ids: { random: () => 1 },
      online: alwaysOnline,
      watchNews: () => () => undefined,
    }),
    outbox: {
      getEntries: () => [],
      subscribe: () => () => undefined,
      subscribeOutcomes: (listener: typeof arrive) => {
        arrive = listener
        return () => undefined
      },
    },
  } as unknown as StudioClient
  setClient(client)
  showSheet({ subject, timeZone: 'UTC', today: day, day })
  close = openAll(client, subject)
  const answer = async (minutes: number): Promise<void> => {
    questions.shift()?.([logged(minutes)])
    await new Promise((resolve) => setTimeout(resolve))
  }
  return { answer, questions, arrive: (mutation: object) => arrive({ entry: { mutation }, result: ok({}) }) }
}

const minutesShown = () => timesOfWeek(day).map(({ minutes }) => minutes)

afterEach(() => {
  close()
  resetTimesheet()
  resetClient()
})

test('a timesheet response from before an own edit is not shown but requested again', async () => {
  const { answer, arrive, questions } = openSheet()
  showDays([day])
  await answer(30)
  void reload()
  const before = { ...toLoggedTime(logged(30)), isRunning: false }
  const edit: TimeEdit = { before, after: { ...before, minutes: 45 } }

  arrive({ kind: 'change-time', studioId: subject.studioId, edits: [edit] })
  expect(minutesShown()).toEqual([45])
  await answer(30)

  expect(minutesShown()).toEqual([45])
  await answer(45)
  expect(minutesShown()).toEqual([45])
  expect(questions).toEqual([])
})

test('a timesheet reload during a running request sends another one', async () => {
  const { answer } = openSheet()
  showDays([day])
  await answer(30)
  void reload()
  void reload()

  await answer(30)
  await answer(60)

  expect(minutesShown()).toEqual([60])
})
