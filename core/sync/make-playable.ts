import type { Gateway } from '#core/gateway/ports.ts'
import { encodeDetails } from '#core/revisions/media-details.ts'
import type { MediaId, ProjectId, StudioId } from '#core/lib/ids.ts'
import { AppError } from '#core/lib/errors.ts'
import type { MediaRow } from '#core/schema/media.ts'
import type { IdSource } from './ports.ts'
import type { MakeProxy } from './uploads/ports.ts'

type Deps = {
  readonly gateway: Pick<Gateway, 'uploads' | 'call' | 'loadMediaUrls'>
  readonly ids: Pick<IdSource, 'newId'>
  readonly makeProxy: MakeProxy
  /** Downloads a whole file. */
  readonly fetchFile: (url: string, signal: AbortSignal) => Promise<Blob>
}

type Wanted = {
  readonly film: Pick<MediaRow, 'id' | 'filename'>
  readonly studioId: StudioId
  readonly projectId: ProjectId
}

type Watch = { readonly signal: AbortSignal; readonly onPercent: (percent: number) => void }

/**
 * Makes the proxy of a film that has none and that few browsers play, on this device, and uploads it for everybody.
 * Fails with an `AppError`: `invalid-input` if this device cannot decode or encode it, or the film is gone.
 */
export async function makePlayable(deps: Deps, { film, studioId, projectId }: Wanted, watch: Watch): Promise<void> {
  const { gateway, ids, makeProxy, fetchFile } = deps
  const { signal } = watch
  const url = (await gateway.loadMediaUrls([film.id])).get(film.id)
  if (url === undefined) throw new AppError('invalid-input', `${film.filename} no longer exists.`)
  const body = await makeProxy(await fetchFile(url, signal), watch)
  signal.throwIfAborted()
  if (body === undefined)
    throw new AppError(
      'invalid-input',
      `This browser cannot make a playable copy of ${film.filename}. It can be downloaded.`,
    )
  const mediaId = ids.newId<MediaId>()
  const filename = `${film.filename.replace(/\.[^.]*$/, '').slice(0, 200)}-720p.mp4`
  await gateway.uploads.upload({ mediaId, studioId, projectId, filename, contentType: body.type, body }, { signal })
  await gateway.call('fill_poster', { p_media_id: film.id, p_details: encodeDetails({ proxyMediaId: mediaId }) })
}
