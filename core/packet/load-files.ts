import type { Gateway } from '#core/gateway/ports.ts'
import type { MediaId } from '#core/lib/ids.ts'
import type { PacketFile } from './plan-packet.ts'

/** How many URLs are requested at once. */
const batch = 200

/** Loads short-lived URLs of files; unavailable files are missing from the result. */
async function loadUrls(
  files: readonly Pick<PacketFile, 'mediaId'>[],
  { gateway }: { readonly gateway: Pick<Gateway, 'loadMediaUrls'> },
): Promise<ReadonlyMap<MediaId, string>> {
  const ids = [...new Set(files.map(({ mediaId }) => mediaId))]
  const urls = new Map<MediaId, string>()
  for (let start = 0; start < ids.length; start += batch)
    for (const [id, url] of await gateway.loadMediaUrls(ids.slice(start, start + batch))) urls.set(id, url)
  return urls
}

/** A file with its URL and size. */
export type MeasuredFile = PacketFile & { readonly url: string; readonly sizeBytes: number }

type Measuring = {
  readonly client: { readonly gateway: Pick<Gateway, 'loadMediaUrls'> }
  /** Asks the storage for the size of a file; undefined if it does not exist. */
  readonly measure: (url: string) => Promise<number | undefined>
}

/** Finds the sizes of a packet's files, and which of them are unavailable. Fails with an `AppError`. */
export async function measureFiles(
  files: readonly PacketFile[],
  { client, measure }: Measuring,
): Promise<{
  readonly there: readonly MeasuredFile[]
  readonly missing: readonly PacketFile[]
  readonly bytes: number
}> {
  const urls = await loadUrls(files, client)
  const measured: (MeasuredFile | PacketFile)[] = []
  const waiting = files.entries()
  const work = async (): Promise<void> => {
    for (const [at, file] of waiting) {
      const url = urls.get(file.mediaId)
      const sizeBytes = url === undefined ? undefined : (file.sizeBytes ?? (await measure(url)))
      measured[at] = url === undefined || sizeBytes === undefined ? file : { ...file, url, sizeBytes }
    }
  }
  await Promise.all(Array.from({ length: 6 }, work))
  const isThere = (file: MeasuredFile | PacketFile): file is MeasuredFile => 'url' in file
  const there = measured.filter(isThere)
  return {
    there,
    missing: measured.filter((file) => !isThere(file)),
    bytes: there.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
  }
}
