import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'

type Part = { readonly path: string; readonly from: number; readonly to: number }

/** A file on this machine, or a part of it, as a blob that is not held in memory. */
export class FileBody extends Blob {
  readonly part: Part

  constructor(part: Part, type: string) {
    super([], { type })
    this.part = part
  }

  override get size(): number {
    return this.part.to - this.part.from
  }

  override slice(start = 0, end = this.size, type = this.type): FileBody {
    const { path, from, to } = this.part
    return new FileBody({ path, from: from + start, to: Math.min(from + end, to) }, type)
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    return await new Response(this.stream()).arrayBuffer()
  }

  override stream(): ReturnType<Blob['stream']> {
    const { path, from, to } = this.part
    const bytes: NodeStream<Uint8Array> = Readable.toWeb(createReadStream(path, { start: from, end: to - 1 }))
    // Node's class, under the type name of the web platform.
    return bytes as ReturnType<Blob['stream']>
  }
}
