import { createWriteStream, openAsBlob } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { type MadeFile, Unreadable } from './messages.ts'

/** Fetches a file to a path. An HTML page in its place comes from something in between: it is retried, not given up. */
export async function fetchFile(url: string | null, target: string, signal: AbortSignal): Promise<void> {
  if (url === null) throw new Unreadable('The file is not in the storage')
  const response = await fetch(url, { signal })
  if (/^text\/html/i.test(response.headers.get('content-type') ?? ''))
    throw new Error('Something other than the storage answered')
  if (!response.ok || response.body === null) throw new Error(`The storage answered ${response.status}`)
  // Node's web streams are iterable, unlike in the DOM's types.
  const bytes = response.body as unknown as AsyncIterable<Uint8Array>
  await pipeline(bytes, createWriteStream(target), { signal })
}

/** Uploads a preview. One that the storage finds too large is not retried, and the error says so. */
export async function sendFile({ file, contentType }: MadeFile, url: string | undefined): Promise<void> {
  if (url === undefined) throw new Error('The storage has no room for the preview')
  const response = await fetch(url, {
    method: 'PUT',
    // For as long as its URL is valid: without it a player returning to a frame would fetch it again.
    headers: { 'content-type': contentType, 'cache-control': 'max-age=3600' },
    body: await openAsBlob(file, { type: contentType }),
  })
  if (response.ok) return
  if (!(await isTooLarge(response))) throw new Error(`The storage refused the preview (${response.status})`)
  const { size } = await stat(file)
  throw new Unreadable(`The preview is ${(size / 1e6).toFixed(1)} MB; your storage takes less`)
}

/** Hosted storage answers 400, with the true status in the body. */
async function isTooLarge(response: Response): Promise<boolean> {
  if (response.status === 413) return true
  const body: unknown = response.status === 400 ? await response.json().catch(() => undefined) : undefined
  return String(Object(body).statusCode) === '413'
}
