import { expect, test } from 'vitest'
import type { Permissions } from './authorise.ts'
import { publicPermissions } from './authorise.ts'
import type { Channel } from './channel.ts'
import { Channels } from './channel.ts'
import { recheckRights } from './recheck.ts'

const ended: string[] = []

function aChannel(person: string, overrides: Partial<Channel> = {}): Channel {
  return {
    outlet: { send: () => {}, sendBinary: () => {}, shutDown: ({ identity }) => ended.push(identity.person) },
    topic: 'realtime:studio:1',
    joinRef: '1',
    isPrivate: true,
    identity: { claims: { role: 'authenticated', sub: person }, person },
    permissions: publicPermissions,
    bindings: [],
    broadcast: { toSelf: false, isAcknowledged: false },
    presence: { isEnabled: false, key: 'k' },
    ...overrides,
  }
}

test('checks each person and topic once, ends those who may not listen, and applies changes', async () => {
  const channels = new Channels()
  const [ann, annAgain, bob] = [aChannel('ann'), aChannel('ann'), aChannel('bob')]
  for (const channel of [ann, annAgain, bob, aChannel('carol', { isPrivate: false })]) channels.add(channel)
  const asked: unknown[] = []
  const database = {
    // The rows of realtime.check_channel.
    query: async <Row>(_text: string, [questions]: readonly unknown[] = []) => {
      const wanted = JSON.parse(String(questions)) as { claims: { sub: string }; topic: string }[]
      asked.push(...wanted.map(({ claims, topic }) => `${claims.sub} ${topic}`))
      return wanted.map(({ claims }) => ({ can_read_broadcast: claims.sub === 'ann' })) as Row[]
    },
  }

  await recheckRights(database, channels)

  const reading: Permissions = {
    canReadBroadcast: true,
    canReadPresence: false,
    canWriteBroadcast: false,
    canWritePresence: false,
  }
  expect(asked).toEqual(['ann studio:1', 'bob studio:1'])
  expect(ended).toEqual(['bob'])
  expect([ann.permissions, annAgain.permissions]).toEqual([reading, reading])
})

test('checks nothing if nobody is on a private channel', async () => {
  const database = { query: () => Promise.reject(new Error('asked')) }

  await expect(recheckRights(database, new Channels())).resolves.toBeUndefined()
})
