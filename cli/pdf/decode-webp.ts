import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'

/** The decoder's file, beside the fonts of the built command line. */
export const webpFile = 'webp.wasm'

/** RGBA pixels, one byte per channel, row by row. */
export type Pixels = { readonly width: number; readonly height: number; readonly rgba: Uint8Array }

/** The exports of libwebp in WebAssembly; addresses are numbers. */
type Webp = {
  readonly memory: WebAssembly.Memory
  readonly malloc: (bytes: number) => number
  readonly free: (address: number) => void
  readonly WebPDecodeRGBA: (...data: readonly [data: number, bytes: number, width: number, height: number]) => number
}

/** The largest size of a poster; a header may claim anything. */
const mostPixels = 4096 * 4096

/** Returns a WebP decoder, which returns undefined for invalid data. Loaded only for a PDF with drawings on films. */
export async function openWebp(): Promise<(bytes: Uint8Array) => Pixels | undefined> {
  const { resolve } = createRequire(import.meta.url)
  const built = path.join(import.meta.dirname, '..', 'fonts', webpFile)
  const code = await readFile(built).catch(async () => await readFile(resolve(`@cwasm/webp/${webpFile}`)))
  const compiled = await WebAssembly.compile(code)
  return (bytes) => {
    try {
      return decode(compiled, bytes)
    } catch {
      return undefined
    }
  }
}

/** Decodes in a memory of its own, so that a corrupting picture cannot affect others. */
function decode(compiled: WebAssembly.Module, bytes: Uint8Array): Pixels | undefined {
  const refuse = (): never => {
    throw new Error('The decoder asked for a file')
  }
  const wasi = { fd_close: refuse, fd_seek: refuse, fd_write: refuse }
  const instance = new WebAssembly.Instance(compiled, { wasi_snapshot_preview1: wasi })
  // The package's own functions, called as in its `index.js`.
  const webp = instance.exports as unknown as Webp
  const [data, size] = [webp.malloc(bytes.byteLength), webp.malloc(8)]
  new Uint8Array(webp.memory.buffer).set(bytes, data)
  const pixels = webp.WebPDecodeRGBA(data, bytes.byteLength, size, size + 4)
  if (pixels === 0) return undefined
  const [width = 0, height = 0] = new Uint32Array(webp.memory.buffer, size, 2)
  if (width * height > mostPixels) return undefined
  return { width, height, rgba: new Uint8Array(webp.memory.buffer).slice(pixels, pixels + width * height * 4) }
}
