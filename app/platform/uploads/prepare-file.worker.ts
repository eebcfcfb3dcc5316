import { mediaKindOf } from '#core/domain/media-kind.ts'
import { hashBlob } from '#core/sync/uploads/hash-blob.ts'
import type { PreparedFile } from '#core/sync/uploads/ports.ts'
import { lookAtImage } from './look-at-image.ts'
import type { PrepareAnswer, PrepareRequest } from './prepare-messages.ts'

const answer = (message: PrepareAnswer): void => postMessage(message)

addEventListener('message', ({ data }: MessageEvent<PrepareRequest>) => void prepare(data))

async function prepare(request: PrepareRequest): Promise<void> {
  try {
    answer({ kind: 'hash', sha256: await hashBlob(request.body) })
    answer({ kind: 'looks', looks: await look(request) })
  } catch (cause) {
    answer({ kind: 'failed', message: String(cause) })
  }
}

async function look(request: PrepareRequest): Promise<Omit<PreparedFile, 'sha256'>> {
  const kind = mediaKindOf(request.contentType)
  if (kind === 'image') return await lookAtImage(request)
  if (kind === 'video') return await (await import('./look-at-film.ts')).lookAtFilm(request)
  return { details: {}, pictures: [] }
}
