import { expect, test } from 'vitest'
import { parseOtio } from '#core/exchange/otio.ts'
import { parseRationalRate } from '#core/exchange/rational-rate.ts'
import { makeItemReplica } from '#core/revisions/item-replica.ts'
import { makeSpaceReplica } from '#core/items/space-replica.ts'
import type {
  CommentId,
  ItemId,
  MediaId,
  ProjectId,
  ReviewEntryId,
  ReviewSessionId,
  TaskId,
  UserId,
  VersionId,
} from '#core/lib/ids.ts'
import type { MediaRow } from '#core/schema/media.ts'
import { newRow, type Rows } from '#core/schema/tables.ts'
import { makeReplica } from '#core/sync/replica.ts'
import { makeStudioReplica } from '#core/studios/studio-replica.ts'
import { anId, aStudio } from '#core/testing/studio-fixture.ts'
import { getFileExtension, toPacketPath } from './file-name.ts'
import { fillPage } from './fill-page.ts'
import { measureFiles } from './load-files.ts'
import type { FilmChoice } from './packet.ts'
import { planPacket, withoutFiles } from './plan-packet.ts'
import { toTimeline } from './to-timeline.ts'

type Look = {
  readonly media?: Partial<MediaRow>
  readonly entry?: Record<'cutIn' | 'cutOut' | 'handleIn' | 'handleOut', number>
  readonly item?: Partial<Rows['items']>
  readonly comments?: readonly Partial<Rows['comments']>[]
  readonly isEmpty?: boolean
}

/** Plans a packet for a session of these entries, one shot each. */
function aPlan(looks: readonly Look[], films: FilmChoice = 'proxies') {
  const { server, studioId, spaceId, itemIds, taskIds } = aStudio({ itemCount: looks.length })
  const studio = makeReplica(`studio:${studioId}`)
  const user = anId<UserId>(9, 1)
  studio.merge(
    {
      rev: 1,
      full: true,
      tables: {
        studios: server.list('studios'),
        projects: server.list('projects'),
        spaces: server.list('spaces'),
        task_statuses: server.list('task_statuses'),
        space_stages: server.list('space_stages'),
      },
      deleted: {},
    },
    new Set(),
  )
  const spaceRows = makeReplica(`space:${spaceId}`)
  const items = server.list('items').map((row, at) => ({ ...row, ...looks[at]?.item }))
  const tables = { collections: server.list('collections'), items, item_tasks: server.list('item_tasks') }
  spaceRows.merge({ rev: 1, full: true, tables, deleted: {} }, new Set())
  const space = makeSpaceReplica({ studioId, spaceId }, spaceRows)
  const sessionId = anId<ReviewSessionId>(20, 1)
  const sources = looks.map((look, at) => {
    const itemId = itemIds[at] ?? anId<ItemId>(7, 0)
    const taskId = taskIds[at * 2] ?? anId<TaskId>(8, 0)
    const replica = makeReplica(`item:${itemId}`)
    const versionId = anId<VersionId>(22, at)
    const mediaId = anId<MediaId>(23, at)
    const about = { filename: 'a.mp4', contentType: 'video/mp4', sizeBytes: 10, isStored: true, createdAt: 0 }
    const content = {
      task_versions: [newRow('task_versions', { id: versionId, taskId, versionNumber: 3, createdAt: 0 })],
      media: look.isEmpty === true ? [] : [newRow('media', { id: mediaId, ...about, ...look.media })],
      version_media: look.isEmpty === true ? [] : [{ versionId, mediaId, displayOrder: 0 }],
      comments: (look.comments ?? []).map((comment, index) =>
        newRow('comments', { id: anId<CommentId>(24, index), taskId, content: '', createdAt: index, ...comment }),
      ),
    }
    replica.merge({ rev: 1, full: true, tables: content, deleted: {} }, new Set())
    const place = { sessionId, taskId, itemId, spaceId, orderRank: String(at) }
    return {
      entry: newRow('review_entries', { id: anId<ReviewEntryId>(21, at), ...place, ...look.entry }),
      space,
      item: makeItemReplica({ studioId, spaceId, itemId }, replica),
    }
  })
  const about = { projectId: anId<ProjectId>(2, 1), name: 'Monday', day: '2026-11-25' as never, createdAt: 0 }
  const session = newRow('review_sessions', { id: sessionId, ...about })
  const id = anId<CommentId>(30, 1)
  return planPacket({
    id,
    studio: makeStudioReplica(studioId, studio),
    session,
    sources,
    films,
    takenAt: 0,
    takenBy: user,
  })
}

const cutOf = (plan: ReturnType<typeof aPlan>) => {
  const read = parseOtio(JSON.stringify(toTimeline(plan.packet)))
  if (!read.ok) throw new Error(read.error.message)
  return read.value
}

test.each(['24000/1001', '24/1', '25/1', '30000/1001', '30/1', '48/1', '50/1', '60000/1001', '60/1', '120/1'])(
  'at %s the timeline keeps the exact rate and the session’s frames',
  (frameRate) => {
    const plan = aPlan([
      {
        media: { frameRate, frameCount: 112 },
        item: { frameIn: 1001, frameOut: 1096, handleIn: 8, handleOut: 8 },
        entry: { cutIn: 1001, cutOut: 1096, handleIn: 2, handleOut: 0 },
      },
      { media: { frameRate, frameCount: 50 } },
    ])

    const [cut, whole] = cutOf(plan)

    expect(cut).toMatchObject({ name: 'Shot 0', frameIn: 999, frameOut: 1096, handleIn: 6, handleOut: 8 })
    expect(whole).toMatchObject({ name: 'Shot 1', frameIn: 1, frameOut: 50, handleIn: 0, handleOut: 0 })
    expect(cut?.rate).toEqual(parseRationalRate(frameRate))
  },
)

test('a session may mix rates, and an entry without a film keeps its place', () => {
  const plan = aPlan([
    { media: { frameRate: '24000/1001', frameCount: 24 } },
    { isEmpty: true },
    { media: { frameRate: '60/1', frameCount: 60 } },
  ])

  expect(cutOf(plan).map(({ name, problem }) => [name, problem])).toEqual([
    ['Shot 0', undefined],
    ['Shot 1', undefined],
    ['Shot 2', undefined],
  ])
  expect(plan.packet.entries[1]?.why).toBe('Nothing had been posted when the packet was taken.')
  expect(plan.files.map(({ path }) => path)).toEqual(['films/001_Shot-0_v3.mp4', 'films/003_Shot-2_v3.mp4'])
})

test('a note becomes a marker on its frame, with author and drawings', () => {
  const mediaId = anId<MediaId>(23, 0)
  const drawings = [{ mediaId, frame: 12, shapes: [{ kind: 'pen', color: '#ff5a52', points: [{ x: 0, y: 1 }] }] }]
  const reference = { id: 'r', type: 'video', label: 'frame 1013', data: { timestamp: 12.5 / 24 } }
  const plan = aPlan([
    {
      media: { frameRate: '24/1', frameCount: 96 },
      item: { frameIn: 1001, frameOut: 1096 },
      comments: [
        { content: '@here[frame 1013] Hold', metadata: { hereReferences: [reference], drawings } },
        { content: '', metadata: { statusInfo: { status: 'WIP' } } },
      ],
    },
  ])

  const timeline = JSON.stringify(toTimeline(plan.packet))

  expect(plan.packet.entries[0]?.notes).toHaveLength(1)
  const { markers } = JSON.parse(timeline).tracks.children[0].children[0]
  expect(markers).toMatchObject([
    {
      OTIO_SCHEMA: 'Marker.2',
      marked_range: { start_time: { value: 1013, rate: 24 }, duration: { value: 1 } },
      metadata: { xsheet: { text: '@here frame 1013 Hold', author: 'Somebody', drawings } },
    },
  ])
})

test('a note names frames by the film’s numbers in the packet', () => {
  const about = { mediaId: anId<MediaId>(23, 0), timestamp: 12.5 / 24 }
  const reference = { id: 'r', type: 'video', label: '13–20', data: { ...about, range: { from: 12, to: 19 } } }
  const plan = aPlan([
    {
      media: { frameRate: '24/1', frameCount: 96 },
      item: { firstFrame: 1001 },
      comments: [{ content: '@here[13–20] Hold', metadata: { hereReferences: [reference] } }],
    },
  ])

  expect(plan.packet.entries[0]?.notes[0]).toMatchObject({
    text: '@here 1013–1020 Hold',
    frames: [{ from: 12, to: 19, label: '1013–1020' }],
  })
})

test('proxies are packed by default, originals in addition, or only posters without films', () => {
  const made = { proxyMediaId: anId<MediaId>(25, 0), posterMediaId: anId<MediaId>(26, 0) }
  const looks: readonly Look[] = [{ media: { ...made, contentType: 'video/quicktime', filename: 'a.mov' } }]
  const paths = (films: FilmChoice) => aPlan(looks, films).files.map(({ path }) => path)

  expect(paths('proxies')).toEqual(['films/001_Shot-0_v3_proxy.mp4', 'films/001_Shot-0_v3_poster.webp'])
  expect(paths('originals')).toEqual([
    'films/001_Shot-0_v3_proxy.mp4',
    'films/001_Shot-0_v3.mov',
    'films/001_Shot-0_v3_poster.webp',
  ])
  expect(paths('none')).toEqual(['films/001_Shot-0_v3_poster.webp'])
  expect(aPlan(looks, 'none').packet.entries[0]?.why).toBe('This packet was taken without films.')
})

test('a file no browser can show is explained, and packed only with originals', () => {
  const looks: readonly Look[] = [{ media: { contentType: 'image/x-exr', filename: 'beauty.exr' } }]

  expect(aPlan(looks).files).toEqual([])
  expect(aPlan(looks).packet.entries[0]?.why).toContain('Browsers cannot show beauty.exr')
  expect(aPlan(looks, 'originals').files.map(({ path }) => path)).toEqual(['films/001_Shot-0_v3.exr'])
})

test('an unavailable file is in neither the page nor the timeline', () => {
  const { packet, files } = aPlan([{ media: { posterMediaId: anId<MediaId>(26, 0) } }])
  const [film] = files

  const written = withoutFiles(packet, { missing: new Set([film?.path ?? '']) })

  expect(written.entries[0]?.film).not.toHaveProperty('path')
  expect(written.entries[0]?.film?.poster).toBe('films/001_Shot-0_v3_poster.webp')
  expect(JSON.stringify(toTimeline(written))).not.toContain('films/001_Shot-0_v3.mp4')
})

test('unknown sizes are asked of the storage, and unavailable files are listed', async () => {
  const { files } = aPlan([
    { media: { posterMediaId: anId<MediaId>(26, 0), sizeBytes: 100 } },
    { media: { sizeBytes: 50, proxyMediaId: anId<MediaId>(25, 1), contentType: 'video/quicktime' } },
  ])
  const gone = anId<MediaId>(25, 1)
  const gateway = {
    loadMediaUrls: async (ids: readonly MediaId[]) =>
      new Map(ids.filter((id) => id !== gone).map((id) => [id, `/${id}`])),
  }

  const { there, missing, bytes } = await measureFiles(files, { client: { gateway }, measure: async () => 7 })

  expect(there.map(({ role }) => role)).toEqual(['film', 'poster'])
  expect(missing.map(({ mediaId }) => mediaId)).toEqual([gone])
  expect(bytes).toBe(107)
})

test.each([
  ['../../etc/passwd', 'films/001_etc-passwd_Anim_v1.mp4'],
  ['CON', 'films/001_CON_Anim_v1.mp4'],
  ['a:b*c?"<>|', 'films/001_a-b-c_Anim_v1.mp4'],
  ['Größe é', 'films/001_Gro-e-e_Anim_v1.mp4'],
  ['日本', 'films/001_Anim_v1.mp4'],
  ['x'.repeat(300), `films/001_${'x'.repeat(40)}_Anim_v1.mp4`],
])('a shot named %s gets a file name that is valid on every system', (shot, path) => {
  expect(toPacketPath({ place: 1, shot, stage: 'Anim', version: 1 }, '.mp4')).toBe(path)
})

test('no file in a packet has an executable ending', () => {
  const ending = (filename: string) => getFileExtension({ contentType: 'application/octet-stream', filename })

  expect(['run.exe', 'page.html', 'pic.SVG', 'a.b/c', 'noending', 'scene.blend'].map(ending)).toEqual([
    '.bin', '.bin', '.bin', '.bin', '.bin', '.blend',
  ]) // prettier-ignore
})

test('no text in a packet can close the element that holds its data', () => {
  const { packet } = aPlan([{ item: { title: '</script><script>alert(1)</script>$&' } }])

  const page = fillPage('<script>"xsheet-packet-goes-here"</script>', packet)

  expect(page.match(/<\/script/g)).toHaveLength(1)
  const [, json = ''] = /<script>(.*)<\/script>/s.exec(page) ?? []
  expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(packet)))
})

test('two shots of the same name are two files', () => {
  const { files } = aPlan([{ item: { title: 'A' } }, { item: { title: 'a' } }])

  expect(new Set(files.map(({ path }) => path.toLowerCase())).size).toBe(2)
})
