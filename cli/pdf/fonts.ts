import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'

const scripts = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese'] as const

/** Inter by its scripts, the most usual first: a file holds one of them. */
export const fontFiles: readonly string[] = scripts.map((script) => `inter-${script}-400-normal.woff`)

/** The font of what is printed, from beside the built command line, else from the package. */
export async function loadFonts(): Promise<readonly Buffer[]> {
  const { resolve } = createRequire(import.meta.url)
  return await Promise.all(
    fontFiles.map(async (name) => {
      // A built part lies in the folder `chunks` or `commands`, the fonts in one beside it.
      const built = path.join(import.meta.dirname, '..', 'fonts', name)
      return await readFile(built).catch(async () => await readFile(resolve(`@fontsource/inter/files/${name}`)))
    }),
  )
}
