import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'

const scripts = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese'] as const

/** Inter's files, one per script, most common first. */
export const fontFiles: readonly string[] = scripts.map((script) => `inter-${script}-400-normal.woff`)

/** Loads the fonts of printed notes from beside the built command line, else from the package. */
export async function loadFonts(): Promise<readonly Buffer[]> {
  const { resolve } = createRequire(import.meta.url)
  return await Promise.all(
    fontFiles.map(async (name) => {
      // Built chunks are in `chunks` or `commands`, the fonts in a sibling folder.
      const built = path.join(import.meta.dirname, '..', 'fonts', name)
      return await readFile(built).catch(async () => await readFile(resolve(`@fontsource/inter/files/${name}`)))
    }),
  )
}
