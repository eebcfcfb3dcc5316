import type { PutBytes } from '#core/gateway/put-bytes.ts'

/** A connection that moves no byte for so long is given up: what died without a word says nothing by itself. */
const STALL_MS = 60_000
/** Once all is sent, the server may still have to read a large file through. */
const ANSWER_MS = 600_000

/** Sends bytes with XMLHttpRequest, the one interface of browsers that tells how far an upload is. */
export const putBytes: PutBytes = async ({ method, url, body, headers, watch }) =>
  await new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest()
    let timer: ReturnType<typeof setTimeout> | undefined
    const giveUpAfter = (milliseconds: number): void => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        reject(new DOMException('The upload stalled', 'TimeoutError'))
        request.abort()
      }, milliseconds)
    }
    request.open(method, url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded }) => {
      giveUpAfter(loaded < body.size ? STALL_MS : ANSWER_MS)
      watch.onProgress?.(loaded)
    })
    request.addEventListener('load', () => resolve(toResponse(request)))
    // The names that `fetch` gives its failures, which the gateway knows.
    request.addEventListener('error', () => reject(new TypeError('The server did not answer the upload')))
    request.addEventListener('abort', () => reject(new DOMException('The upload was stopped', 'AbortError')))
    const stop = (): void => request.abort()
    request.addEventListener('loadend', () => {
      clearTimeout(timer)
      watch.signal?.removeEventListener('abort', stop)
    })
    watch.signal?.addEventListener('abort', stop)
    if (watch.signal?.aborted === true) {
      reject(new DOMException('The upload was stopped', 'AbortError'))
      return
    }
    giveUpAfter(STALL_MS)
    request.send(body)
  })

const passedOn = new Set(['content-type', 'retry-after', 'ratelimit-reset', 'upload-offset'])

function toResponse(request: XMLHttpRequest): Response {
  // Asked for one by one, headers that another origin does not expose would each be complained of.
  const lines = request.getAllResponseHeaders().trim().split('\r\n')
  const pairs = lines.map((line) => line.split(': ', 2)).filter(([name = '']) => passedOn.has(name))
  const headers = new Headers(pairs.map(([name = '', value = '']): [string, string] => [name, value]))
  // A refusal has its reason in its body, and a network's own success its words.
  const body = request.responseText === '' ? null : request.responseText
  return new Response(body, { status: request.status, headers })
}
