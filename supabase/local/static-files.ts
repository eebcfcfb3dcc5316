import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Handler } from './http.ts'
import { withHeaders } from './http.ts'
import { toSecurityHeaders } from './security-headers.ts'
import type { Settings } from './settings.ts'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}
const compressible = /^(text|application\/(json|manifest|wasm))|svg/

type Encoding = 'br' | 'gzip' | 'identity'
type Asset = { body: Buffer; type: string; etag: string; encodings: Map<Encoding, Buffer>; writtenAt: number }

export type StaticParts = { directory: string } & Pick<Settings, 'publicUrl' | 'supabase' | 's3'>

/** Serves the built app: files as they are, any other page URL as index.html. */
export function makeStaticFiles({ directory, ...settings }: StaticParts): Handler {
  const assets = new Map<string, Asset>()

  async function findAsset(name: string): Promise<Asset | undefined> {
    const known = assets.get(name)
    if (known !== undefined && hasHash(name)) return known
    const file = path.join(directory, name)
    if (!file.startsWith(directory + path.sep)) return undefined
    // A host keeps running while its app is rebuilt: its page must not refer to deleted scripts.
    const writtenAt = (await stat(file).catch(() => undefined))?.mtimeMs
    if (writtenAt === undefined) return undefined
    if (known?.writtenAt === writtenAt) return known
    const body = await readFile(file).catch(() => undefined)
    if (body === undefined) return undefined
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
    const type = types[path.extname(name)] ?? 'application/octet-stream'
    const asset: Asset = { body, type, etag, encodings: new Map([['identity', body]]), writtenAt }
    assets.set(name, asset)
    return asset
  }

  async function answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    const name = decode(pathname).replace(/^\/+/, '') || 'index.html'
    const file = await findAsset(name)
    if (file !== undefined) return toResponse(request, file, toCaching(name))
    // A page URL has no extension; a missing script must not be answered with a page.
    const page = path.extname(name) === '' ? await findAsset('index.html') : undefined
    if (page !== undefined) return toResponse(request, page, toCaching('index.html'))
    return new Response('Not found', { status: 404, headers: { 'content-type': 'text/plain; charset=utf-8' } })
  }

  return async (request) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const response = isRead ? await answer(request) : new Response('Method not allowed', { status: 405 })
    return withHeaders(response, toSecurityHeaders(new URL(request.url), settings))
  }
}

async function toResponse(request: Request, asset: Asset, caching: string): Promise<Response> {
  const encoding = compressible.test(asset.type)
    ? chooseEncoding(request.headers.get('accept-encoding') ?? '')
    : 'identity'
  const headers = new Headers({
    'content-type': asset.type,
    'cache-control': caching,
    etag: asset.etag,
    vary: 'Accept-Encoding',
  })
  if (request.headers.get('if-none-match') === asset.etag) return new Response(null, { status: 304, headers })
  const body = await encode(asset, encoding)
  headers.set('content-length', String(body.length))
  if (encoding !== 'identity') headers.set('content-encoding', encoding)
  // A view of its own bytes: a pooled Buffer would bring its neighbours along.
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(body), { headers })
}

async function encode(asset: Asset, encoding: Encoding): Promise<Buffer> {
  const known = asset.encodings.get(encoding)
  if (known !== undefined) return known
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
  const body = encoding === 'br' ? await compressBrotli(asset.body, { params }) : await compressGzip(asset.body)
  asset.encodings.set(encoding, body)
  return body
}

function chooseEncoding(accepted: string): Encoding {
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity'
}

/**
 * The build puts a hash of the content into the names below assets/; everything else may change with the next build.
 */
function hasHash(name: string): boolean {
  return name.startsWith('assets/')
}

function toCaching(name: string): string {
  return hasHash(name) ? 'public, max-age=31536000, immutable' : 'no-cache'
}

function decode(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}
