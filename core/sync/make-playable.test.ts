import { expect, test } from 'vitest'
import { emptyGateway } from '#core/gateway/memory/empty-gateway.ts'
import type { UploadRequest } from '#core/gateway/ports.ts'
import { newId, toId, type MediaId, type ProjectId, type StudioId, type UserId } from '#core/lib/ids.ts'
import { makePlayable } from './make-playable.ts'
import { systemIds } from './system.ts'
import type { MakeProxy } from './uploads/ports.ts'

const film = { id: toId<MediaId>('film'), filename: 'sq010_sh0020.v3.mov' }
const place = { film, studioId: newId<StudioId>(), projectId: newId<ProjectId>() }
const copy = new Blob(['copy'], { type: 'video/mp4' })

/** A server that accepts everything, and the requests and files it received. */
function aServer() {
  const sent: UploadRequest[] = []
  const asked: (readonly [string, unknown])[] = []
  const base = emptyGateway(newId<UserId>())
  const gateway = {
    ...base,
    loadMediaUrls: async (ids: readonly MediaId[]) =>
      await Promise.resolve(new Map(ids.filter((id) => id === film.id).map((id) => [id, `/${id}`]))),
    uploads: {
      ...base.uploads,
      upload: async (request: UploadRequest) => await Promise.resolve(void sent.push(request)),
    },
    call: async (name: string, args?: object) => await Promise.resolve(void asked.push([name, args])),
  }
  return { sent, asked, gateway }
}

function depsOf({ gateway }: ReturnType<typeof aServer>, makeProxy: MakeProxy) {
  const fetchFile = async (url: string) => await Promise.resolve(new Blob([url]))
  return { gateway, ids: systemIds, fetchFile, makeProxy }
}

const watch = () => ({ signal: new AbortController().signal, onPercent: () => undefined })

test('makePlayable makes a proxy from the film, uploads it to its project and links it', async () => {
  const server = aServer()
  const read: string[] = []

  await makePlayable(
    depsOf(server, async (body) => {
      read.push(await body.text())
      return copy
    }),
    place,
    watch(),
  )

  expect(read).toEqual(['/film'])
  const { studioId, projectId } = place
  const [sent] = server.sent
  expect(sent).toMatchObject({ studioId, projectId, filename: 'sq010_sh0020.v3-720p.mp4', contentType: 'video/mp4' })
  const args = { p_media_id: film.id, p_details: { proxy_media_id: sent?.mediaId } }
  expect(server.asked).toEqual([['fill_poster', args]])
})

test('makePlayable sends nothing and reports it if this device cannot read the film', async () => {
  const server = aServer()

  await expect(
    makePlayable(
      depsOf(server, async () => await Promise.resolve(undefined)),
      place,
      watch(),
    ),
  ).rejects.toThrow('This browser cannot make a playable copy of sq010_sh0020.v3.mov. It can be downloaded.')

  expect(server.sent).toEqual([])
  expect(server.asked).toEqual([])
})

test('makePlayable names the film if it is gone', async () => {
  const server = aServer()
  const gone = { ...place, film: { ...film, id: toId<MediaId>('gone') } }

  await expect(
    makePlayable(
      depsOf(server, async () => await Promise.resolve(copy)),
      gone,
      watch(),
    ),
  ).rejects.toThrow('sq010_sh0020.v3.mov no longer exists.')
})
