import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import busboy from 'busboy'
import { toWebStream } from './web-stream.ts'

/** The file of a form, still arriving, with the fields before it. */
export type FormFile = { body: ReadableStream<Uint8Array>; contentType: string; fields: Map<string, string> }

/**
 * Reads the first file of a multipart form, whatever its field is called (storage-js leaves the name empty). The file
 * is not held in memory, and fails if the form breaks off. Rejects if there is no file.
 */
export function readFormFile(request: Request): Promise<FormFile> {
  const { promise, resolve, reject } = Promise.withResolvers<FormFile>()
  const fields = new Map<string, string>()
  const form = busboy({
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    limits: { files: 1, fields: 20, fieldSize: 64 * 1024 },
    defParamCharset: 'utf8',
  })
  form.on('field', (name, value) => fields.set(name, value))
  form.on('file', (_name, file, info) => {
    form.once('error', (error) => file.destroy(error instanceof Error ? error : new Error('the form broke off')))
    resolve({ body: toWebStream(file), contentType: info.mimeType, fields })
  })
  form.on('error', reject)
  form.on('close', () => reject(new Error('the form holds no file')))
  if (request.body === null) form.end()
  else {
    const source = Readable.fromWeb(request.body as NodeStream<Uint8Array>)
    source.on('error', (error) => form.destroy(error))
    source.pipe(form)
  }
  return promise
}
