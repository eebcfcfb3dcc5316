import path from 'node:path'
import { FileAdapter } from './adapter.ts'
import type { ListOptions } from './answers.ts'
import {
  badKey,
  badToken,
  diskFull,
  failure,
  noObject,
  NoObject,
  notFound,
  plainFailure,
  readObject,
  toFolder,
  toInfo,
  toListing,
  toListingV2,
  toSignedPath,
  withFailureCode,
} from './answers.ts'
import { type HasFreeSpace, serveWithRoom } from '../free-space.ts'
import { isPreflight, toPreflight, withCors } from './cors.ts'
import { toDownload } from './download.ts'
import { makeExchange, runExchange } from './exchange.ts'
import { makeKeyedMutex } from './keyed-mutex.ts'
import { isSafeKey } from './object-key.ts'
import { keepBucket } from './buckets.ts'
import { ObjectStore } from './object-store.ts'
import { Resumable } from './resumable.ts'
import type { Next } from './upload.ts'
import { upload } from './upload.ts'

const root = '/storage/v1'
const defaultLimitBytes = 5 * 1024 ** 3
/** Signed URLs looked up concurrently. */
const signAtOnce = 8
/** Names that one request may sign or remove; each is looked up by itself. */
const mostNames = 1000

type StorageOptions = {
  /** Holds the objects and unfinished uploads. */
  directory: string
  /** The largest object a bucket takes, in bytes; `undefined` if it has no limit of its own. */
  findSizeLimit?: (bucket: string) => Promise<number | undefined>
  /** By default there is always room. */
  hasRoom?: HasFreeSpace
}

/**
 * Object storage for lite: the adapter for its objects, and `wrap`, through which every request under `/storage/v1`
 * must pass, so that an unmodified storage-js finds the hosted service's dialect.
 */
export function makeStorage({
  directory,
  findSizeLimit = async () => undefined,
  hasRoom = async () => true,
}: StorageOptions) {
  const store = new ObjectStore(directory)
  const adapter = new FileAdapter(store, makeKeyedMutex())
  const toLimit = async (bucket: string): Promise<number> => (await findSizeLimit(bucket)) ?? defaultLimitBytes
  const resumable = new Resumable(path.join(directory, 'resumable'), toLimit)
  const cleared = store.clearIncoming()

  async function wrap(request: Request, next: Next): Promise<Response> {
    if (!new URL(request.url).pathname.startsWith(`${root}/`)) return next(request)
    if (isPreflight(request)) return toPreflight(request)
    await cleared
    return withCors(await withFailureCode(await refuseNoObject(route(withCanonicalPath(request), next))))
  }

  /** What has arrived of an upload that finds no room on the disk is deleted. */
  async function route(request: Request, next: Next): Promise<Response> {
    const location = toLocation(request)
    const answer = (asked: Request): Promise<Response> => serve(asked, next, location)
    if (!isUpload(request, location)) return answer(request)
    const response = await serveWithRoom({ request, announced: toAnnounced(request), hasRoom }, answer)
    if (response === undefined && location.action === 'resumable') await resumable.drop(request)
    return response ?? diskFull()
  }

  async function serve(request: Request, next: Next, location: Location): Promise<Response> {
    const { action, key } = location
    const { method } = request
    if (action === 'resumable') return resumable.answer(request, next)
    if (key !== '' && !isSafeKey(key)) return badKey(key)
    if (action === 'upload-sign' && method === 'PUT') return write(request, next, location)
    if (action === 'object' && key !== '' && (method === 'POST' || method === 'PUT'))
      return write(request, next, location)
    return serveInWords(request, next, location)
  }

  async function write(request: Request, next: Next, { action, bucket, key }: Location): Promise<Response> {
    if (isTokenExpired(request)) return badToken('"exp" claim timestamp check failed')
    const run = async (): Promise<Response> => upload({ request, next, limitBytes: await toLimit(bucket) })
    if (action === 'upload-sign') return toTokenFailure(await mapJson(run, () => ({ Key: `${bucket}/${key}` })))
    return run()
  }

  return { adapter, wrap }
}

/** Requests without file bytes: lite's answers in the form of the hosted service. */
async function serveInWords(request: Request, next: Next, { action, bucket, key }: Location): Promise<Response> {
  const { method } = request
  if (action === 'info' && method === 'GET') return mapJson(() => next(request), toInfo)
  if (action === 'info' && method === 'HEAD') return toHead(await next(asGet(request)))
  if (action === 'bucket' && (method === 'POST' || method === 'PUT')) return keepBucket(request, next)
  if (action === 'list' && method === 'POST') return list(request, next)
  if (action === 'list-v2' && method === 'POST') return listV2(request, next)
  if (action === 'sign' && method === 'POST')
    return key === '' ? signMany(request, next, bucket) : mapJson(() => next(request), toSigned)
  if (action === 'object' && key === '' && method === 'DELETE') return removeMany(request, next)
  if (action === 'upload-sign' && method === 'POST')
    return mapJson(
      () => next(request),
      (answer: { signedUrl: string; token: string }) => ({
        url: toSignedPath(answer.signedUrl),
        token: answer.token,
      }),
    )
  if (action === 'copy' && method === 'POST') return copy(request, next)
  if (['object', 'public', 'sign'].includes(action) && (method === 'GET' || method === 'HEAD'))
    return download(request, next)
  return next(request)
}

const refuseNoObject = async (answer: Promise<Response>): Promise<Response> =>
  await answer.catch((error: unknown) => {
    if (error instanceof NoObject) return noObject()
    throw error
  })

/** Whether a URL authorises itself, by its signature or because the bucket is public, whoever the caller is. */
export function isSelfAuthorised({ method, url }: Request): boolean {
  const { pathname } = new URL(url)
  if (method === 'GET' || method === 'HEAD')
    return /^\/storage\/v1\/(object|render\/image)\/(sign|public)\//.test(pathname)
  return (
    pathname.startsWith(`${root}/upload/resumable/sign`) || (method === 'PUT' && pathname.includes('/upload/sign/'))
  )
}

/** Answers a rejected token. */
export const refuseToken = ({ message }: Error): Response => withCors(plainFailure(401, 'InvalidJWT', message))

/** Whether a request brings a file, whose size its bucket and the disk limit; other bodies are read whole. */
export function isFileUpload(request: Request): boolean {
  const location = toLocation(request)
  const isAsked = location.action === 'copy' || (location.action === 'upload-sign' && request.method === 'POST')
  return !isAsked && isUpload(request, location)
}

type Location = { action: string; bucket: string; key: string }

/** Whether its bytes are stored. */
function isUpload({ method }: Request, { action, key }: Location): boolean {
  if (action === 'resumable') return method === 'POST' || method === 'PATCH'
  return (
    action === 'copy' || (['object', 'upload-sign'].includes(action) && key !== '' && ['POST', 'PUT'].includes(method))
  )
}

/** The declared size of a request, in bytes. */
function toAnnounced({ headers }: Request): number | undefined {
  const length = headers.get('upload-length') ?? headers.get('content-length')
  return length === null ? undefined : Number(length) || 0
}

async function download(request: Request, next: Next): Promise<Response> {
  if (isTokenExpired(request)) return badToken('"exp" claim timestamp check failed')
  const exchange = makeExchange()
  // lite has other rules for HEAD, and transforms images when asked to.
  const asked = new Request(
    toUrl(request, (query) => keepOnly(query, ['token', 'apikey'])),
    { headers: request.headers },
  )
  const response = await runExchange(exchange, () => next(asked))
  if (response.ok && exchange.opened !== undefined) return toDownload(request, exchange.opened)
  await exchange.opened?.handle.close()
  return exchange.failure === 'missing' ? notFound() : toTokenFailure(response, request)
}

async function list(request: Request, next: Next): Promise<Response> {
  const options = await readObject<ListOptions>(request)
  if (!['string', 'undefined'].includes(typeof options.prefix))
    return failure(400, 'InvalidRequest', 'prefix must be text')
  const everything = { prefix: toFolder(options.prefix), limit: 100_000 }
  return mapJson(
    () => next(withJson(request, everything)),
    (rows: Parameters<typeof toListing>[0]) => toListing(rows, options),
  )
}

/** lite lists at the same path without the version. */
async function listV2(request: Request, next: Next): Promise<Response> {
  const options = await readObject<Parameters<typeof toListingV2>[1]>(request)
  const { prefix = '', cursor = '', limit = 0 } = options
  if (typeof prefix !== 'string' || typeof cursor !== 'string')
    return failure(400, 'InvalidRequest', 'prefix and cursor must be texts')
  if (!Number.isInteger(limit)) return failure(400, 'InvalidRequest', 'limit must be a whole number')
  const url = request.url.replace('/object/list-v2/', '/object/list/')
  return mapJson(
    () => next(withJson(request, { prefix: '', limit: 100_000 }, url)),
    (rows: Parameters<typeof toListingV2>[0]) => toListingV2(rows, options),
  )
}

const asGet = (request: Request): Request => new Request(request.url, { headers: request.headers })

const toHead = ({ status, headers }: Response): Response => new Response(null, { status, headers })

async function copy(request: Request, next: Next): Promise<Response> {
  const body = await readObject<{ bucketId: string; destinationBucket?: string }>(request)
  return mapJson(
    () => next(withJson(request, body)),
    ({ key }: { key: string }) => ({
      Key: `${body.destinationBucket ?? body.bucketId}/${key}`,
    }),
  )
}

const toSigned = ({ signedUrl }: { signedUrl: string }) => ({ signedURL: toSignedPath(signedUrl) })

/** lite's own route for many is shadowed by the one for a single object. */
async function signMany(request: Request, next: Next, bucket: string): Promise<Response> {
  const { expiresIn, paths: asked } = await readObject<{ expiresIn?: number; paths?: unknown }>(request)
  const paths = Array.isArray(asked) ? asked.map(String) : []
  if (paths.length > mostNames) return tooManyNames('paths')
  const sign = async (key: string) => {
    const url = new URL(request.url)
    url.pathname = `${root}/object/sign/${bucket}/${encodeURI(key)}`
    const response = isSafeKey(key) ? await next(withJson(request, { expiresIn }, url.href)) : notFound()
    if (response.ok) return { error: null, path: key, ...toSigned((await response.json()) as { signedUrl: string }) }
    return { error: 'Either the object does not exist or you do not have access to it', path: key, signedURL: null }
  }
  const answers: unknown[] = []
  for (let start = 0; start < paths.length && !request.signal.aborted; start += signAtOnce)
    answers.push(...(await Promise.all(paths.slice(start, start + signAtOnce).map(sign))))
  return Response.json(answers)
}

async function removeMany(request: Request, next: Next): Promise<Response> {
  const body = await readObject<{ prefixes?: unknown }>(request)
  if (!Array.isArray(body.prefixes)) return failure(400, 'InvalidRequest', 'prefixes must be a list of names')
  return body.prefixes.length > mostNames ? tooManyNames('prefixes') : next(withJson(request, body))
}

const tooManyNames = (list: string): Response =>
  failure(400, 'InvalidRequest', `${list} holds at most ${mostNames} names`)

async function mapJson<Body>(run: () => Promise<Response>, convert: (body: Body) => unknown): Promise<Response> {
  const response = await run()
  // The shapes are lite's, which is pinned and covered by tests.
  return response.ok ? Response.json(convert((await response.json()) as Body), { status: response.status }) : response
}

/** lite answers 500 to a foreign token. */
function toTokenFailure(response: Response, request?: Request): Response {
  const isSigned = request === undefined || new URL(request.url).searchParams.has('token')
  return response.status === 500 && isSigned ? badToken('signature verification failed') : response
}

/** Without checking the signature: this only saves a call to lite. */
function isTokenExpired(request: Request): boolean {
  const payload = new URL(request.url).searchParams.get('token')?.split('.')[1]
  if (payload === undefined) return false
  try {
    const { exp } = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as { exp?: number }
    return typeof exp === 'number' && exp * 1000 <= Date.now()
  } catch {
    return false
  }
}

/** The hosted service's other paths for the same objects; transformed images are served as the originals. */
function withCanonicalPath(request: Request): Request {
  const { pathname } = new URL(request.url)
  const canonical = pathname
    .replace(/^\/storage\/v1\/render\/image\//, `${root}/object/`)
    .replace(/^\/storage\/v1\/object\/authenticated\//, `${root}/object/`)
    .replace(/^\/storage\/v1\/object\/info\/(authenticated|public)\//, `${root}/object/info/`)
  if (canonical === pathname) return request
  const url = new URL(request.url)
  url.pathname = canonical
  return new Request(url, { method: request.method, headers: request.headers })
}

const actions = ['info', 'list', 'list-v2', 'sign', 'public', 'move', 'copy'] as const

function toLocation(request: Request): Location {
  const steps = decodePath(new URL(request.url).pathname.slice(root.length + 1)).split('/')
  const [first = '', second = '', third = ''] = steps
  if (first === 'upload' && second === 'resumable') return { action: 'resumable', bucket: '', key: '' }
  if (first !== 'object') return { action: first, bucket: second, key: '' }
  if (second === 'upload' && third === 'sign')
    return { action: 'upload-sign', bucket: steps[3] ?? '', key: steps.slice(4).join('/') }
  if (actions.some((action) => action === second))
    return { action: second, bucket: third, key: steps.slice(3).join('/') }
  return { action: 'object', bucket: second, key: steps.slice(2).join('/') }
}

function decodePath(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}

function toUrl(request: Request, edit: (query: URLSearchParams) => void): URL {
  const url = new URL(request.url)
  edit(url.searchParams)
  return url
}

function keepOnly(query: URLSearchParams, names: string[]): void {
  for (const name of Array.from(query.keys())) if (!names.includes(name)) query.delete(name)
}

function withJson(request: Request, body: unknown, url = request.url): Request {
  const headers = new Headers(request.headers)
  headers.delete('content-length')
  return new Request(url, { method: request.method, headers, body: JSON.stringify(body) })
}
