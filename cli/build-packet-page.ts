// Builds a packet's page: one file containing its style and script, which loads nothing from a network and no files but
// films.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'esbuild'

const folder = path.join(import.meta.dirname, '..', 'app', 'packet-page')

/** Returns the page with placeholders for the packet's data; see `core/packet/fill-page.ts`. */
export async function buildPacketPage(): Promise<string> {
  const { outputFiles } = await build({
    // Independent of the process's working directory, which may have been deleted.
    absWorkingDir: folder,
    entryPoints: [path.join(folder, 'main.ts')],
    outdir: folder,
    write: false,
    bundle: true,
    minify: true,
    // A page opened from disk cannot load modules.
    format: 'iife',
    target: ['chrome109', 'firefox132', 'safari16.4'],
    legalComments: 'none',
  })
  const textOf = (ending: string): string => outputFiles.find((file) => file.path.endsWith(ending))?.text.trim() ?? ''
  const [style, script] = [textOf('.css'), textOf('.js')]
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    "img-src 'self' file: blob:",
    "media-src 'self' file: blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')
  const page = await readFile(path.join(folder, 'page.html'), 'utf8')
  const parts: Readonly<Record<string, string>> = { policy, style, script }
  // The hash covers the element's whole content, so nothing but the text may be in it.
  return page.replaceAll(/\s*%(policy|style|script)%\s*/g, (_, part: string) => parts[part] ?? '')
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
