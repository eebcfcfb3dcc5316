import type { Place } from './parcel.ts'
import { expect, test } from 'vitest'
import type { Gateway } from '#core/gateway/ports.ts'
import { emptyGateway } from '#core/gateway/memory/empty-gateway.ts'
import { AppError } from '#core/lib/errors.ts'
import { newId, type ProjectId, type UserId } from '#core/lib/ids.ts'
import { aTaskRecord } from '../testing/a-task-record.ts'
import { makePool } from './pipeline.ts'
import { postAll, prepareAll, sendOne, type ReadPlan } from './publish-revisions.ts'

const userId = newId<UserId>()

/** A server that has the first revision already, accepts every file but `lost.mp4`, and posts what it is asked to. */
function aServer() {
  const calls: string[] = []
  const sent: string[] = []
  const call: Gateway['call'] = async (name, args) => {
    calls.push(name)
    if (name === 'find_revisions') return await Promise.resolve([{ n: 0, version_id: 'there', version_number: 7 }])
    if (name !== 'create_revisions') return await Promise.resolve([])
    // As publish-revisions sends it.
    const { p_revisions: revisions } = args as { readonly p_revisions: readonly { readonly version_id: string }[] }
    return await Promise.resolve({
      revisions: revisions.map(({ version_id: id }) => ({ state: 'posted', version_id: id, version_number: 1 })),
    })
  }
  const base = emptyGateway(userId)
  const uploads: Gateway['uploads'] = {
    ...base.uploads,
    requestSlots: async (requests) =>
      await Promise.resolve(requests.map(({ mediaId: id }) => ({ id, key: id, isStored: false, uploadUrl: '/put' }))),
    send: async (_, { filename }) => {
      if (filename === 'lost.mp4') throw new AppError('upload-failed', 'Failed to upload lost.mp4')
      sent.push(filename)
      await Promise.resolve()
    },
  }
  // Publishing uses nothing else.
  const gateway = { ...base, call, uploads } as Gateway
  const own = { salt: '', pool: makePool(2), sent: new Map(), onSent: () => undefined }
  const place: Place = { gateway, userId, serverUrl: 'http://x', ...own }
  return { place, calls, sent }
}

function aPlan(name: string): ReadPlan {
  const file = {
    path: `/renders/${name}`,
    name,
    sizeBytes: 4,
    contentType: 'video/mp4',
    sha256: name.padEnd(64, '0'),
    facts: {},
    body: new Blob(['film']),
  }
  const plan = {
    record: aTaskRecord(),
    projectId: newId<ProjectId>(),
    paths: [file.path],
    comment: '',
    timeSpent: '5m',
  }
  return { plan: { ...plan, statusId: undefined, mentions: [] }, files: [file] }
}

test('existing revisions are not sent, failed ones not posted, and the rest is posted in one call', async () => {
  const { place, calls, sent } = aServer()
  const unread: ReadPlan = { error: new Error('not there') }
  const plans = [aPlan('there.mp4'), unread, aPlan('lost.mp4'), aPlan('new.mp4'), aPlan('other.mp4')]
  const ready = await prepareAll(place, plans)
  const published = await postAll(place, await Promise.all(ready.map((each) => sendOne(place, each))))

  expect(published.map(({ state }) => state)).toEqual(['already there', 'failed', 'failed', 'posted', 'posted'])
  expect(published[0]).toMatchObject({ versionId: 'there', versionNumber: 7 })
  expect(published[2]).toMatchObject({ error: { message: 'Failed to upload lost.mp4' } })
  expect(sent.toSorted()).toEqual(['new.mp4', 'other.mp4'])
  expect(calls.filter((name) => name === 'create_revisions')).toHaveLength(1)
})

test('a file named twice for a task is sent once', async () => {
  const { place, sent } = aServer()
  const film = aPlan('new.mp4')
  const ready = await prepareAll(place, [aPlan('there.mp4'), film, film])
  const published = await postAll(place, await Promise.all(ready.map((each) => sendOne(place, each))))

  expect(sent).toEqual(['new.mp4'])
  expect(published.map(({ state }) => state)).toEqual(['already there', 'posted', 'posted'])
})
