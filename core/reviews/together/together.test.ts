import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeFakeClock } from '#core/testing/fake-clock.ts'
import { makeFollowingFilm, makeRoomNetwork, type RoomMember } from '#core/testing/room-network.ts'

/** The same random numbers every time: a linear congruential generator. */
function makeChance(seed: number): () => number {
  let state = seed
  return () => (state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296) / 4_294_967_296
}

const slow = { delayMs: [100, 200] as const }

/** A room whose first window leads; time passes in steps of 40 ms, in which films follow. */
async function aRoom(names: readonly string[], seed = 1, options: object = slow) {
  const clock = makeFakeClock()
  const random = makeChance(seed)
  const network = makeRoomNetwork(clock, random)
  const members: RoomMember[] = []
  const films: ReturnType<typeof makeFollowingFilm>[] = []
  const enter = (name: string): RoomMember => {
    const member = network.join(name, { ...options, clockOffMs: Math.round(random() * 1e6) })
    member.together.lookAt('sh0010')
    members.push(member)
    films.push(
      makeFollowingFilm(member.together, { clock, seekMs: () => 30 + random() * 70, wrongness: random() * 2e-4 }),
    )
    return member
  }
  const pass = async (milliseconds: number, each?: () => void): Promise<void> => {
    for (let passed = 0; passed < milliseconds; passed += 40) {
      await clock.advance(40)
      for (const film of films) film.follow()
      each?.()
    }
  }
  for (const name of names) {
    enter(name)
    await pass(400)
  }
  await pass(4000)
  return { clock, network, members, films, enter, pass, at: (index: number) => pick(members, index) }
}

function pick<Value>(values: readonly Value[], index: number): Value {
  const value = values[index]
  if (value === undefined) throw new Error(`There is no number ${index}`)
  return value
}

const leaders = (members: readonly RoomMember[]): readonly (string | undefined)[] =>
  members.map(({ together }) => together.get().state?.leader)

test('the first to join leads, and everybody knows it', async () => {
  const { members, at } = await aRoom(['ann', 'ben', 'cyd'])

  expect(leaders(members)).toEqual(['ann', 'ann', 'ann'])
  expect(at(0).together.get().isLeading).toBe(true)
  expect(
    at(2)
      .together.get()
      .people.map(({ id }) => id),
  ).toEqual(['ann', 'ben', 'cyd'])
})

test('two films stay within a frame at 150 ms latency, and resync soon after two seconds of silence', async () => {
  const { films, pass, at } = await aRoom(['ann', 'ben'])
  at(0).together.lead({ entryId: 'sh0010', frame: 10, speed: 1 })
  await pass(2000)
  const samples: number[] = []
  const sample = (): void => {
    samples.push(Math.abs(pick(films, 0).getFrame() - pick(films, 1).getFrame()))
  }

  await pass(8000, sample)
  at(1).stall(2000)
  await pass(8000, sample)
  at(0).together.lead({ entryId: 'sh0010', frame: 5000, speed: 1 })
  at(1).stall(2000)
  await pass(2000)
  await pass(3000)
  await pass(8000, sample)

  expect(samples).toHaveLength(600)
  expect(samples.filter((away) => away <= 1).length).toBeGreaterThanOrEqual(594)
})

test.each(Array.from({ length: 8 }, (_, seed) => seed + 2))(
  'films stay in step on any connection (%i)',
  async (seed) => {
    const { films, pass, members } = await aRoom(['ann', 'ben', 'cyd'], seed)
    members.find(({ together }) => together.get().isLeading)?.together.lead({ entryId: 'sh0010', frame: 0, speed: 1 })
    await pass(2000)
    let apart = 0

    await pass(24_000, () => {
      const frames = films.map((film) => film.getFrame())
      if (Math.max(...frames) - Math.min(...frames) > 1) apart += 1
    })

    expect(apart).toBeLessThanOrEqual(6)
  },
)

test('everybody crosses an announced cut at the same moment', async () => {
  const { films, pass, at } = await aRoom(['ann', 'ben'])
  at(0).together.lead({ entryId: 'sh0010', frame: 0, speed: 1, cutTo: { entryId: 'sh0020', frame: 8, inMs: 3000 } })
  let apart = 0

  await pass(6000, () => {
    const [first, second] = films.map((film) => film.getEntry())
    if (first !== second) apart += 1
  })

  expect(apart).toBeLessThanOrEqual(1)
  expect(films.map((film) => film.getEntry())).toEqual(['sh0020', 'sh0020'])
  expect(Math.abs(pick(films, 0).getFrame() - pick(films, 1).getFrame())).toBeLessThanOrEqual(1)
})

test('frames and speed are the same for both', async () => {
  const { films, pass, at } = await aRoom(['ann', 'ben'])

  for (const speed of [2, 0.5, -1, 4, 1]) {
    at(0).together.lead({ entryId: 'sh0010', frame: 2400, speed })
    await pass(1500)
    expect(films.map((film) => film.getSpeed())).toEqual([speed, speed])
  }
})

test('a single step is the same for everybody', async () => {
  const { films, pass, at } = await aRoom(['ann', 'ben', 'cyd'])
  at(0).together.lead({ entryId: 'sh0010', frame: 100, speed: 0 })
  await pass(600)

  for (const frame of [101, 102, 101]) {
    at(0).together.lead({ entryId: 'sh0010', frame, speed: 0 })
    await pass(600)
    expect(films.map((film) => film.getFrame())).toEqual([frame, frame, frame])
  }
})

test('a latecomer is in step within a second and a half, without any action', async () => {
  const { films, pass, at, enter } = await aRoom(['ann', 'ben'])
  at(0).together.lead({ entryId: 'sh0020', frame: 40, speed: 1 })
  await pass(3000)

  enter('cyd')
  await pass(1500)

  expect(pick(films, 2).getEntry()).toBe('sh0020')
  expect(Math.abs(pick(films, 2).getFrame() - pick(films, 0).getFrame())).toBeLessThanOrEqual(1)
})

test('a latecomer is answered at once, without waiting for the leader’s next repeat', async () => {
  const { pass, at, enter } = await aRoom(['ann', 'ben'], 1, { delayMs: [10, 20] })
  at(0).together.lead({ entryId: 'sh0020', frame: 40, speed: 0 })
  await pass(240)

  const { together } = enter('cyd')
  await pass(240)

  expect(together.get().state).toMatchObject({ entryId: 'sh0020', frame: 40, leader: 'ann' })
})

test('rapid changes between two films end where the leader ended, without flicker afterwards', async () => {
  const { films, pass, at } = await aRoom(['ann', 'ben', 'cyd'])

  for (let turn = 0; turn < 25; turn += 1) {
    at(0).together.lead({ entryId: turn % 2 === 0 ? 'sh0010' : 'sh0020', frame: turn, speed: 0 })
    await pass(40)
  }
  await pass(600)
  const seen = new Set<string>()
  await pass(3000, () => {
    for (const film of films) seen.add(`${film.getEntry()} ${film.getFrame()}`)
  })

  expect([...seen]).toEqual(['sh0010 24'])
})

test.each([
  ['closes the window', 0],
  ['is cut off without a word', 60_000],
])(
  'a leader that %s has a successor within five seconds, continuing from the same frame',
  async (_, noticedAfterMs) => {
    const { pass, films, members, at } = await aRoom(['ann', 'ben', 'cyd'])
    at(0).together.lead({ entryId: 'sh0010', frame: 0, speed: 1 })
    await pass(2000)
    const before = pick(films, 1).getFrame()

    at(0).kill(noticedAfterMs)
    await pass(5000)

    expect(leaders(members.slice(1))).toEqual(['ben', 'ben'])
    const [, ben, cyd] = films.map((film) => film.getFrame())
    expect(Math.abs((ben ?? 0) - (cyd ?? 0))).toBeLessThanOrEqual(1)
    expect(Math.abs((ben ?? 0) - before - 120)).toBeLessThanOrEqual(2)
  },
)

test('a window that cannot reach the server does not take the lead', async () => {
  const { pass, members, at } = await aRoom(['ann', 'ben'])

  at(1).stall(6000)
  await pass(8000)

  expect(leaders(members)).toEqual(['ann', 'ann'])
})

const asking = (member: RoomMember): readonly string[] => member.together.get().asking.map(({ id }) => id)

test('the lead can be asked for, handed over and taken', async () => {
  const { pass, members, at } = await aRoom(['ann', 'ben', 'cyd'])

  at(1).together.askForLead()
  await pass(500)
  expect(asking(at(0))).toEqual(['ben'])
  at(0).together.handOver('ben')
  await pass(500)
  expect(leaders(members)).toEqual(['ben', 'ben', 'ben'])
  expect(asking(at(0))).toEqual([])
  expect(at(1).together.get().asked).toBeUndefined()

  at(2).together.takeLead()
  await pass(500)
  expect(leaders(members)).toEqual(['cyd', 'cyd', 'cyd'])
})

test('two requests for the lead stay in order until answered, and end if their window leaves', async () => {
  const { pass, at } = await aRoom(['ann', 'ben', 'cyd', 'dee'])

  at(2).together.askForLead()
  await pass(500)
  at(1).together.askForLead()
  at(2).together.askForLead()
  await pass(500)
  at(0).together.lead({ entryId: 'sh0020', frame: 0, speed: 1 })
  await pass(2000)

  expect(asking(at(0))).toEqual(['cyd', 'ben'])
  expect(asking(at(3))).toEqual([])
  at(2).kill(1000)
  await pass(2000)
  expect(asking(at(0))).toEqual(['ben'])
})

test('a leader who keeps the lead tells those who asked, and they may ask again', async () => {
  const { pass, members, at } = await aRoom(['ann', 'ben', 'cyd'])

  at(1).together.askForLead()
  await pass(500)
  expect(at(1).together.get().asked).toBe('waiting')
  at(2).together.keepLead()
  await pass(500)
  expect(at(1).together.get().asked).toBe('waiting')
  at(0).together.keepLead()
  await pass(500)

  expect(asking(at(0))).toEqual([])
  expect(members.map(({ together }) => together.get().asked)).toEqual([undefined, 'kept', undefined])
  expect(leaders(members)).toEqual(['ann', 'ann', 'ann'])
  at(1).together.askForLead()
  await pass(500)
  expect(asking(at(0))).toEqual(['ben'])
  expect(at(1).together.get().asked).toBe('waiting')
})

test('nobody draws as somebody absent, and early strokes appear once their author has joined', async () => {
  const { at, pass, enter } = await aRoom(['ann', 'ben'])
  const stroke = { id: '1', mediaId: '00000000-0000-4000-8000-000000000001', frame: 3, step: 1 } as const
  const shape = { kind: 'pen', color: '#ff5555', points: [{ x: 0.5, y: 0.5 }] } as const
  const shown = () => [...at(1).together.get().strokes.values()].map(({ author }) => author)

  for (const author of ['user-ann', 'user-cyd']) at(0).together.draw([{ ...stroke, author, shape }])
  await pass(1000)
  expect(shown()).toEqual(['user-ann'])

  enter('cyd')
  await pass(1000)
  expect(shown()).toEqual(['user-ann', 'user-cyd'])
})

test('a window that may not lead never does', async () => {
  const { pass, members, at } = await aRoom(['ann'], 1, { ...slow, mayLead: false })

  at(0).together.takeLead()
  await pass(10_000)

  expect(leaders(members)).toEqual([undefined])
})

test('a window can leave step and return to the others', async () => {
  const { pass, at } = await aRoom(['ann', 'ben'])

  at(1).together.setInStep(false)
  at(1).together.lookAt('sh0070')
  await pass(500)
  const seen = at(0)
    .together.get()
    .people.find(({ id }) => id === 'ben')
  expect(seen).toMatchObject({ isInStep: false, entryId: 'sh0070' })

  at(1).together.setInStep(true)
  at(0).together.lead({ entryId: 'sh0020', frame: 7, speed: 0 })
  await pass(500)
  expect(at(1).together.moment()).toMatchObject({ entryId: 'sh0020', frame: 7 })
})

test('a latecomer learns the leader’s entry and file from presence', async () => {
  const { clock, network, at, pass } = await aRoom(['ann', 'ben'])
  at(0).together.lookAt('sh0040', 'film-40')
  await pass(500)
  const late = network.join('late', slow)
  let known = late.together.findLed()
  while (known === undefined) {
    await clock.advance(10)
    known = late.together.findLed()
  }

  expect(known).toMatchObject({ entryId: 'sh0040', mediaId: 'film-40' })
  at(1).together.takeLead()
  at(1).together.lookAt('sh0050', 'film-50')
  await pass(1500)
  expect(late.together.findLed()).toMatchObject({ entryId: 'sh0050', mediaId: 'film-50' })
  expect(at(1).together.findLed()).toBeUndefined()
})

test('twenty people send fewer than five messages a second while a film plays', async () => {
  const names = Array.from({ length: 20 }, (_, index) => `p${String(index).padStart(2, '0')}`)
  const { network, pass, at } = await aRoom(names)
  at(0).together.lead({ entryId: 'sh0010', frame: 0, speed: 1 })
  await pass(1000)
  const before = network.countMessages()

  await pass(10_000)

  expect((network.countMessages() - before) / 10).toBeLessThanOrEqual(5)
})

test('everybody left in a room agrees in the end, whatever happens in whatever order', async () => {
  const act = fc.oneof(
    fc.record({
      kind: fc.constant('lead' as const),
      who: fc.nat(3),
      frame: fc.nat(500),
      speed: fc.constantFrom(0, 1, 2),
    }),
    fc.record({
      kind: fc.constantFrom('take' as const, 'hand' as const, 'stall' as const),
      who: fc.nat(3),
      to: fc.nat(3),
    }),
    fc.record({ kind: fc.constant('wait' as const), milliseconds: fc.constantFrom(40, 200, 1000, 4000) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 12 }), fc.nat(1000), async (acts, seed) => {
      const { members, pass } = await aRoom(['ann', 'ben', 'cyd', 'dot'], seed)
      for (const done of acts) {
        if (done.kind === 'wait') await pass(done.milliseconds)
        else {
          const { together, stall } = pick(members, done.who)
          if (done.kind === 'lead') together.lead({ entryId: 'sh0010', frame: done.frame, speed: done.speed })
          else if (done.kind === 'take') together.takeLead()
          else if (done.kind === 'hand') together.handOver(pick(members, done.to).id)
          else stall(2000)
        }
      }
      await pass(8000)
      const [first, ...others] = members.map(({ together }) => together.get().state)
      for (const other of others) expect(other).toEqual(first)
      expect(members.filter(({ together }) => together.get().isLeading)).toHaveLength(1)
    }),
    {
      numRuns: 25,
      // The lead is handed to somebody who takes it before hearing of that.
      examples: [
        [
          [
            { kind: 'stall', who: 0, to: 0 },
            { kind: 'lead', who: 0, frame: 0, speed: 0 },
            { kind: 'hand', who: 0, to: 1 },
          ],
          0,
        ],
      ],
    },
  )
})
