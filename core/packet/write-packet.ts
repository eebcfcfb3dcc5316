import { fillPage } from './fill-page.ts'
import type { MeasuredFile } from './load-files.ts'
import type { Packet } from './packet.ts'
import { withoutFiles, type PacketPlan } from './plan-packet.ts'
import { toTimeline } from './to-timeline.ts'

/** The SHA-256 of each fetched file, by path. */
export type FetchedHashes = ReadonlyMap<string, string>

export type TextFile = { readonly name: 'session.json' | 'review.html'; readonly input: string }

/** Writes a packet's text files once it is known which films were fetched; `page` is the built page. */
export function writePacket({ packet, files }: PacketPlan, page: string, brought: FetchedHashes): readonly TextFile[] {
  const missing = new Set(files.map(({ path }) => path).filter((path) => !brought.has(path)))
  const written: Packet = withoutFiles(packet, { missing, sha256: Object.fromEntries(brought) })
  return [
    { name: 'session.json', input: `${JSON.stringify(toTimeline(written), undefined, 1)}\n` },
    { name: 'review.html', input: fillPage(page, written) },
  ]
}

type Packing = {
  readonly plan: PacketPlan
  readonly page: string
  readonly files: readonly MeasuredFile[]
  /** The top folder in the ZIP. */
  readonly root: string
  /** Opens a file's bytes; undefined if the storage does not have it. */
  readonly open: (file: MeasuredFile) => Promise<AsyncIterable<Uint8Array<ArrayBuffer>> | undefined>
  readonly makeHash: () => { readonly update: (bytes: Uint8Array) => void; readonly toHex: () => string }
  readonly onBytes?: (count: number) => void
  /** Called after each file. */
  readonly onFile?: (file: MeasuredFile, sha256: string) => void
  /** Makes the error for a file that ends too early. */
  readonly notWhole: (file: MeasuredFile) => Error
}

/** Yields the files of a packet's ZIP one after another without holding a whole one; page and timeline come last. */
export async function* packFiles({ plan, page, files, root, open, makeHash, ...told }: Packing) {
  const brought = new Map<string, string>()
  const lastModified = new Date(plan.packet.taken.at)
  for (const file of files) {
    const bytes = await open(file)
    if (bytes === undefined) continue
    const hash = makeHash()
    let length = 0
    const input = watch(bytes, (chunk) => {
      length += chunk.byteLength
      hash.update(chunk)
      told.onBytes?.(chunk.byteLength)
    })
    yield { name: `${root}/${file.path}`, input, lastModified }
    if (length !== file.sizeBytes) throw told.notWhole(file)
    const sha256 = hash.toHex()
    brought.set(file.path, sha256)
    told.onFile?.(file, sha256)
  }
  for (const { name, input } of writePacket(plan, page, brought)) yield { name: `${root}/${name}`, input, lastModified }
}

async function* watch(bytes: AsyncIterable<Uint8Array<ArrayBuffer>>, see: (chunk: Uint8Array) => void) {
  for await (const chunk of bytes) {
    see(chunk)
    yield chunk
  }
}
