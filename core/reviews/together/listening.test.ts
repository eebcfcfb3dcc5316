import { expect, test } from 'vitest'
import { makeFakeClock } from '#core/testing/fake-clock.ts'
import { makeRoomNetwork, type RoomMember } from '#core/testing/room-network.ts'

const slow = { delayMs: [100, 200] as const }

/** A room in which Ann leads on sh0010 and Ben follows, and Cyd only listens. */
async function aRoom() {
  const clock = makeFakeClock()
  const network = makeRoomNetwork(clock)
  const enter = async (name: string): Promise<RoomMember> => {
    const member = network.join(name, slow)
    member.together.lookAt('sh0010')
    await clock.advance(1000)
    return member
  }
  const ann = await enter('ann')
  const ben = await enter('ben')
  await clock.advance(4000)
  ann.together.lead({ entryId: 'sh0010', frame: 10, speed: 1 })
  const cyd = network.join('cyd', { ...slow, enters: false })
  await clock.advance(2000)
  return { clock, enter, ann, ben, cyd }
}

const present = ({ together }: RoomMember): readonly string[] => together.get().people.map(({ id }) => id)

test('who only listens hears who is in the room and where, unseen by them', async () => {
  const { ann, cyd } = await aRoom()

  expect(cyd.together.get().leader?.id).toBe('ann')
  expect(cyd.together.moment()).toMatchObject({ entryId: 'sh0010', speed: 1 })
  expect(present(cyd)).toEqual(['ann', 'ben'])
  expect(present(ann)).toEqual(['ann', 'ben'])
})

test('who enters after listening knows the position at once, and comes after those who were there before', async () => {
  const { clock, enter, ann, cyd } = await aRoom()
  await enter('dan')

  cyd.together.enter()
  expect(cyd.together.moment()).toMatchObject({ entryId: 'sh0010', speed: 1 })
  await clock.advance(1000)

  expect(present(ann)).toEqual(['ann', 'ben', 'dan', 'cyd'])
})

test('who only listens does not lead when everybody has gone; on entering they do', async () => {
  const { clock, ann, ben, cyd } = await aRoom()
  cyd.together.lookAt('sh0010')
  for (const { kill } of [ann, ben]) kill()
  await clock.advance(10_000)
  expect([cyd.together.get().isLeading, present(cyd)]).toEqual([false, []])

  cyd.together.enter()
  await clock.advance(5000)
  expect([cyd.together.get().isLeading, present(cyd)]).toEqual([true, ['cyd']])
})
