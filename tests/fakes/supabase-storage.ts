import { storageAnswers, type StorageAnswer } from './storage-answers.ts'

/** The characters Supabase accepts in a key. */
const keyPattern = /^(\w|[/!\-.*'() &$@=;:+,?])+$/

/**
 * Emulates Supabase's own storage for uploads from its recorded responses: in memory, with a size limit, row rules that
 * let everybody with a valid token add, and expiring tokens.
 */
export function makeSupabaseStorage({ maxBytes }: { readonly maxBytes: number }) {
  const objects = new Map<string, number>()
  const types = new Map<string, string>()
  const uploads = new Map<string, { readonly key: string; readonly size: number; offset: number }>()
  const storage = { objects, types, goodTokens: new Set(['token']), asked: [] as string[] }

  async function answer(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    storage.asked.push(`${request.method} ${pathname}`)
    if (request.method === 'OPTIONS')
      return new Response(null, {
        status: 204,
        headers: { 'tus-resumable': '1.0.0', 'tus-max-size': String(maxBytes) },
      })
    if (!storage.goodTokens.has(request.headers.get('authorization')?.replace('Bearer ', '') ?? ''))
      return play(storageAnswers.tokenOver.supabase)
    if (pathname.startsWith('/storage/v1/upload/resumable')) return await answerPieces(request, pathname)
    const key = decodeURI(pathname.replace('/storage/v1/object/', ''))
    return keep(key, (await request.arrayBuffer()).byteLength, request.headers.get('content-type') ?? '')
  }

  function keep(key: string, size: number, type: string): Response {
    if (!keyPattern.test(key)) return play(storageAnswers.badKey.supabase)
    if (size > maxBytes) return play(storageAnswers.tooLarge.supabase)
    if (objects.has(key)) return play(storageAnswers.there.supabase)
    objects.set(key, size)
    types.set(key, type)
    return Response.json({ Key: key })
  }

  async function answerPieces(request: Request, pathname: string): Promise<Response> {
    if (request.method === 'POST') return begin(request)
    const upload = uploads.get(pathname)
    if (upload === undefined) return play(storageAnswers.unknownUpload.supabase)
    if (request.method === 'PATCH') upload.offset += (await request.arrayBuffer()).byteLength
    if (upload.offset === upload.size) objects.set(upload.key, upload.size)
    return new Response(null, { status: 204, headers: { 'upload-offset': String(upload.offset) } })
  }

  function begin(request: Request): Response {
    const size = Number(request.headers.get('upload-length'))
    if (size > maxBytes) return play(storageAnswers.tooLargeInPieces.supabase)
    const metadata = request.headers.get('upload-metadata') ?? ''
    const read = (name: string): string => atob(new RegExp(`${name} ([^,]+)`).exec(metadata)?.[1] ?? '')
    const place = `/storage/v1/upload/resumable/${uploads.size + 1}`
    const key = `media/${read('objectName')}`
    types.set(key, read('contentType'))
    uploads.set(place, { key, size, offset: 0 })
    return new Response(null, { status: 201, headers: { location: new URL(place, request.url).href } })
  }

  return { ...storage, fetch: answer }
}

function play({ status, body, headers = {} }: StorageAnswer): Response {
  const type = body.startsWith('{') ? 'application/json; charset=utf-8' : 'text/plain'
  return new Response(body, { status, headers: { 'content-type': type, ...headers } })
}
