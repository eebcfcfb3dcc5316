import { mediaKindOf } from '#core/revisions/media-kind.ts'
import { bytesOf } from '#core/lib/readable-bytes.ts'
import { hashBlob } from '#core/sync/uploads/hash-blob.ts'
import type { PreparedFile } from '#core/sync/uploads/ports.ts'
import { analyseImage } from './analyse-image.ts'
import type { Size } from './to-picture.ts'
import type { PrepareAnswer, PrepareRequest, ProxyAnswer, ProxyRequest } from './prepare-messages.ts'

const answer = (message: PrepareAnswer | ProxyAnswer): void => postMessage(message)

addEventListener(
  'message',
  ({ data }: MessageEvent<PrepareRequest | ProxyRequest>) => void ('film' in data ? makeProxy(data) : prepare(data)),
)

const sendSize = ({ width, height }: Size): void => answer({ kind: 'size', width, height })

async function makeProxy({ film }: ProxyRequest): Promise<void> {
  let told = 0
  const onPercent = (percent: number): void => {
    if (percent <= told) return
    told = percent
    answer({ kind: 'percent', percent })
  }
  try {
    const { writeProxy } = await import('./write-proxy.ts')
    answer({ kind: 'proxy', proxy: await writeProxy(film, onPercent) })
  } catch {
    // An unreadable film gets no proxy, but is stored anyway.
    answer({ kind: 'proxy', proxy: undefined })
  }
}

async function prepare(request: PrepareRequest): Promise<void> {
  try {
    if ('body' in request) answer({ kind: 'hash', sha256: await hashBlob(request.body) })
    answer({ kind: 'looks', looks: await look(request) })
  } catch (cause) {
    answer({ kind: 'failed', message: String(cause) })
  }
}

async function look(request: PrepareRequest): Promise<Omit<PreparedFile, 'sha256'>> {
  const { baseName } = request
  if ('url' in request) return await (await import('./analyse-stored.ts')).analyseStored(request, sendSize)
  const { body, contentType } = request
  const kind = mediaKindOf(contentType)
  if (kind === 'image') return await analyseImage(body, baseName, sendSize)
  if (kind === 'audio') return { details: await (await import('./analyse-sound.ts')).analyseSound(body), pictures: [] }
  if (kind !== 'video') return { details: {}, pictures: [] }
  const [{ BlobSource }, { analyseFilm }] = await Promise.all([import('mediabunny'), import('./analyse-film.ts')])
  return await analyseFilm({ source: new BlobSource(body), bytes: bytesOf(body) }, { baseName, isHeard: true })
}
