import { createWriteStream, openAsBlob } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { type MadeFile, Unreadable } from './messages.ts'

/** Fetches a file to its place. A page in its place is somebody else's word: it is tried again, not given up. */
export async function fetchFile(url: string | null, target: string, signal: AbortSignal): Promise<void> {
  if (url === null) throw new Unreadable('The file is not in the storage')
  const response = await fetch(url, { signal })
  if (/^text\/html/i.test(response.headers.get('content-type') ?? ''))
    throw new Error('Something other than the storage answered')
  if (!response.ok || response.body === null) throw new Error(`The storage answered ${response.status}`)
  // Node's streams of the web are iterable, whatever the types of a browser say.
  const bytes = response.body as unknown as AsyncIterable<Uint8Array>
  await pipeline(bytes, createWriteStream(target), { signal })
}

/** Sends a preview. One that the storage finds too large is not tried again, and says so. */
export async function sendFile({ file, contentType }: MadeFile, url: string | undefined): Promise<void> {
  if (url === undefined) throw new Error('The storage has no room for the preview')
  const response = await fetch(url, {
    method: 'PUT',
    // As long as its address is good for: a player that comes back to a frame would fetch it anew.
    headers: { 'content-type': contentType, 'cache-control': 'max-age=3600' },
    body: await openAsBlob(file, { type: contentType }),
  })
  if (response.ok) return
  if (!(await isTooLarge(response))) throw new Error(`The storage refused the preview (${response.status})`)
  const { size } = await stat(file)
  throw new Unreadable(`The preview is ${(size / 1e6).toFixed(1)} MB; your storage takes less`)
}

/** Hosted storage says 400, with the true status in the body. */
async function isTooLarge(response: Response): Promise<boolean> {
  if (response.status === 413) return true
  const body: unknown = response.status === 400 ? await response.json().catch(() => undefined) : undefined
  return String(Object(body).statusCode) === '413'
}
