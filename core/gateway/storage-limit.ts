import { AppError } from '#core/lib/errors.ts'
import { formatBytes } from '#core/lib/format-bytes.ts'
import { messages } from '#core/lib/messages.ts'
import type { Http } from './http.ts'
import type { UploadRequest, UploadSlot } from './ports.ts'

type Sending = { readonly slot: UploadSlot; readonly request: UploadRequest }

/**
 * Returns the error for a file that the storage, or a proxy in front of it, finds too large, with the limit if known;
 * undefined for any other response. Hosted storage responds with 400 and puts the true status in the body.
 */
export async function findTooLarge(
  http: Http,
  response: Response,
  { slot, request }: Sending,
): Promise<AppError | undefined> {
  if (!(await isTooLarge(response))) return undefined
  const size = request.body.size
  const limit = readLimit(response) ?? (await askForLimit(http, slot))
  const isKnown = limit !== undefined && limit < size
  const [kind = ''] = request.contentType.split('/')
  const words = toWords(size, isKnown ? limit : undefined)
  return new AppError('upload-too-large', messages['upload-too-large'](nouns.get(kind) ?? 'file', ...words))
}

const nouns = new Map([
  ['video', 'film'],
  ['image', 'picture'],
  ['audio', 'recording'],
])

async function isTooLarge(response: Response): Promise<boolean> {
  if (response.status === 413) return true
  if (response.status !== 400) return false
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined)
  return String(Object(body).statusCode) === '413'
}

/** Reads the size limit of a storage that supports TUS (https://tus.io/protocols/resumable-upload#tus-max-size). */
function readLimit({ headers }: Response): number | undefined {
  const limit = Number(headers.get('tus-max-size') ?? 0)
  return Number.isSafeInteger(limit) && limit > 0 ? limit : undefined
}

async function askForLimit(http: Http, { resumable }: UploadSlot): Promise<number | undefined> {
  if (resumable === undefined) return undefined
  const asked = http.ask(new URL(resumable.url, http.url), { method: 'OPTIONS', headers: { 'tus-resumable': '1.0.0' } })
  const response = await asked.catch(() => undefined)
  return response && readLimit(response)
}

/**
 * Formats both in the same unit. A limit that is a multiple of 1,048,576 bytes is given in MB of that size, as whoever
 * set it knows it.
 */
function toWords(size: number, limit: number | undefined): [size: string, limit: string | undefined] {
  const scale = limit !== undefined && limit % 2 ** 20 === 0 ? 1e6 / 2 ** 20 : 1
  const say = (bytes: number): string => formatBytes(bytes * scale).replace('.0 ', ' ')
  return [say(size), limit === undefined ? undefined : say(limit)]
}
