import type { Page } from '@playwright/test'
import { makeGateway } from '#core/gateway/make-gateway.ts'
import { toId, type ReviewSessionId, type UserId } from '#core/lib/ids.ts'
import { joinRoom } from '#core/reviews/join-room.ts'
import { compare, type Comparison } from '../compare.ts'
import { aSession, makeFilm } from './a-session.ts'
import { nowMs, sleep, waitUntilLed } from './in-step.ts'
import { listShown, type Stage } from './windows.ts'

const people = 20
const seconds = 10

/**
 * Twenty people in a room, two of them in browsers: measures what all send while a film plays, and how soon a laser
 * pointer is seen.
 */
export async function measureWire({ host, place, folder, open }: Stage): Promise<Comparison[]> {
  const film = makeFilm(folder, { name: 'wire', size: '320x180', seconds: 30 })
  const address = await aSession(host, place, { name: 'Wire', count: 2, films: [film] })
  const { owner, lead } = place.studio
  const sent: { at: number; text: string }[] = []
  const leader = await open(owner)
  const other = await open(lead)
  for (const page of [leader, other])
    page.on('websocket', (socket) => {
      socket.on('framesent', ({ payload }) => sent.push({ at: nowMs(), text: String(payload) }))
    })
  await leader.goto(address)
  await waitUntilLed(leader, 'Nobody else is here')
  await other.goto(address)
  await waitUntilLed(other, 'leads')
  const sessionId = toId<ReviewSessionId>(address.slice(address.lastIndexOf('/') + 1))
  const rooms = []
  for (let index = 2; index < people; index += 1)
    rooms.push(await joinFromNode({ host, place, sessionId, sent, isLead: index % 2 === 0 }))
  await leader.getByText(`In step · ${people} here`).waitFor()
  await leader.keyboard.press('Space')
  await sleep(2000)
  const from = nowMs()
  await sleep(seconds * 1000)
  const during = sent.filter(({ at }) => at >= from)
  if ((await listShown(leader)).filter(({ at }) => at > from).length < seconds) throw new Error('Nothing was playing')
  for (const close of rooms) await close()
  const laser = await measureLaser({ leader, other, sent })
  return [
    compare({
      subject: `Messages a second of ${people} people while a film plays, heartbeats among them`,
      peer: 'what was promised',
      unit: 'messages',
      ours: during.length / seconds,
      theirs: 5,
      bar: 1,
    }),
    ...laser,
  ]
}

type NodePerson = Pick<Stage, 'host' | 'place'> & {
  readonly sessionId: ReviewSessionId
  readonly sent: { at: number; text: string }[]
  readonly isLead: boolean
}

/** Joins the room without a browser, over the same gateway. */
async function joinFromNode({ host, place, sessionId, sent, isLead }: NodePerson): Promise<() => Promise<void>> {
  const who = isLead ? place.studio.lead : place.studio.viewer
  const { data } = await who.client.auth.getSession()
  const kept = new Map([['xsheet-session', JSON.stringify(data.session)]])
  const sessionStorage = {
    getItem: (key: string) => kept.get(key) ?? JSON.stringify(data.session),
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  class Counted extends WebSocket {
    override send(bytes: Parameters<WebSocket['send']>[0]): void {
      sent.push({ at: nowMs(), text: typeof bytes === 'string' ? bytes : '' })
      super.send(bytes)
    }
  }
  const gateway = makeGateway({
    url: host.url,
    publishableKey: host.keys.publishableKey,
    sessionStorage,
    autoRefresh: false,
    webSocket: Counted,
  })
  const clock = {
    elapsed: () => performance.now(),
    after: (milliseconds: number, callback: () => void) => {
      const timer = setTimeout(callback, milliseconds)
      return () => clearTimeout(timer)
    },
  }
  const together = joinRoom(
    { sessionId, mayLead: isLead, ownStrokes: () => [] },
    { gateway, userId: toId<UserId>(who.id), clock },
  )
  together.enter()
  for (let tries = 0; !together.get().isJoined; tries += 1) {
    if (tries > 100) throw new Error('The room was not joined')
    await sleep(100)
  }
  return async () => {
    together.close()
    await gateway.close()
  }
}

type Lasers = { readonly leader: Page; readonly other: Page; readonly sent: { at: number; text: string }[] }

/** Measures what is sent of a pointer that moves a hundred times a second, and when the other window shows it. */
async function measureLaser({ leader, other, sent }: Lasers): Promise<Comparison[]> {
  await leader.keyboard.press('Space')
  await sleep(1000)
  await leader.evaluate(() => {
    const moves: [number, number][] = []
    Object.assign(globalThis, { moves })
    addEventListener(
      'pointermove',
      ({ clientX }) => moves.push([clientX, performance.timeOrigin + performance.now()]),
      { capture: true },
    )
  })
  await other.evaluate(() => {
    const marks: [number, number][] = []
    Object.assign(globalThis, { marks })
    const note = (): void => {
      const mark = document.querySelector('#review-room svg g[transform]')
      const matrix = mark instanceof SVGGElement ? mark.getScreenCTM() : null
      const x = matrix?.e ?? -1
      if (x >= 0 && marks.at(-1)?.[0] !== x) marks.push([x, performance.timeOrigin + performance.now()])
      requestAnimationFrame(note)
    }
    note()
  })
  const film = await leader.locator('#review-room video').first().boundingBox()
  if (film === null) throw new Error('There is a film')
  await leader.keyboard.press('p')
  const from = nowMs()
  for (let step = 0; step < 400; step += 1) {
    await leader.mouse.move(film.x + 20 + ((step * 1.3) % (film.width - 40)), film.y + film.height / 2)
    await sleep(7)
  }
  const tookSeconds = (nowMs() - from) / 1000
  await sleep(500)
  const lasers = sent.filter(({ at, text }) => at >= from && text.includes('laser'))
  const moves = await leader.evaluate(() => Reflect.get(globalThis, 'moves') as [number, number][])
  const marks = await other.evaluate(() => Reflect.get(globalThis, 'marks') as [number, number][])
  const late = marks
    .flatMap(([x, at]) => {
      const move = moves.findLast(([moved, movedAt]) => Math.abs(moved - x) < 0.6 && movedAt <= at)
      return move === undefined ? [] : [at - move[1]]
    })
    .toSorted((a, b) => a - b)
  if (late.length < lasers.length / 2) throw new Error(`Only ${late.length} of ${lasers.length} lasers were seen`)
  return [
    compare({
      subject: `Laser: messages a second of one, at ${Math.round(moves.length / tookSeconds)} moves`,
      peer: 'what was promised',
      unit: 'messages',
      ours: lasers.length / tookSeconds,
      theirs: 30,
      bar: 1,
    }),
    compare({
      subject: 'Laser: from the move to the screen of the other, 95 of 100',
      peer: 'what was promised',
      unit: 'ms',
      ours: late[Math.floor(late.length * 0.95)] ?? Number.NaN,
      theirs: 60,
      bar: 1,
    }),
  ]
}
