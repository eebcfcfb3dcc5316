import { AppError } from '#core/lib/errors.ts'
import type { MediaId, ProjectId, StudioId } from '#core/lib/ids.ts'
import type { MediaRow } from '#core/schema/media.ts'
import type { Gateway } from '#core/gateway/ports.ts'
import { encodeDetails } from '#core/revisions/media-details.ts'
import type { IdSource } from './ports.ts'
import type { PreparedFile } from './uploads/ports.ts'

/** Inspects a file in storage without downloading the whole film. */
export type AnalyseStored = (
  url: string,
  signal: AbortSignal,
  /** Raises the limit on bytes downloaded without being asked. */
  mostBytes?: number,
) => Promise<Omit<PreparedFile, 'sha256'>>

/** What a device must provide for making posters. */
export type PosterPlatform = {
  readonly look: AnalyseStored
  /** Runs work in one of the person's tabs at a time. */
  readonly alone: (work: () => Promise<void>) => Promise<void>
}

type Place = { readonly studioId: StudioId; readonly projectId: ProjectId }

/** The visible films without posters, in one place. */
export type WantedPosters = Place & {
  readonly list: () => readonly MediaId[]
}

/** Makes missing posters one after the other, for everybody; a file that yields none is tried once. */
export interface PosterFiller {
  /**
   * Makes the posters that this place wants, until stopped; call it again after each change of the place to continue.
   */
  fill: (wanted: WantedPosters | undefined) => void
  /**
   * Makes the poster of one picture on request, whatever its size. Fails with an `AppError`: `invalid-input` if it
   * cannot be read.
   */
  make: (place: Place, media: Pick<MediaRow, 'id' | 'filename'>) => Promise<void>
  close: () => void
}

type Deps = {
  readonly gateway: Pick<Gateway, 'uploads' | 'call' | 'loadMediaUrls'>
  readonly ids: IdSource
  readonly posters?: PosterPlatform
}

export function makePosterFiller({ gateway, ids, posters }: Deps): PosterFiller {
  const tried = new Set<MediaId>()
  const closed = new AbortController()
  let current: WantedPosters | undefined
  let isRunning = false

  /** Picks at random, so that several people looking at the same rows start in different places. */
  const pick = (): MediaId | undefined => {
    const open = current?.list().filter((id) => !tried.has(id)) ?? []
    return open[Math.floor(ids.random() * open.length)]
  }

  const run = async ({ look, alone }: PosterPlatform): Promise<void> => {
    await alone(async () => {
      for (let id = pick(); id !== undefined && current !== undefined; id = pick()) {
        tried.add(id)
        try {
          await fillOne({ gateway, ids, look, signal: closed.signal }, current, id)
        } catch (cause) {
          // Files without a picture are skipped silently; after a network failure the next change starts over.
          if (!(cause instanceof AppError) || !cause.retryable) continue
          tried.delete(id)
          return
        }
      }
    })
  }

  return {
    fill: (wanted) => {
      current = wanted
      if (posters === undefined || isRunning || pick() === undefined) return
      isRunning = true
      void run(posters).finally(() => {
        isRunning = false
      })
    },
    make: async (place, { id, filename }) => {
      const means = { gateway, ids, signal: closed.signal, mostBytes: Number.POSITIVE_INFINITY }
      const isMade = posters !== undefined && (await fillOne({ ...means, look: posters.look }, place, id))
      if (!isMade) throw new AppError('invalid-input', `This browser cannot read ${filename}. It can be downloaded.`)
    },
    close: () => {
      current = undefined
      closed.abort()
    },
  }
}

type Means = Pick<Deps, 'gateway' | 'ids'> & {
  readonly look: AnalyseStored
  readonly signal: AbortSignal
  readonly mostBytes?: number
}

/** Makes the pictures of one file; returns false if there were none. */
async function fillOne(
  { gateway, ids, look, signal, mostBytes }: Means,
  place: Place,
  mediaId: MediaId,
): Promise<boolean> {
  const url = (await gateway.loadMediaUrls([mediaId])).get(mediaId)
  if (url === undefined) return false
  const { details, pictures } = await look(url, signal, mostBytes)
  if (!pictures.some(({ role }) => role === 'poster')) return false
  const { studioId, projectId } = place
  const links: Record<string, MediaId> = {}
  for (const { role, fileName: filename, body } of pictures) {
    const id = ids.newId<MediaId>()
    const about = { mediaId: id, studioId, projectId, filename, contentType: body.type, body }
    await gateway.uploads.upload(about, { signal })
    links[`${role}MediaId`] = id
  }
  await gateway.call('fill_poster', { p_media_id: mediaId, p_details: encodeDetails({ ...details, ...links }) })
  return true
}
