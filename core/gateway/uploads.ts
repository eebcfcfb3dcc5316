import { AppError } from '../lib/errors.ts'
import { messages } from '../lib/messages.ts'
import { callFunction, type Http } from './http.ts'
import type { MediaDetails, UploadGateway, UploadRequest, UploadWatch } from './ports.ts'
import type { Rest } from './rest.ts'
import { toSnakeCase } from './tables.ts'
import { errorOfAnswer, errorOfFailure } from './wire-error.ts'

/** Document 1, section 9: three more tries, from one second, and no longer wait than a minute for a rate limit. */
const maxRetries = 3
const baseDelayMs = 1000
const longestRateLimitMs = 60_000

type Slot = { readonly id: string; readonly upload_url: string | null }

/** Sends bytes to an address that carries its own permission. Where the platform can say how far it is, it does. */
export type PutBytes = (request: {
  readonly url: string
  readonly body: Blob
  readonly contentType: string
  readonly watch: UploadWatch
}) => Promise<Response>

/** Uploads in three steps: a slot from the server, the bytes to storage, the word that they are there. */
export function makeUploads(deps: { readonly http: Http; readonly rest: Rest; readonly put: PutBytes }): UploadGateway {
  return {
    upload: async (request, watch = {}) => {
      await withRetries(async () => await uploadOnce(deps, request, watch), watch.signal)
    },
  }
}

async function uploadOnce(
  { http, rest, put }: { readonly http: Http; readonly rest: Rest; readonly put: PutBytes },
  request: UploadRequest,
  watch: UploadWatch,
): Promise<void> {
  const slot = await requestSlot(http, request, watch.signal)
  // A file that has arrived already, as on a repeat, has nowhere to be sent.
  if (slot.upload_url !== null) {
    const url = new URL(slot.upload_url, http.url).href
    const response = await put({ url, body: request.body, contentType: request.contentType, watch })
    if (!response.ok) {
      const error = errorOfAnswer(response, undefined)
      if (error.retryable) throw error
      throw new AppError('upload-failed', messages['upload-failed'](request.filename), { cause: error })
    }
  }
  await rest.call('complete_upload', { p_media_id: slot.id, p_details: encodeDetails(request.details ?? {}) })
}

async function requestSlot(http: Http, request: UploadRequest, signal: AbortSignal | undefined): Promise<Slot> {
  const file = {
    id: request.mediaId,
    filename: request.filename,
    content_type: request.contentType,
    size_bytes: request.body.size,
  }
  const answer = await callFunction(http, 'upload-attachment', {
    body: {
      files: [file],
      studio_id: request.studioId,
      project_id: request.projectId,
      task_id: request.taskId,
      version_id: request.versionId,
      comment_id: request.commentId,
    },
    ...(signal === undefined ? {} : { signal }),
  })
  // The function's own answer (upload-attachment).
  const { uploads } = answer as { readonly uploads?: readonly Slot[] }
  if (uploads === undefined) throw new AppError('upload-urls-failed', messages['upload-urls-failed'])
  if (uploads.length !== 1) throw new AppError('upload-slots-mismatch', messages['upload-slots-mismatch'])
  const [slot] = uploads
  if (slot === undefined) throw new AppError('upload-slot-missing', messages['upload-slot-missing'])
  return slot
}

/** Tries again what may succeed later; a rate limit of more than a minute is not waited for. */
async function withRetries(attempt: () => Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await attempt()
      return
    } catch (cause) {
      const error = errorOfFailure(cause)
      const rateLimitMs = error.retryAfterMs ?? 0
      if (!error.retryable || tries >= maxRetries || rateLimitMs > longestRateLimitMs) throw error
      const backOffMs = baseDelayMs * 2 ** tries + Math.random() * baseDelayMs
      await wait(rateLimitMs > 0 ? rateLimitMs : backOffMs, signal)
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

/** Sends with `fetch`, which tells nothing on the way: progress is none, then all. */
export function makeFetchPut(fetch: Http['plainFetch']): PutBytes {
  return async ({ url, body, contentType, watch }) => {
    const signal = watch.signal === undefined ? {} : { signal: watch.signal }
    const response = await fetch(url, { method: 'PUT', body, headers: { 'content-type': contentType }, ...signal })
    if (response.ok) watch.onProgress?.(body.size)
    return response
  }
}

function encodeDetails(details: MediaDetails): Record<string, unknown> {
  return Object.fromEntries(Object.entries(details).map(([name, value]) => [toSnakeCase(name), value]))
}
