import type { PutBytes } from './put-bytes.ts'
import { storedTypeOf } from '#core/revisions/media-kind.ts'
import { pieceBytes } from '#core/revisions/upload-retries.ts'
import { AppError } from '#core/lib/errors.ts'
import { messages } from '#core/lib/messages.ts'
import { isTokenRefused, type Http } from './http.ts'
import { isPlaceOfParts } from './parts.ts'
import type { UploadRequest, UploadSlot, UploadWatch } from './ports.ts'
import { findTooLarge } from './storage-limit.ts'
import { errorOfAnswer } from './wire-error.ts'

const protocol = { 'tus-resumable': '1.0.0' }
/**
 * Cache lifetime of a file, in seconds: as long as its address is valid. Without it, a player returning to a frame
 * would fetch it again.
 */
export const keptSeconds = 3600
const pieceType = 'application/offset+octet-stream'

type Deps = { readonly http: Http; readonly put: PutBytes }
type Sending = { readonly slot: UploadSlot; readonly request: UploadRequest; readonly watch: UploadWatch }

/**
 * Sends a file in pieces by the TUS protocol 1.0.0 (https://tus.io/protocols/resumable-upload) in the hosted service's
 * dialect. Resumes an earlier attempt if `watch.place` is what that attempt passed to `watch.onPlace`; at most the
 * piece in transit is sent again.
 */
export async function sendResumable(deps: Deps, sending: Sending): Promise<void> {
  const { request, watch } = sending
  // A place in a bucket, where files were stored before, does not apply here.
  let place = watch.place === undefined || isPlaceOfParts(watch.place) ? undefined : watch.place
  let offset = place === undefined ? undefined : await findOffset(deps.http, place, watch.signal)
  if (offset === undefined || place === undefined) {
    place = await createUpload(deps.http, sending)
    if (place === undefined) return
    watch.onPlace?.(place)
    offset = 0
  }
  watch.onProgress?.(offset)
  while (offset < request.body.size) offset = await sendPiece(deps, { ...sending, place, offset })
}

/** Cancels an upload; what had arrived is discarded. */
export async function dropResumable(http: Http, place: string): Promise<void> {
  await http.ask(place, { method: 'DELETE', headers: protocol })
}

/**
 * Returns how many bytes have arrived; undefined if the server no longer knows the upload, or if somebody else has sent
 * the same file (409), which creating it anew will reveal.
 */
async function findOffset(http: Http, place: string, signal: AbortSignal | undefined): Promise<number | undefined> {
  const response = await http.ask(place, { method: 'HEAD', headers: protocol, ...(signal && { signal }) })
  if ([404, 409, 410].includes(response.status)) return undefined
  if (!response.ok) throw await toFailure(response)
  return readOffset(response)
}

/** Returns where the pieces go; undefined if the whole file had arrived and only its answer was lost. */
async function createUpload(http: Http, { slot, request, watch }: Sending): Promise<string | undefined> {
  const { resumable } = slot
  if (resumable === undefined) throw new AppError('upload-urls-failed', messages['upload-urls-failed'])
  const about = {
    bucketName: resumable.bucket,
    objectName: slot.key,
    contentType: storedTypeOf(request.contentType),
    cacheControl: String(keptSeconds),
  }
  const metadata = Object.entries(about).map(([name, value]) => `${name} ${toBase64(value)}`)
  const url = new URL(resumable.url, http.url)
  const response = await http.ask(url, {
    method: 'POST',
    headers: {
      ...protocol,
      'upload-length': String(request.body.size),
      'upload-metadata': metadata.join(','),
      'x-upsert': 'false',
    },
    ...(watch.signal && { signal: watch.signal }),
  })
  const location = response.headers.get('location')
  if (response.status === 409) return undefined
  if (!response.ok || location === null)
    throw (await findTooLarge(http, response, { slot, request })) ?? (await toFailure(response))
  return new URL(location, url).href
}

type Piece = Sending & { readonly place: string; readonly offset: number }

async function sendPiece({ http, put }: Deps, { slot, request, watch, place, offset }: Piece): Promise<number> {
  const body = request.body.slice(offset, offset + pieceBytes)
  const send = async (isFresh: boolean): Promise<Response> =>
    await put({
      method: 'PATCH',
      url: place,
      body,
      headers: {
        ...(await http.loadHeaders(isFresh)),
        ...protocol,
        'content-type': pieceType,
        'upload-offset': String(offset),
      },
      watch: { ...watch, onProgress: (sentBytes) => watch.onProgress?.(offset + sentBytes) },
    })
  let response = await send(false)
  // Row rules answer 403 to a token that has expired.
  if (response.status === 403 || (await isTokenRefused(response))) response = await send(true)
  if (!response.ok) throw (await findTooLarge(http, response, { slot, request })) ?? (await toFailure(response))
  return readOffset(response) ?? offset + body.size
}

function readOffset(response: Response): number | undefined {
  const offset = Number(response.headers.get('upload-offset') ?? Number.NaN)
  return Number.isSafeInteger(offset) ? offset : undefined
}

/**
 * Returns the error of a response. Colliding pieces (409, 423) and uploads that are gone (404, 410) are retried, which
 * looks the upload up again.
 */
async function toFailure(response: Response): Promise<AppError> {
  if ([404, 409, 410, 423].includes(response.status))
    return new AppError('server-unavailable', messages['server-unavailable'], { retryable: true })
  return errorOfAnswer(response, await response.json().catch(() => undefined))
}

/** Encodes UTF-8 in base64, as the protocol requires. */
function toBase64(text: string): string {
  return btoa(String.fromCodePoint(...new TextEncoder().encode(text)))
}
