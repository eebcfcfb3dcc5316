import type { PutBytes } from '#core/gateway/put-bytes.ts'

/** How long a connection may move no byte before it is given up, since a dead one may report nothing. */
const STALL_MS = 60_000
/** Once all bytes are sent, the server may still have to read through a large file. */
const ANSWER_MS = 600_000

/** Sends bytes with XMLHttpRequest, the only browser interface that reports the progress of an upload. */
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
    // The errors that `fetch` would throw, which the gateway recognises.
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
  // Reading them one by one would log an error for each that another origin does not expose.
  const lines = request.getAllResponseHeaders().trim().split('\r\n')
  const pairs = lines.map((line) => line.split(': ', 2)).filter(([name = '']) => passedOn.has(name))
  const headers = new Headers(pairs.map(([name = '', value = '']): [string, string] => [name, value]))
  // The body has the reason of a refusal, and shows a captive portal's success for what it is.
  const body = request.responseText === '' ? null : request.responseText
  return new Response(body, { status: request.status, headers })
}
