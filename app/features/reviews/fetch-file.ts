import { fetchStored } from '#core/lib/storage-voice.ts'
import { AppError } from '#core/lib/errors.ts'

/** How large a file of the storage is: by its first byte, or where the storage does not tell by that, by asking for all of it and reading none. */
export async function measureUrl(url: string): Promise<number | undefined> {
  const first = await fetchFile(url, { headers: { range: 'bytes=0-0' } })
  await first.body?.cancel()
  if (!first.ok) return undefined
  const whole = /\/(\d+)$/.exec(first.headers.get('content-range') ?? '')?.[1]
  if (whole !== undefined) return Number(whole)
  const response = first.status === 206 ? await fetchFile(url, {}) : first
  await response.body?.cancel()
  const length = response.headers.get('content-length')
  return length === null ? undefined : Number(length)
}

/** Asks the storage; fails with an `AppError` where it cannot be reached. */
export async function fetchFile(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetchStored(url, init)
  } catch (cause) {
    if (init.signal?.aborted === true) throw cause
    throw new AppError('server-unavailable', 'The connection to the storage broke. Nothing was saved.', { cause })
  }
}
