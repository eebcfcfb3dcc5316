import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** Where the build puts the page, beside the bundle. */
export const packetPageFile = 'packet-page.html'

/** Returns the page for a packet: prebuilt with the command line, or built now when run from source. */
export async function loadPacketPage(): Promise<string> {
  // In a bundle the page is in the same folder or one above.
  for (const folder of ['.', '..']) {
    const built = await readFile(path.join(import.meta.dirname, folder, packetPageFile), 'utf8').catch(() => undefined)
    if (built !== undefined) return built
  }
  // A URL that bundlers do not follow: the built command line has no esbuild.
  const source = new URL('../build-packet-page.ts', import.meta.url).href
  // The export of that file.
  const { buildPacketPage } = (await import(source)) as { readonly buildPacketPage: () => Promise<string> }
  return await buildPacketPage()
}
