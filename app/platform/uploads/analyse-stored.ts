import { fetchStored } from '#core/lib/storage-check.ts'
import { CustomSource } from 'mediabunny'
import type { ReadableFilm } from '#core/revisions/film-facts.ts'
import { mediaKindOf, sniffContentType } from '#core/revisions/media-kind.ts'
import { mostAnalysedBytes } from '#core/revisions/explain-no-preview.ts'
import type { PreparedFile } from '#core/sync/uploads/ports.ts'
import { analyseFilm } from './analyse-film.ts'
import { analyseImage } from './analyse-image.ts'
import type { Size } from './to-picture.ts'

type Stored = {
  readonly url: string
  readonly baseName: string
  /** Larger pictures are not fetched; films have a fixed limit, enough for their tables and some pictures. */
  readonly mostBytes?: number | undefined
}

/** Returns size, facts and pictures of a file in storage. Fetches only the necessary parts of a film. */
export async function analyseStored(
  { url, baseName, mostBytes = mostAnalysedBytes }: Stored,
  onSize: (size: Size) => void,
): Promise<Omit<PreparedFile, 'sha256'>> {
  const { size, kind } = await peek(url)
  if (kind === 'image' && size <= mostBytes) return await analyseImage(await (await load(url)).blob(), baseName, onSize)
  if (kind === 'video') return await analyseFilm(toFilm(url, size), { baseName, isHeard: false })
  return { details: {}, pictures: [] }
}

/** Returns a file's size and what its first bytes say, without waiting for the rest. */
async function peek(url: string) {
  const begun = new AbortController()
  const response = await load(url, { signal: begun.signal })
  try {
    // The length can be read across origins, the range cannot.
    const size = Number(response.headers.get('content-length'))
    const { value: head = new Uint8Array() } = (await response.body?.getReader().read()) ?? {}
    const contentType = sniffContentType(head)
    return { size, kind: contentType === undefined ? 'other' : mediaKindOf(contentType) }
  } finally {
    begun.abort()
  }
}

function toFilm(url: string, size: number): ReadableFilm {
  let fetched = 0
  const read = async (start: number, end: number): Promise<Uint8Array> => {
    fetched += end - start
    if (fetched > mostAnalysedBytes) throw new Error('The film is too large to analyse')
    const response = await load(url, { headers: { range: `bytes=${start}-${end - 1}` } })
    if (response.status !== 206) throw new Error('The storage does not support ranges')
    return new Uint8Array(await response.arrayBuffer())
  }
  const source = new CustomSource({ getSize: () => size, prefetchProfile: 'network', read })
  return { source, bytes: { size, read } }
}

async function load(url: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetchStored(url, init)
  if (!response.ok) throw new Error(`The storage answered ${response.status}`)
  return response
}
