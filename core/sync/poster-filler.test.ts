import { expect, test, vi } from 'vitest'
import type { UploadRequest } from '#core/gateway/ports.ts'
import { emptyGateway } from '#core/gateway/memory/empty-gateway.ts'
import { AppError } from '#core/lib/errors.ts'
import { newId, toId, type MediaId, type ProjectId, type StudioId, type UserId } from '#core/lib/ids.ts'
import { makePosterFiller, type AnalyseStored, type PosterFiller } from './poster-filler.ts'
import { systemIds } from './system.ts'

const film = toId<MediaId>('film')
const other = toId<MediaId>('other')
const picture = (role: 'poster' | 'thumbnail') => ({
  role,
  fileName: `${role}.webp`,
  body: new Blob([role], { type: 'image/webp' }),
})
const looks = { details: { width: 256 }, pictures: [picture('poster'), picture('thumbnail')] }

type Given = { readonly look?: AnalyseStored; readonly call?: () => Promise<unknown> }

/** A filler on a server that accepts everything, with the requests and files it received. */
function aFiller({ look = async () => await Promise.resolve(looks), call }: Given = {}) {
  const missing = new Set<MediaId>([film])
  const sent: UploadRequest[] = []
  const asked: { readonly name: string; readonly args: object }[] = []
  const looked: string[] = []
  const base = emptyGateway(newId<UserId>())
  const gateway = {
    ...base,
    loadMediaUrls: async (ids: readonly MediaId[]) => await Promise.resolve(new Map(ids.map((id) => [id, `/${id}`]))),
    uploads: {
      ...base.uploads,
      upload: async (request: UploadRequest) => await Promise.resolve(void sent.push(request)),
    },
    call: async (name: string, args?: object) => {
      asked.push({ name, args: args ?? {} })
      // Named as `fill_poster` names it.
      const { p_media_id: id } = args as { readonly p_media_id: MediaId }
      missing.delete(id)
      return await (call?.() ?? Promise.resolve(undefined))
    },
  }
  const filler = makePosterFiller({
    gateway,
    ids: systemIds,
    posters: {
      look: async (url, signal, mostBytes) => {
        looked.push(url)
        return await look(url, signal, mostBytes)
      },
      alone: async (work) => await work(),
    },
  })
  const place = { studioId: newId<StudioId>(), projectId: newId<ProjectId>() }
  const see = (own: PosterFiller = filler): void => own.fill({ ...place, list: () => [...missing] })
  return { see, filler, missing, sent, asked, looked, place }
}

test('makes the pictures of a film on screen, uploads them to its project and links them', async () => {
  const { see, sent, asked, place } = aFiller()

  see()

  await vi.waitFor(() => expect(asked).toHaveLength(1), 30_000)
  expect(sent).toMatchObject([
    { ...place, filename: 'poster.webp', contentType: 'image/webp' },
    { ...place, filename: 'thumbnail.webp' },
  ])
  const [poster, thumbnail] = sent.map(({ mediaId }) => mediaId)
  const details = { width: 256, poster_media_id: poster, thumbnail_media_id: thumbnail }
  expect(asked).toEqual([{ name: 'fill_poster', args: { p_media_id: film, p_details: details } }])
})

test('tries a film that yields no picture once, and goes on with the next', async () => {
  const look: AnalyseStored = async (url) =>
    url === '/film' ? await Promise.resolve({ details: {}, pictures: [] }) : await Promise.resolve(looks)
  const { see, missing, asked, looked } = aFiller({ look })

  see()
  await vi.waitFor(() => expect(looked).toEqual(['/film']), 30_000)
  missing.add(other)
  await vi.waitFor(() => {
    see()
    expect(asked).toHaveLength(1)
  }, 30_000)
  see()

  expect(looked).toEqual(['/film', '/other'])
})

test('skips a film that somebody else has filled, and retries one after a network failure', async () => {
  const taken = aFiller({ call: async () => await Promise.reject(new AppError('conflict', 'It already exists')) })
  taken.see()
  await vi.waitFor(() => expect(taken.asked).toHaveLength(1), 30_000)

  let isOffline = true
  const offline = aFiller({
    look: async () => {
      if (isOffline) return await Promise.reject(new AppError('offline', 'No network', { retryable: true }))
      return await Promise.resolve(looks)
    },
  })
  offline.see()
  await vi.waitFor(() => expect(offline.looked).toHaveLength(1), 30_000)
  isOffline = false

  await vi.waitFor(() => {
    offline.see()
    expect(offline.asked).toHaveLength(1)
  }, 30_000)
})

test('requests nothing on a device that cannot decode films', () => {
  const { place } = aFiller()
  const list = vi.fn<() => readonly MediaId[]>(() => [film])
  const none = makePosterFiller({ gateway: emptyGateway(newId<UserId>()), ids: systemIds })

  none.fill({ ...place, list })

  expect(list).not.toHaveBeenCalled()
})

test('makes the poster of one picture on request, whatever its size, and fails if it cannot be read', async () => {
  const asking: (number | undefined)[] = []
  const look: AnalyseStored = async (url, _signal, mostBytes) => {
    asking.push(mostBytes)
    return await Promise.resolve(url === '/film' ? looks : { details: {}, pictures: [] })
  }
  const { filler, asked, place } = aFiller({ look })

  await filler.make(place, { id: film, filename: 'wall.png' })
  const refused = filler.make(place, { id: other, filename: 'odd.png' })

  await expect(refused).rejects.toThrow('This browser cannot read odd.png. It can be downloaded.')
  expect(asked).toHaveLength(1)
  expect(asking).toEqual([Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY])
})
