import { AppError } from '#core/lib/errors.ts'
import { messages } from '#core/lib/messages.ts'
import { mayComeFromProxy } from '#core/lib/storage-check.ts'
import { badAnswer, callFunction, type Http } from './http.ts'
import type { UploadRequest, UploadSlot, UploadWatch } from './ports.ts'
import type { PutBytes } from './put-bytes.ts'
import { errorOfAnswer } from './wire-error.ts'

const name = 'upload-parts'

type Deps = { readonly http: Http; readonly put: PutBytes }
type Sending = { readonly slot: UploadSlot; readonly request: UploadRequest; readonly watch: UploadWatch }
/** The function's response format (upload-parts). */
type Answer = {
  readonly upload_id: string | null
  readonly part_bytes: number | null
  readonly sent_bytes: number | null
  readonly parts: readonly { readonly number: number; readonly url: string }[]
  readonly is_whole: boolean
}

/**
 * Sends a file into a bucket in parts, each to an address of its own. Resumes an earlier attempt if `watch.place` is
 * what that attempt passed to `watch.onPlace`; at most the part in transit is sent again. Returns false if the bucket
 * takes no parts.
 */
export async function sendInParts({ http, put }: Deps, sending: Sending): Promise<boolean> {
  const { slot, watch } = sending
  let uploadId = readPlace(watch.place)
  let sentBefore = -1
  for (;;) {
    const answer = await ask(http, { media_id: slot.id, ...(uploadId !== undefined && { upload_id: uploadId }) }, watch)
    if (answer.is_whole) return true
    const { upload_id: known, sent_bytes: sent } = answer
    if (known === null) return false
    if (sent === null) throw badAnswer(name)
    // The bucket has lost what it had or accepts nothing; a later attempt may succeed.
    if (sent <= sentBefore)
      throw new AppError('server-unavailable', messages['server-unavailable'], { retryable: true })
    if (known !== uploadId) watch.onPlace?.(toPlace(http, slot, known))
    uploadId = known
    sentBefore = sent
    await sendParts(put, sending, answer)
  }
}

/**
 * Sends the parts of one response, up to the first that is refused: addresses expire after an hour, and the next
 * response has new ones.
 */
async function sendParts(put: PutBytes, { request, watch }: Sending, answer: Answer): Promise<void> {
  const { part_bytes: partBytes } = answer
  if (partBytes === null) throw badAnswer(name)
  let sent = answer.sent_bytes ?? 0
  watch.onProgress?.(sent)
  for (const { number, url } of answer.parts) {
    const body = request.body.slice((number - 1) * partBytes, number * partBytes)
    const before = sent
    const onProgress = (bytes: number): void => watch.onProgress?.(before + bytes)
    const response = await put({ method: 'PUT', url, body, headers: {}, watch: { ...watch, onProgress } })
    if (mayComeFromProxy(response.status)) throw errorOfAnswer(response, undefined)
    if (!response.ok) return
    sent += body.size
  }
}

async function ask(http: Http, body: object, { signal }: UploadWatch): Promise<Answer> {
  // The fields are checked where they are used.
  return (await callFunction(http, name, { body, ...(signal && { signal }) })) as Answer
}

/** Cancels an upload; the parts that arrived are discarded. */
export async function dropParts(http: Http, place: string): Promise<void> {
  const search = new URL(place).searchParams
  const body = { media_id: search.get('media_id'), upload_id: search.get('upload_id'), give_up: true }
  await callFunction(http, name, { body })
}

const toPlace = ({ url }: Http, { id }: UploadSlot, uploadId: string): string =>
  `${url}/functions/v1/${name}?${new URLSearchParams({ media_id: id, upload_id: uploadId }).toString()}`

/** Tells whether an earlier upload goes into a bucket in parts. */
export const isPlaceOfParts = (place: string): boolean => new URL(place).pathname.endsWith(`/functions/v1/${name}`)

function readPlace(place: string | undefined): string | undefined {
  return place !== undefined && isPlaceOfParts(place)
    ? (new URL(place).searchParams.get('upload_id') ?? undefined)
    : undefined
}
