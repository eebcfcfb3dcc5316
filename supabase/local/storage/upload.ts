import { rm } from 'node:fs/promises'
import { badKey, cutOff, failure, tooLarge } from './answers.ts'
import type { Exchange } from './exchange.ts'
import { makeExchange } from './exchange.ts'
import { writeInRange } from './media-range.ts'
import type { FormFile } from './multipart.ts'
import { readFormFile } from './multipart.ts'
import type { StagedFile } from './object-store.ts'

export type Next = (request: Request) => Promise<Response>

type UploadRequest = { request: Request; next: Next; limitBytes: number }

/** Uploads a form or a bare body, whichever the request has. */
export async function upload({ request, next, limitBytes }: UploadRequest): Promise<Response> {
  const isForm = request.headers.get('content-type')?.startsWith('multipart/form-data') ?? false
  if (!isForm) {
    const announced = request.headers.get('content-length')
    const exchange = makeExchange({
      limitBytes,
      userMetadata: parseMetadata(decodeBase64(request.headers.get('x-metadata'))),
      cacheControl: request.headers.get('cache-control') ?? undefined,
      announcedBytes: announced === null ? undefined : Number(announced),
    })
    return write(exchange, request, next)
  }
  let form: FormFile
  try {
    form = await readFormFile(request)
  } catch {
    return failure(400, 'InvalidRequest', 'The form holds no file')
  }
  try {
    const cacheControl = toCacheControl(form.fields.get('cacheControl'))
    const exchange = makeExchange({
      limitBytes,
      cacheControl,
      userMetadata: parseMetadata(form.fields.get('metadata')),
    })
    return await write(exchange, toBareRequest(request, form, cacheControl), next)
  } finally {
    if (!form.body.locked) await form.body.cancel().catch(() => {})
  }
}

type StagedUpload = { request: Request; next: Next; staged: StagedFile; about: Partial<Exchange> }

/** Stores bytes received before, as the person who makes this request. */
export function uploadStaged({ request, next, staged, about }: StagedUpload): Promise<Response> {
  return write(makeExchange({ ...about, staged }), withoutBody(request, staged.size), next)
}

/** Checks whether an upload would be allowed, without uploading; returns the refusal, or undefined. */
export async function probeUpload(request: Request, next: Next): Promise<Response | undefined> {
  const exchange = makeExchange({ isProbe: true })
  const response = await writeInRange(exchange, withoutBody(request), next)
  return exchange.isAllowed ? undefined : (toFailure(request, exchange) ?? response)
}

async function write(exchange: Exchange, request: Request, next: Next): Promise<Response> {
  let isWritten = false
  try {
    let response = await writeInRange(exchange, request, next)
    if (exchange.isRaced && exchange.staged !== undefined) {
      // The object's turn has come: lite decides again about its current version.
      const { size } = exchange.staged
      exchange.isRaced = false
      response = await writeInRange(exchange, withoutBody(request, size), next)
    }
    isWritten = response.ok && exchange.commit !== undefined
    return toFailure(request, exchange) ?? response
  } finally {
    if (isWritten) await exchange.commit?.confirm()
    else await exchange.commit?.undo()
    exchange.release?.()
    if (exchange.staged !== undefined) await rm(exchange.staged.path, { force: true })
  }
}

function toFailure(request: Request, { failure: reason }: Exchange): Response | undefined {
  if (reason === 'too-large') return tooLarge()
  if (reason === 'cut-off') return cutOff()
  if (reason === 'bad-key') return badKey(new URL(request.url).pathname)
  return undefined
}

function toBareRequest(request: Request, form: FormFile, cacheControl: string | undefined): Request {
  const headers = new Headers(request.headers)
  headers.delete('content-length')
  headers.set('content-type', form.contentType)
  if (cacheControl !== undefined) headers.set('cache-control', cacheControl)
  return new Request(request.url, {
    method: request.method,
    headers,
    body: form.body,
    // Required for streaming a body; missing from the DOM's types.
    duplex: 'half',
  } as RequestInit)
}

function withoutBody(request: Request, announcedBytes?: number): Request {
  const headers = new Headers(request.headers)
  headers.delete('content-length')
  headers.delete('transfer-encoding')
  if (announcedBytes !== undefined) headers.set('content-length', String(announcedBytes))
  return new Request(request.url, { method: request.method, headers, body: new Uint8Array() })
}

/** storage-js sends seconds. */
export function toCacheControl(seconds: string | undefined): string | undefined {
  if (seconds === undefined) return undefined
  return /^\d+$/.test(seconds) ? `max-age=${seconds}` : 'no-cache'
}

export function decodeBase64(text: string | null | undefined): string | undefined {
  return text ? Buffer.from(text, 'base64').toString('utf8') : undefined
}

/** Parses the uploader's metadata of the file; undefined if it is not a JSON object. */
export function parseMetadata(text: string | undefined): Record<string, unknown> | undefined {
  if (text === undefined) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}
