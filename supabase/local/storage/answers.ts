// lite's answers in the form of the hosted storage service, which storage-js expects.

/** The parts of lite's rows and answers that we read. */
type ObjectRow = {
  id: string
  name: string
  bucket_id: string
  version: string
  created_at: string
  updated_at: string
  last_accessed_at: string
  metadata: Record<string, unknown> | null
}
type HttpMetadata = {
  size: number
  mimetype: string
  cacheControl: string
  eTag: string
  lastModified: string
  userMetadata?: Record<string, unknown>
}
export type StorageFailure = { statusCode: string; error: string; message: string; code?: string }
export type ListOptions = {
  prefix?: string
  limit?: number
  offset?: number
  search?: string
  sortBy?: { column?: string; order?: string }
}

const codes: Record<string, string> = {
  not_found: 'NoSuchKey',
  'Bucket not found': 'NoSuchBucket',
  Duplicate: 'KeyAlreadyExists',
  'Payload too large': 'EntityTooLarge',
  'Invalid key': 'InvalidKey',
  Unauthorized: 'AccessDenied',
  InvalidJWT: 'InvalidJWT',
  invalid_mime_type: 'InvalidMimeType',
  InvalidRequest: 'InvalidRequest',
  file_size_limit: 'InvalidFileSizeLimit',
}

/** A failure in the hosted service's form: the true status in the body, 400 on the status line. */
export function failure(status: number, error: string, message: string): Response {
  return Response.json({ statusCode: String(status), error, message, code: codes[error] ?? error }, { status: 400 })
}

/** A failure whose true status is also on the status line. */
export function plainFailure(status: number, error: string, message: string): Response {
  return Response.json({ statusCode: String(status), error, message, code: codes[error] ?? error }, { status })
}

export const tooLarge = (): Response =>
  plainFailure(413, 'Payload too large', 'The object exceeded the maximum allowed size')
export const diskFull = (): Response => plainFailure(507, 'InsufficientStorage', "The studio's disk is full")
export const cutOff = (): Response => failure(400, 'InvalidRequest', 'The upload ended before all of it had arrived')
export const badKey = (key: string): Response => failure(400, 'Invalid key', `Invalid key: ${key.slice(0, 200)}`)
export const noObject = (): Response => failure(400, 'InvalidRequest', 'The body must be a JSON object')
export const notFound = (): Response => failure(404, 'not_found', 'Object not found')
export const badToken = (message: string): Response => failure(400, 'InvalidJWT', message)

/** A body that is not a JSON object. */
export class NoObject extends Error {}

/** Reads the JSON object in a request's body, in the shape its reader expects; throws NoObject for anything else. */
export async function readObject<Shape>(request: Request): Promise<Shape> {
  const body: unknown = await request.json().catch(() => undefined)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new NoObject()
  // lite checks its content.
  return body as Shape
}

/** Adds to lite's failures the `code` by which storage-js tells a missing object from other failures. */
export async function withFailureCode(response: Response): Promise<Response> {
  if (
    response.ok ||
    response.status < 400 ||
    response.body === null ||
    !response.headers.get('content-type')?.includes('json')
  )
    return response
  const body = (await response.json()) as StorageFailure
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  const code = body.code ?? codes[body.error]
  return Response.json({ ...body, ...(code && { code }) }, { status: response.status, headers })
}

/** lite returns the whole path where the hosted service leaves `/storage/v1` to the client. */
export const toSignedPath = (liteUrl: string): string => liteUrl.replace(/^\/storage\/v1/, '')

export function toInfo(row: ObjectRow & { httpMetadata: HttpMetadata }) {
  const { httpMetadata } = row
  return {
    id: row.id,
    name: row.name,
    version: row.version,
    bucket_id: row.bucket_id,
    size: httpMetadata.size,
    content_type: httpMetadata.mimetype,
    cache_control: httpMetadata.cacheControl,
    etag: httpMetadata.eTag,
    metadata: httpMetadata.userMetadata ?? {},
    last_modified: httpMetadata.lastModified,
    created_at: row.created_at,
  }
}

const sortable = ['name', 'updated_at', 'created_at', 'last_accessed_at'] as const

/** The prefix that lite has to look for: the folder's, with its slash. */
export function toFolder(prefix = ''): string {
  return prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`
}

type ListV2Options = {
  prefix?: string
  limit?: number
  cursor?: string
  with_delimiter?: boolean
  sortBy?: { column?: string; order?: string }
}

/**
 * Lists what has a prefix, flat or, with a delimiter, folder by folder; the cursor is the position of the last entry of
 * the previous page.
 */
export function toListingV2(rows: readonly ObjectRow[], options: ListV2Options) {
  const { prefix = '', with_delimiter: isByFolder = false } = options
  const limit = Math.min(Math.max(1, options.limit ?? 1000), 1000)
  const column = sortable.find((known) => known === options.sortBy?.column) ?? 'name'
  const direction = options.sortBy?.order?.toLowerCase() === 'desc' ? -1 : 1
  const folderOf = (name: string): string | undefined => {
    const end = name.indexOf('/', prefix.length)
    return isByFolder && end >= 0 ? name.slice(0, end + 1) : undefined
  }
  const found = rows.filter(({ name }) => name.startsWith(prefix))
  const folders = [...new Set(found.flatMap(({ name }) => folderOf(name) ?? []))]
  const entries = [
    ...folders.map((name) => ({ name, by: column === 'name' ? name : '', row: undefined })),
    ...found
      .filter(({ name }) => folderOf(name) === undefined)
      .map((row) => ({ name: row.name, by: String(row[column]), row })),
  ].toSorted((a, b) => direction * comparePlaces(a, b))
  const cursor = options.cursor === undefined ? undefined : readCursor(options.cursor)
  // It may have been deleted since.
  const rest = cursor === undefined ? entries : entries.filter((entry) => direction * comparePlaces(entry, cursor) > 0)
  const page = rest.slice(0, limit)
  const last = page.at(-1)
  const hasNext = rest.length > limit
  return {
    hasNext,
    folders: page.filter(({ row }) => row === undefined).map(({ name }) => ({ name, key: name.replace(/\/$/, '') })),
    objects: page.flatMap(({ name, row }) => {
      if (row === undefined) return []
      const { id, updated_at, created_at, last_accessed_at, metadata } = row
      return [{ name, key: name, id, updated_at, created_at, last_accessed_at, metadata }]
    }),
    ...(hasNext && last !== undefined && { nextCursor: Buffer.from(`${last.by}\n${last.name}`).toString('base64url') }),
  }
}

type Place = { by: string; name: string }

const comparePlaces = (a: Place, b: Place): number => compareTexts(a.by, b.by) || compareTexts(a.name, b.name)

function readCursor(cursor: string): Place {
  const [by = '', name = ''] = Buffer.from(cursor, 'base64url').toString().split('\n', 2)
  return { by, name }
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Lists what lies directly in a folder, out of everything below it: folders first, names relative to the folder. */
export function toListing(rows: readonly ObjectRow[], options: ListOptions) {
  const folder = toFolder(options.prefix)
  const search = options.search?.toLowerCase() ?? ''
  const inside = rows
    .filter(({ name }) => name.startsWith(folder))
    .map((row) => ({ row, name: row.name.slice(folder.length) }))
    .filter(({ name }) => name !== '' && name.toLowerCase().startsWith(search))
  const folders = new Set(
    inside.filter(({ name }) => name.includes('/')).map(({ name }) => name.split('/', 1)[0] ?? ''),
  )
  const files = inside
    .filter(({ name }) => !name.includes('/'))
    .map(({ row: { id, updated_at, created_at, last_accessed_at, metadata }, name }) => ({
      name,
      id,
      updated_at,
      created_at,
      last_accessed_at,
      metadata,
    }))
  const column = sortable.find((known) => known === options.sortBy?.column) ?? 'name'
  const direction = options.sortBy?.order?.toLowerCase() === 'desc' ? -1 : 1
  const compare = (a: string, b: string): number => (a < b ? -direction : a > b ? direction : 0)
  const entries = [
    ...[...folders].toSorted(compare).map((name) => ({
      name,
      id: null,
      updated_at: null,
      created_at: null,
      last_accessed_at: null,
      metadata: null,
    })),
    ...files.toSorted((a, b) => compare(String(a[column]), String(b[column]))),
  ]
  const offset = Math.max(0, options.offset ?? 0)
  return entries.slice(offset, offset + Math.max(0, options.limit ?? 100))
}
