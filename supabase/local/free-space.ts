import { statfs } from 'node:fs/promises'

/** Reserved for the database, so that it can still write when uploads have stopped. */
const reserveBytes = 256 * 1024 ** 2

/** Whether a folder's disk has room for so many more bytes and the reserve. */
export type HasFreeSpace = (bytes: number) => Promise<boolean>

/** Checks the disk of a folder, or `findFreeBytes`; logs the first refusal after there was room. */
export function makeHasFreeSpace(directory: string, findFreeBytes = () => findFree(directory)): HasFreeSpace {
  let wasThere = true
  return async (bytes) => {
    const isThere = (await findFreeBytes()) - bytes >= reserveBytes
    if (wasThere && !isThere) console.error('The disk is full: uploads are refused until there is room again.')
    wasThere = isThere
    return isThere
  }
}

/** Returns the free space of a folder's disk, in bytes. */
export async function findFree(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize
}

/** The disk is checked again after this much more of a body. */
const stepBytes = 8 * 1024 ** 2

/**
 * Serves a request with a body of known or unknown size while there is room for it; undefined if there is none. There
 * may be room for each of many concurrent uploads but not for all: the disk is also checked while they arrive.
 */
export async function serveWithRoom(
  { request, announced, hasRoom }: { request: Request; announced: number | undefined; hasRoom: HasFreeSpace },
  serve: (request: Request) => Promise<Response>,
): Promise<Response | undefined> {
  if (!(await hasRoom(announced ?? 0))) return undefined
  if (announced !== undefined && announced < stepBytes) return await serve(request)
  const watched = watchRoom(request, hasRoom)
  const response = await serve(watched.request)
  if (!watched.isFull()) return response
  await response.body?.cancel()
  return undefined
}

type Watched = { request: Request; isFull(): boolean }

/** A request whose body breaks off once the disk is full. */
function watchRoom(request: Request, hasRoom: HasFreeSpace): Watched {
  if (request.body === null) return { request, isFull: () => false }
  let [untold, isFull] = [0, false]
  const watch = new TransformStream<Uint8Array, Uint8Array>({
    async transform(chunk, controller) {
      untold += chunk.byteLength
      if (untold >= stepBytes) {
        untold = 0
        isFull = !(await hasRoom(0))
      }
      if (isFull) controller.error(new Error('the disk is full'))
      else controller.enqueue(chunk)
    },
  })
  const { method, headers, signal } = request
  // `duplex` is required by fetch for streamed bodies and missing from the DOM's types.
  const init: RequestInit & { duplex: 'half' } = {
    method,
    headers,
    signal,
    body: request.body.pipeThrough(watch),
    duplex: 'half',
  }
  return { request: new Request(request.url, init), isFull: () => isFull }
}
