import { parseByteRange } from './byte-range.ts'
import { toAttachment, toSafetyHeaders } from './media-type.ts'
import type { ObjectRecord, OpenedObject } from './object-store.ts'
import { toWebStream } from './web-stream.ts'

/** Answers a GET or HEAD of an object, in part if a Range asks for it, without ever holding the object in memory. */
export async function toDownload(request: Request, { record, handle }: OpenedObject): Promise<Response> {
  const headers = toHeaders(request, record)
  const empty = async (status: number): Promise<Response> => {
    await handle.close()
    return new Response(undefined, { status, headers })
  }

  if (isNotModified(request.headers, record)) return empty(304)
  const range = isRangeValid(request.headers, record)
    ? parseByteRange(request.headers.get('range'), record.size)
    : undefined
  if (range === 'unsatisfiable') {
    headers.set('content-range', `bytes */${record.size}`)
    return empty(416)
  }
  const { start, end } = range ?? { start: 0, end: record.size - 1 }
  if (range !== undefined) headers.set('content-range', `bytes ${start}-${end}/${record.size}`)
  headers.set('content-length', String(end - start + 1))
  const status = range === undefined ? 200 : 206
  if (request.method === 'HEAD' || record.size === 0) return empty(status)
  return new Response(toWebStream(handle.createReadStream({ start, end })), { status, headers })
}

function toHeaders(request: Request, record: ObjectRecord): Headers {
  const headers = new Headers({
    ...toSafetyHeaders(record.contentType),
    'cache-control': record.cacheControl,
    etag: record.eTag,
    'last-modified': new Date(record.lastModified).toUTCString(),
    'accept-ranges': 'bytes',
    'x-robots-tag': 'none',
  })
  const name = new URL(request.url).searchParams.get('download')
  const ownName = record.key.slice(record.key.lastIndexOf('/') + 1)
  if (name !== null || headers.has('content-disposition'))
    headers.set('content-disposition', toAttachment(name || ownName))
  return headers
}

/** Times in headers have whole seconds. */
const toSeconds = (time: string): number => Math.floor(Date.parse(time) / 1000)

function isNotModified(headers: Headers, record: ObjectRecord): boolean {
  const wanted = headers.get('if-none-match')
  if (wanted !== null)
    return wanted.split(',').some((tag) => ['*', record.eTag].includes(tag.trim().replace(/^W\//, '')))
  const since = headers.get('if-modified-since')
  return since !== null && toSeconds(record.lastModified) <= toSeconds(since)
}

/** A Range only counts for the version that If-Range names. */
function isRangeValid(headers: Headers, record: ObjectRecord): boolean {
  const condition = headers.get('if-range')
  if (condition === null) return true
  return condition.startsWith('"') ? condition === record.eTag : toSeconds(condition) === toSeconds(record.lastModified)
}
