import type { PutBytes } from './put-bytes.ts'
import { encodeDetails } from '#core/revisions/media-details.ts'
import { storedTypeOf } from '#core/revisions/media-kind.ts'
import { pieceBytes, uploadRetryDelay } from '#core/revisions/upload-retries.ts'
import { AppError } from '#core/lib/errors.ts'
import { toId, type MediaId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import { isFromStorage, makeForeignAnswerError } from '#core/lib/storage-check.ts'
import { callFunction, isTokenRefused, type Http } from './http.ts'
import type { UploadGateway, UploadRequest, UploadSlot, UploadWatch } from './ports.ts'
import { dropParts, isPlaceOfParts, sendInParts } from './parts.ts'
import { dropResumable, keptSeconds, sendResumable } from './resumable.ts'
import { findTooLarge } from './storage-limit.ts'
import type { Rest } from './rest.ts'
import { errorOfAnswer, errorOfFailure } from './wire-error.ts'

/** The most slots the server grants in one call. */
const slotsPerCall = 100

type WireSlot = {
  readonly id: string
  readonly upload_url: string | null
  readonly direct_url?: string | null
  readonly r2_key: string
  readonly resumable_url?: string | null
  readonly takes_parts?: boolean
}

type Deps = {
  readonly http: Http
  readonly rest: Pick<Rest, 'call'>
  readonly put: PutBytes
  readonly sendsWithOwnToken?: boolean
}

/**
 * Makes the gateway for uploads, in three steps: slots from the server, bytes to the storage, and the confirmation that
 * they arrived.
 */
export function makeUploads(given: Deps): UploadGateway {
  const deps = { ...given, put: withStorageCheck(given.put) }
  const { rest } = deps
  const complete: UploadGateway['complete'] = async (mediaId, details) => {
    await rest.call('complete_upload', { p_media_id: mediaId, p_details: encodeDetails(details) })
  }
  const requestSlots: UploadGateway['requestSlots'] = async (requests, signal) =>
    await askForSlots(deps, requests, signal)
  const send: UploadGateway['send'] = async (slot, request, watch = {}) => {
    if (slot.isStored) return
    try {
      await chooseUpload(slot, request)(deps, { slot, request, watch })
    } catch (cause) {
      const error = errorOfFailure(cause)
      if (error.retryable || ['cancelled', 'upload-too-large'].includes(error.code) || !(await hasArrived(rest, slot)))
        throw error
    }
  }
  return {
    requestSlots,
    send,
    complete,
    drop: async (place) => await (isPlaceOfParts(place) ? dropParts : dropResumable)(deps.http, place),
    upload: async (request, watch = {}) => {
      let { place } = watch
      const onPlace = (next: string): void => {
        place = next
        watch.onPlace?.(next)
      }
      await withRetries(async () => {
        const [slot] = await requestSlots([request], watch.signal)
        if (slot === undefined) throw new AppError('upload-slot-missing', messages['upload-slot-missing'])
        await send(slot, request, { ...watch, ...(place !== undefined && { place }), onPlace })
        await complete(request.mediaId, request.details ?? {})
      }, watch.signal)
    },
  }
}

function chooseUpload({ resumable, takesParts }: UploadSlot, { body }: UploadRequest): typeof putWhole {
  if (body.size <= pieceBytes) return putWhole
  if (resumable !== undefined) return sendResumable
  if (takesParts !== true) return putWhole
  return async (deps, sending) => {
    if (!(await sendInParts(deps, sending))) await putWhole(deps, sending)
  }
}

function withStorageCheck(put: PutBytes): PutBytes {
  return async (request) => {
    const response = await put(request)
    const asked = { isSent: true, isInPieces: request.method === 'PATCH' }
    if (!(await isFromStorage(response, asked))) throw makeForeignAnswerError()
    return response
  }
}

async function putWhole(
  deps: Deps,
  { slot, request, watch }: { readonly slot: UploadSlot; readonly request: UploadRequest; readonly watch: UploadWatch },
): Promise<void> {
  const { http, put } = deps
  const { body } = request
  const { uploadUrl, directUrl } = slot
  const headers = { 'content-type': storedTypeOf(request.contentType) }
  // A bucket elsewhere may not allow this header from a page.
  const isOwn = (url: URL): boolean => url.origin === new URL(http.url).origin
  const kept = { 'cache-control': `max-age=${keptSeconds}` }
  const post = async (isFresh: boolean): Promise<Response> => {
    if (directUrl === undefined) throw new AppError('upload-slot-missing', messages['upload-slot-missing'])
    const url = new URL(directUrl, http.url).href
    return await put({
      method: 'POST',
      url,
      body,
      headers: { ...headers, ...kept, ...(await http.loadHeaders(isFresh)) },
      watch,
    })
  }
  const send = async (): Promise<Response> => {
    if (uploadUrl !== undefined) {
      const url = new URL(uploadUrl, http.url)
      return await put({ method: 'PUT', url: url.href, body, headers: { ...headers, ...(isOwn(url) && kept) }, watch })
    }
    const response = await post(false)
    // Row rules answer 403 to a token that has expired.
    return response.status === 403 || (await isTokenRefused(response)) ? await post(true) : response
  }
  const response = await send()
  if (response.ok) return
  const error = (await findTooLarge(http, response, { slot, request })) ?? errorOfAnswer(response, undefined)
  if (error.retryable || error.code === 'upload-too-large') throw error
  throw new AppError('upload-failed', messages['upload-failed'](request.filename), { cause: error })
}

/**
 * Asks the database whether a refused file had already arrived, sent by somebody else or by an attempt whose answer was
 * lost.
 */
async function hasArrived(rest: Pick<Rest, 'call'>, { id }: UploadSlot): Promise<boolean> {
  try {
    await rest.call('complete_upload', { p_media_id: id, p_details: {} })
    return true
  } catch (cause) {
    const error = errorOfFailure(cause)
    if (error.retryable) throw error
    return false
  }
}

/** Requests slots, in order, for files with the same target, in as few calls as the server allows. */
async function askForSlots(
  deps: Pick<Deps, 'http' | 'sendsWithOwnToken'>,
  requests: readonly UploadRequest[],
  signal: AbortSignal | undefined,
): Promise<readonly UploadSlot[]> {
  const slots: UploadSlot[] = []
  for (let start = 0; start < requests.length; start += slotsPerCall)
    slots.push(...(await askOnce(deps, requests.slice(start, start + slotsPerCall), signal)))
  return slots
}

async function askOnce(
  deps: Pick<Deps, 'http' | 'sendsWithOwnToken'>,
  requests: readonly UploadRequest[],
  signal: AbortSignal | undefined,
): Promise<readonly UploadSlot[]> {
  const [first] = requests
  const answer = await callFunction(deps.http, 'upload-attachment', {
    body: {
      files: requests.map(encodeFile),
      ...(deps.sendsWithOwnToken === true && { with_own_token: true }),
      studio_id: first?.studioId,
      project_id: first?.projectId,
      task_id: first?.taskId,
      version_id: first?.versionId,
      comment_id: first?.commentId,
    },
    ...(signal && { signal }),
  })
  // The function's response format (upload-attachment).
  const { uploads } = answer as { readonly uploads?: readonly WireSlot[] }
  if (uploads === undefined) throw new AppError('upload-urls-failed', messages['upload-urls-failed'])
  if (uploads.length !== requests.length) throw new AppError('upload-slots-mismatch', messages['upload-slots-mismatch'])
  return requests.map(({ mediaId }, index) => decodeSlot(uploads[index], mediaId))
}

function encodeFile({ mediaId, filename, contentType, body, details }: UploadRequest) {
  return {
    id: mediaId,
    filename,
    content_type: contentType,
    size_bytes: body.size,
    ...(details?.sha256 !== undefined && { sha256: details.sha256 }),
  }
}

function decodeSlot(slot: WireSlot | undefined, mediaId: MediaId): UploadSlot {
  if (slot?.id !== mediaId) throw new AppError('upload-slot-missing', messages['upload-slot-missing'])
  const { upload_url: uploadUrl, direct_url: directUrl = null, resumable_url: resumableUrl, r2_key: key } = slot
  return {
    id: toId<MediaId>(slot.id),
    key,
    // A file that has already arrived, as on a repeat, gets no address.
    isStored: uploadUrl === null && directUrl === null,
    ...(uploadUrl !== null && { uploadUrl }),
    ...(directUrl !== null && { directUrl }),
    ...(slot.takes_parts === true && { takesParts: true }),
    ...(typeof resumableUrl === 'string' && { resumable: { url: resumableUrl, bucket: 'media' } }),
  }
}

/** Retries what may succeed later; a rate limit of more than a minute is not waited for. */
async function withRetries(attempt: () => Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  for (let retries = 0; ; retries += 1) {
    try {
      await attempt()
      return
    } catch (cause) {
      const error = errorOfFailure(cause)
      const waitMs = uploadRetryDelay(error, retries, Math.random())
      if (waitMs === undefined) throw error
      await wait(waitMs, signal)
    }
  }
}

async function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(new AppError('cancelled', messages.cancelled))
    })
  })
}

/** Makes a sender that uses `fetch`, which reports progress only at the end. */
export function makeFetchPut(fetch: Http['plainFetch']): PutBytes {
  return async ({ method, url, body, headers, watch }) => {
    const signal = watch.signal === undefined ? {} : { signal: watch.signal }
    const response = await fetch(url, { method, body, headers, ...signal })
    if (response.ok) watch.onProgress?.(body.size)
    return response
  }
}
