import { plainFailure, tooLarge } from './answers.ts'
import { isSafeKey } from './object-key.ts'
import { toStagedFile } from './object-store.ts'
import type { ResumableFiles, ResumableUpload } from './resumable-file.ts'
import { makeResumableFiles } from './resumable-file.ts'
import type { Next } from './upload.ts'
import { decodeBase64, parseMetadata, probeUpload, toCacheControl, uploadStaged } from './upload.ts'

const root = '/storage/v1/upload/resumable'
const version = '1.0.0'
const pieceType = 'application/offset+octet-stream'
const common = { 'tus-resumable': version, 'cache-control': 'no-store' }

/** One request about an upload that has begun, once it may proceed. */
type Step = { request: Request; next: Next; upload: ResumableUpload; signal: AbortSignal }

/**
 * Resumable uploads by the TUS protocol 1.0.0 (https://tus.io/protocols/resumable-upload), with creation, expiration
 * and termination, in the hosted service's dialect: the object is named in Upload-Metadata, and `/sign` takes an
 * `x-signature`. Each piece passes the same row rules as an upload in one go, and so does the object at the end.
 */
export class Resumable {
  readonly #files: ResumableFiles
  readonly #toLimit: (bucket: string) => Promise<number>
  /** The pieces being received, by upload: how to stop one, and when it has ended. */
  readonly #pieces = new Map<string, { stop: AbortController; ended: Promise<void> }>()

  constructor(directory: string, toLimit: (bucket: string) => Promise<number>) {
    this.#files = makeResumableFiles(directory)
    this.#toLimit = toLimit
  }

  async answer(request: Request, next: Next): Promise<Response> {
    const { isSigned, id } = toTarget(request)
    const method = request.headers.get('x-http-method-override')?.toUpperCase() ?? request.method
    if (method === 'OPTIONS') return describe()
    if (request.headers.get('tus-resumable') !== version) return refuse(412, 'Tus-Resumable must be 1.0.0')
    if (id === '') return method === 'POST' ? this.#create(request, next, isSigned) : refuse(405, 'Method not allowed')

    const upload = await this.#files.find(id)
    if (upload === 'expired') return refuse(410, 'The upload has expired')
    if (upload === undefined || upload.isSigned !== isSigned) return refuse(404, 'There is no such upload')
    const refused = await probeUpload(toObjectRequest(request, upload), next)
    if (refused !== undefined) return toRefusal(refused)
    if (method === 'HEAD' || method === 'GET') return this.#describeUpload(request, next, upload)
    if (method === 'DELETE') return this.#alone(id, () => this.#terminate(upload))
    if (method !== 'PATCH') return refuse(405, 'Method not allowed')
    const offset = request.headers.get('upload-offset')
    return this.#alone(id, (signal) => this.#takePiece({ request, next, upload, signal }, offset))
  }

  /** Gives up an upload that cannot continue; its sender starts anew. */
  async drop(request: Request): Promise<void> {
    const { id } = toTarget(request)
    if ((await this.#files.find(id)) !== undefined) await this.#alone(id, () => this.#files.forget(id))
  }

  /**
   * Runs `work` once nobody else works on this upload. The caller is its sender: an earlier piece is on a connection
   * that has broken unnoticed, so it is stopped, and what arrived of it is kept.
   */
  async #alone<Result>(id: string, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    for (let earlier = this.#pieces.get(id); earlier !== undefined; earlier = this.#pieces.get(id)) {
      earlier.stop.abort()
      await earlier.ended
    }
    const stop = new AbortController()
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    this.#pieces.set(id, { stop, ended })
    try {
      return await work(stop.signal)
    } finally {
      this.#pieces.delete(id)
      resolve()
    }
  }

  async #create(request: Request, next: Next, isSigned: boolean): Promise<Response> {
    const about = readAbout(request, isSigned)
    if (about === undefined)
      return refuse(400, 'Upload-Length, and bucketName and objectName in Upload-Metadata, are needed')
    const refused = await probeUpload(toObjectRequest(request, about), next)
    if (refused !== undefined) return toRefusal(refused)
    const limit = await this.#toLimit(about.bucket)
    if (about.lengthBytes > limit) return toAnswer(tooLarge(), { 'tus-max-size': String(limit) })

    const upload = await this.#files.create(about)
    const headers = { location: `${root}${isSigned ? '/sign' : ''}/${upload.id}`, ...toExpiry(upload) }
    const created = toAnswer(new Response(undefined, { status: 201 }), headers)
    const isWithPiece = request.headers.get('content-type') === pieceType
    if (!isWithPiece && upload.lengthBytes > 0) return created
    const piece = await this.#alone(upload.id, (signal) => {
      const step = { request, next, upload, signal }
      return isWithPiece ? this.#takePiece(step, '0') : this.#complete(step)
    })
    return piece.ok ? toAnswer(created, { 'upload-offset': piece.headers.get('upload-offset') ?? '0' }) : piece
  }

  async #takePiece(step: Step, announcedOffset: string | null): Promise<Response> {
    const { request, upload, signal } = step
    if (request.headers.get('content-type') !== pieceType) return refuse(415, `Content-Type must be ${pieceType}`)
    const offset = await this.#files.findOffset(upload.id)
    if (offset === undefined) return refuse(404, 'There is no such upload')
    if (announcedOffset !== String(offset)) return refuse(409, `The upload is at offset ${offset}`)
    const reached = await this.#files.append(upload, request.body ?? undefined, signal)
    if (reached === 'too-long') return refuse(413, 'The piece is longer than what is missing')
    if (reached === 'cut-off') return refuse(400, 'The piece was cut off')
    const completed = reached === upload.lengthBytes ? await this.#complete(step) : undefined
    if (completed?.ok === false) return completed
    const headers = { 'upload-offset': String(reached), ...toExpiry(upload) }
    return toAnswer(new Response(undefined, { status: 204 }), headers)
  }

  /** All bytes have arrived: uploads them as an ordinary object, on behalf of the sender of the last piece. */
  async #complete({ request, next, upload }: Step): Promise<Response> {
    const staged = await toStagedFile(this.#files.toPath(upload.id))
    if (staged === undefined) return refuse(404, 'There is no such upload')
    const { cacheControl, userMetadata } = upload
    const ordinary = toObjectRequest(request, upload)
    const response = await uploadStaged({ request: ordinary, next, staged, about: { cacheControl, userMetadata } })
    await this.#files.forget(upload.id)
    return response.ok ? response : toRefusal(response)
  }

  async #describeUpload(request: Request, next: Next, upload: ResumableUpload): Promise<Response> {
    const offset = await this.#files.findOffset(upload.id)
    if (offset === undefined) return refuse(404, 'There is no such upload')
    if (offset === upload.lengthBytes) {
      // Its last piece is being made an object, or was when the host was killed; nobody sends a piece after the last.
      const completed = await this.#alone(upload.id, (signal) => this.#complete({ request, next, upload, signal }))
      if (!completed.ok) return completed
    }
    return toAnswer(new Response(undefined, { status: 200 }), {
      'upload-offset': String(offset),
      'upload-length': String(upload.lengthBytes),
      ...toExpiry(upload),
    })
  }

  async #terminate(upload: ResumableUpload): Promise<Response> {
    await this.#files.forget(upload.id)
    return toAnswer(new Response(undefined, { status: 204 }))
  }
}

/** What the upload is to become, from the headers of the creating request; `undefined` if they are incomplete. */
function readAbout(request: Request, isSigned: boolean): Omit<ResumableUpload, 'id' | 'expiresAt'> | undefined {
  const metadata = parseUploadMetadata(request.headers.get('upload-metadata'))
  const lengthBytes = Number(request.headers.get('upload-length') ?? Number.NaN)
  const bucket = metadata.get('bucketName') ?? ''
  const key = metadata.get('objectName') ?? ''
  if (!Number.isSafeInteger(lengthBytes) || lengthBytes < 0) return undefined
  if (bucket === '' || bucket.includes('/') || !isSafeKey(key)) return undefined
  const userMetadata = parseMetadata(metadata.get('metadata'))
  return {
    bucket,
    key,
    lengthBytes,
    contentType: toHeaderText(metadata.get('contentType')) ?? 'application/octet-stream',
    cacheControl: toCacheControl(metadata.get('cacheControl')) ?? 'no-cache',
    ...(userMetadata && { userMetadata }),
    isUpsert: request.headers.get('x-upsert') === 'true',
    isSigned,
  }
}

/** The equivalent ordinary upload, with the caller's credentials. */
function toObjectRequest(
  request: Request,
  upload: Pick<ResumableUpload, 'bucket' | 'key' | 'contentType' | 'isUpsert' | 'isSigned'>,
): Request {
  const url = new URL(request.url)
  const object = `${encodeURIComponent(upload.bucket)}/${encodeURI(upload.key)}`
  url.pathname = `/storage/v1/object/${upload.isSigned ? 'upload/sign/' : ''}${object}`
  url.search = ''
  if (upload.isSigned) url.searchParams.set('token', request.headers.get('x-signature') ?? 'none')
  const headers = new Headers({ 'content-type': upload.contentType, 'x-upsert': String(upload.isUpsert) })
  for (const name of ['authorization', 'apikey', 'user-agent']) {
    const value = request.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  return new Request(url, { method: upload.isSigned ? 'PUT' : 'POST', headers, body: new Uint8Array() })
}

function toTarget(request: Request): { isSigned: boolean; id: string } {
  const [first = '', second = ''] = new URL(request.url).pathname.slice(root.length).split('/').filter(Boolean)
  return first === 'sign' ? { isSigned: true, id: second } : { isSigned: false, id: first }
}

/** `key base64value, key base64value` */
function parseUploadMetadata(header: string | null): Map<string, string> {
  const pairs = (header ?? '').split(',').map((pair) => pair.trim().split(/\s+/))
  return new Map(pairs.map(([name = '', value = '']) => [name, decodeBase64(value) ?? '']))
}

const toHeaderText = (text: string | undefined): string | undefined =>
  /^[\x20-\x7e]+$/.test(text ?? '') ? text : undefined

const toExpiry = ({ expiresAt }: ResumableUpload) => ({ 'upload-expires': new Date(expiresAt).toUTCString() })

function toAnswer(response: Response, headers: Record<string, string> = {}): Response {
  for (const [name, value] of Object.entries({ ...common, ...headers })) response.headers.set(name, value)
  return response
}

const refuse = (status: number, message: string): Response => toAnswer(plainFailure(status, 'InvalidRequest', message))

/** Unlike storage-js, clients of this protocol read the status line. */
async function toRefusal(response: Response): Promise<Response> {
  const body = (await response.json().catch(() => ({}))) as { statusCode?: string; error?: string; message?: string }
  // lite answers a foreign signature with a bare 500.
  if (response.status === 500) return toAnswer(plainFailure(403, 'InvalidJWT', 'The signature is not valid'))
  const status = Number(body.statusCode ?? response.status) || 500
  return toAnswer(plainFailure(status, body.error ?? 'Unauthorized', body.message ?? 'The upload was refused'))
}

function describe(): Response {
  return toAnswer(new Response(undefined, { status: 204 }), {
    'tus-version': version,
    'tus-extension': 'creation,creation-with-upload,expiration,termination',
  })
}
