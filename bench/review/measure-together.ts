import type { Page } from '@playwright/test'
import { compare, type Comparison } from '../compare.ts'
import { aSession, makeFilm } from './a-session.ts'
import { countInStep, filmSeconds, findStepMs, nowMs, sleep, sampleMs, waitUntilLed } from './in-step.ts'
import { openSlowProxy, type SlowLine } from './slow-proxy.ts'
import { listShown, type Stage } from './windows.ts'

const delayMs = [100, 200] as const
const samples = 600

/**
 * Two browsers watch a session together over lines with a delay of 150 ± 50 ms each way; what each painted is compared
 * at moments of the machine's clock. Then one line stalls, somebody joins late, and the leader's page dies.
 */
export async function measureTogether(stage: Stage): Promise<Comparison[]> {
  const { host, place, folder, open } = stage
  const film = makeFilm(folder, { name: 'in-step', size: '320x180', seconds: filmSeconds })
  const address = await aSession(host, place, { name: 'In step', count: 6, films: [film] })
  const { owner, lead, member } = place.studio
  const lines = await Promise.all([0, 1, 2].map(async () => await openSlowProxy(host.url, delayMs)))
  const [leaderLine, line, lateLine] = lines as [SlowLine, SlowLine, SlowLine]
  const leader = await open(owner, leaderLine.url)
  await leader.goto(address)
  await waitUntilLed(leader, 'Nobody else is here')
  const other = await open(lead, line.url)
  await other.goto(address)
  await waitUntilLed(other, 'leads')
  await leader.keyboard.press('Space')
  await sleep(3000)

  const from = nowMs()
  await sleep(10_000)
  line.stall(2000)
  await sleep(samples * sampleMs - 10_000)
  const steady = countInStep(await listShown(leader), await listShown(other), { from, to: from + samples * sampleMs })
  const stalled = await timeAfterStall({ leader, other, line })
  const late = await open(member, lateLine.url)
  await late.goto(address.slice(0, address.lastIndexOf('/')))
  await late.locator('a[data-review]').waitFor()
  await sleep(1000)
  const joined = await timeJoining({ leader, late })
  const succeeded = await timeSucceeding({ leader, other, late })
  await assertNoted(stage, leader, address)
  for (const each of lines) each.close()
  const against = (subject: string, ours: number, theirs: number): Comparison =>
    compare({ subject, peer: 'what was promised', unit: 'ms', ours, theirs, bar: 1 })
  const apart = steady.all - steady.inStep
  return [
    {
      ...against('Two browsers, 150 ± 50 ms and a stall: samples more than a frame apart', apart, steady.all / 100),
      unit: 'samples',
    },
    against('In step again after the stall in which the leader went elsewhere', stalled, 3000),
    against('Somebody who comes late, from the click on the session', joined, 1500),
    against('The next leader, after the page of the last one died', succeeded, 5000),
  ]
}

type Pair = { readonly leader: Page; readonly other: Page }

/** The leader moves to another film while the other window is cut off. */
async function timeAfterStall({ leader, other, line }: Pair & { readonly line: SlowLine }): Promise<number> {
  const from = nowMs() + 2000
  line.stall(2000)
  await sleep(200)
  await leader.keyboard.press('Enter')
  await sleep(7800)
  return findStepMs(await listShown(leader), await listShown(other), { from, to: nowMs() })
}

/** Measures from the list of reviews, in an open app, into the room. */
async function timeJoining({ leader, late }: { readonly leader: Page; readonly late: Page }): Promise<number> {
  const from = nowMs()
  await late.locator('a[data-review]').click()
  await sleep(6000)
  return findStepMs(await listShown(leader), await listShown(late), { from, to: nowMs() })
}

const note = 'Said just before'

/** The leader's page dies right after giving a judgement and its note; measures until another one leads. */
async function timeSucceeding({ leader, other, late }: Pair & { readonly late: Page }): Promise<number> {
  await leader.keyboard.press('n')
  await leader.keyboard.type(note)
  await leader.keyboard.press('Escape')
  await leader.keyboard.press('6')
  await leader.getByText(note).first().waitFor()
  const from = nowMs()
  void leader.goto('chrome://crash').catch(() => undefined)
  await Promise.any([other, late].map(async (page) => await waitUntilLed(page, 'You lead')))
  const took = nowMs() - from
  const at = nowMs()
  await sleep(4000)
  const again = findStepMs(await listShown(other), await listShown(late), { from: at, to: nowMs() })
  if (!Number.isFinite(again)) throw new Error('The two who are left are apart')
  return took
}

/** Checks that the note is sent when its author is back, if not before. */
async function assertNoted({ place }: Stage, leader: Page, address: string): Promise<void> {
  const again = await leader.context().newPage()
  await again.goto(address)
  for (let tries = 0; tries < 40; tries += 1) {
    const { data } = await place.client.from('comments').select('id').eq('content', note)
    if (data?.length === 1) return
    await sleep(500)
  }
  throw new Error('The note that was given before the page died did not come, or came twice')
}
