import type { PutBytes } from '#core/gateway/uploads.ts'

/** Sends bytes with XMLHttpRequest, the one interface of browsers that tells how far an upload is. */
export const putBytes: PutBytes = async ({ url, body, contentType, watch }) =>
  await new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('PUT', url)
    request.setRequestHeader('content-type', contentType)
    request.upload.addEventListener('progress', ({ loaded }) => watch.onProgress?.(loaded))
    request.addEventListener('load', () => {
      const after = request.getResponseHeader('retry-after')
      resolve(new Response(null, { status: request.status, headers: after === null ? {} : { 'retry-after': after } }))
    })
    // The names that `fetch` gives its failures, which the gateway knows.
    request.addEventListener('error', () => reject(new TypeError('The upload had no answer')))
    request.addEventListener('abort', () => reject(new DOMException('The upload was stopped', 'AbortError')))
    watch.signal?.addEventListener('abort', () => request.abort())
    request.send(body)
  })
