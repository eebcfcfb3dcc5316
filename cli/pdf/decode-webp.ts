import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'

/** The decoder's file, in the folder of the built command line that has the fonts. */
export const webpFile = 'webp.wasm'

/** Pixels as red, green, blue and alpha, a byte each, line by line. */
export type Pixels = { readonly width: number; readonly height: number; readonly rgba: Uint8Array }

/** What libwebp exports, as WebAssembly has it: addresses are numbers. */
type Webp = {
  readonly memory: WebAssembly.Memory
  readonly malloc: (bytes: number) => number
  readonly free: (address: number) => void
  readonly WebPDecodeRGBA: (...data: readonly [data: number, bytes: number, width: number, height: number]) => number
}

/** What a poster has at most; a header may claim anything. */
const mostPixels = 4096 * 4096

/** Decodes a WebP; nothing where it is none or broken. Loaded only where a PDF has films that were drawn on. */
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

/** In a memory of its own: what one picture breaks, no other one is decoded with. */
function decode(compiled: WebAssembly.Module, bytes: Uint8Array): Pixels | undefined {
  const refuse = (): never => {
    throw new Error('The decoder asked for a file')
  }
  const wasi = { fd_close: refuse, fd_seek: refuse, fd_write: refuse }
  const instance = new WebAssembly.Instance(compiled, { wasi_snapshot_preview1: wasi })
  // The package's own functions, as its `index.js` calls them.
  const webp = instance.exports as unknown as Webp
  const [data, size] = [webp.malloc(bytes.byteLength), webp.malloc(8)]
  new Uint8Array(webp.memory.buffer).set(bytes, data)
  const pixels = webp.WebPDecodeRGBA(data, bytes.byteLength, size, size + 4)
  if (pixels === 0) return undefined
  const [width = 0, height = 0] = new Uint32Array(webp.memory.buffer, size, 2)
  if (width * height > mostPixels) return undefined
  return { width, height, rgba: new Uint8Array(webp.memory.buffer).slice(pixels, pixels + width * height * 4) }
}
