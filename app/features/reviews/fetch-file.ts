import { fetchStored } from '#core/lib/storage-check.ts'
import { AppError } from '#core/lib/errors.ts'

/**
 * Returns the size of a file in storage, in bytes: from a request for its first byte or, if that does not tell, a
 * request for the whole file whose body is not read. Undefined if storage does not have it or does not say.
 */
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

/** Requests a file from storage; fails with an `AppError` if storage cannot be reached. */
export async function fetchFile(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetchStored(url, init)
  } catch (cause) {
    if (init.signal?.aborted === true) throw cause
    throw new AppError('server-unavailable', 'The connection to the storage broke. Nothing was saved.', { cause })
  }
}
