import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** Where the build puts the page, beside the bundle. */
export const packetPageFile = 'packet-page.html'

/** The page that goes into a packet: as it was built with the command line; from source it is built now. */
export async function loadPacketPage(): Promise<string> {
  // A bundle's files lie beside it, or a folder deeper.
  for (const folder of ['.', '..']) {
    const built = await readFile(path.join(import.meta.dirname, folder, packetPageFile), 'utf8').catch(() => undefined)
    if (built !== undefined) return built
  }
  // By an address that no bundler follows: esbuild is not there when the command line is.
  const source = new URL('../build-packet-page.ts', import.meta.url).href
  // What that file exports.
  const { buildPacketPage } = (await import(source)) as { readonly buildPacketPage: () => Promise<string> }
  return await buildPacketPage()
}
