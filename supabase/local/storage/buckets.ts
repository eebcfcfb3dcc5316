import { failure, readObject } from './answers.ts'
import type { Next } from './upload.ts'

const units: Readonly<Record<string, number>> = { B: 1, KB: 1e3, MB: 1e6, GB: 1e9 }

/** Creates or changes a bucket, whose limit may be given as text: lite only accepts numbers. */
export async function keepBucket(request: Request, next: Next): Promise<Response> {
  const { file_size_limit: said, ...bucket } = await readObject<{
    file_size_limit?: unknown
    allowed_mime_types?: unknown
  }>(request)
  // lite cannot remove a limit.
  if (request.method === 'PUT' && (said === null || bucket.allowed_mime_types === null))
    return failure(400, 'InvalidRequest', 'A bucket’s limit can be changed here, not removed')
  if (bucket.allowed_mime_types === null) delete bucket.allowed_mime_types
  const limit = typeof said === 'string' ? toBytes(said) : said
  if (limit === undefined && said !== undefined) {
    const message = 'the requested file_size_limit uses an invalid format, use 20GB / 20MB / 30KB / 3B'
    return failure(422, 'file_size_limit', message)
  }
  const headers = new Headers(request.headers)
  headers.delete('content-length')
  const body = { ...bucket, ...(limit !== undefined && limit !== null && { file_size_limit: limit }) }
  return next(new Request(request.url, { method: request.method, headers, body: JSON.stringify(body) }))
}

/** `20MB` in bytes, a thousand to the kilobyte as Supabase counts; undefined for anything but a size. */
function toBytes(text: string): number | undefined {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)(gb|mb|kb|b)$/i.exec(text) ?? []
  const bytes = units[unit.toUpperCase()]
  return amount === undefined || bytes === undefined ? undefined : Number(Number(amount).toPrecision(3)) * bytes
}
