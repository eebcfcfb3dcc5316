import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { manifest } from './app/pwa/manifest.ts'
import { buildPacketPage } from './cli/build-packet-page.ts'

const root = fileURLToPath(new URL('app', import.meta.url))
const host = process.env['XSHEET_HOST'] ?? 'http://127.0.0.1:4600'
const served = [
  '/auth/v1',
  '/rest',
  '/storage',
  '/functions',
  '/realtime',
  '/config.json',
  '/healthz',
  '/livez',
  '/metrics',
]

/** sonner writes its style sheet into the page while it loads; our policy takes styles from files only, so we ship the file. */
const withoutInsertedStyles = (): Plugin =>
  patchLibrary(/\/node_modules\/sonner\/dist\/index\.mjs$/, /^__insertCSS\(.*\);$/m, '')

/** konva empties its element by writing HTML, which Trusted Types refuse. */
const withoutWrittenHtml = (): Plugin =>
  patchLibrary(/\/node_modules\/konva\/lib\/Stage\.js$/, "container.innerHTML = ''", 'container.replaceChildren()')

/** Replaces what a library does against our content policy. */
function patchLibrary(id: RegExp, from: string | RegExp, to: string): Plugin {
  return {
    name: `xsheet:mend ${id.source}`,
    transform: {
      filter: { id },
      handler(code) {
        const mended = code.replace(from, to)
        if (mended === code) this.error('this file no longer does what is replaced here')
        return { code: mended, map: null }
      },
    },
  }
}

/** The order of the layers holds from the first sheet that names one, and which sheet comes first depends on how chunks are cut. */
function withLayerOrder(): Plugin {
  const order =
    readFileSync(new URL('app/styles/layers.css', import.meta.url), 'utf8').match(/@layer [^;]+;/)?.[0] ?? ''
  return {
    name: 'xsheet:layer-order',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'asset' && file.fileName.endsWith('.css')) file.source = order + String(file.source)
      }
    },
  }
}

/** Files that need each other in a circle run in an order nobody chose: something is called before it is there. */
function withoutCircles(): Plugin {
  return {
    name: 'xsheet:without-circles',
    apply: 'build',
    generateBundle(_options, bundle) {
      const above: string[] = []
      const done = new Set<string>()
      const visit = (name: string): void => {
        if (above.includes(name))
          this.error(`Files of the build import each other in a circle: ${[...above, name].join(' → ')}`)
        const file = bundle[name]
        if (done.has(name) || file?.type !== 'chunk') return
        done.add(name)
        above.push(name)
        for (const imported of file.imports) visit(imported)
        above.pop()
      }
      for (const name of Object.keys(bundle)) visit(name)
    },
  }
}

/** The page that goes into a packet, as a text: whoever takes one in a browser has it. */
function withPacketPage(): Plugin {
  const page = '\0virtual:packet-page'
  return {
    name: 'xsheet:packet-page',
    resolveId: (id) => (id === 'virtual:packet-page' ? page : undefined),
    load: async (id) => (id === page ? `export default ${JSON.stringify(await buildPacketPage())}` : undefined),
  }
}

const project = fileURLToPath(new URL('.', import.meta.url))
const isInFolder = (folder: string) => (id: string) => id.startsWith(`${project}${folder}/`)

/** Names what some files need, without the files themselves. */
function nameNeedsOf(name: string, files: readonly string[]) {
  const roots = files.map((file) => `${project}app/${file}`)
  let needed: ReadonlySet<string> | undefined
  return (id: string, context: Rolldown.ChunkingContext): string | null => {
    needed ??= findNeeds(roots, context)
    return needed.has(id) && !roots.includes(id) ? name : null
  }
}

/** Finds everything that some files import, directly or not. */
function findNeeds(roots: readonly string[], context: Rolldown.ChunkingContext): ReadonlySet<string> {
  const found = new Set(roots)
  for (const each of found) for (const imported of context.getModuleInfo(each)?.importedIds ?? []) found.add(imported)
  return found
}

/** What the landing page needs stands apart, so that nothing comes with it that only people who are signed in need. */
const nameOfDoor = nameNeedsOf('door', ['features/sign-in/landing-screen.tsx'])

/** What somebody who is signed in needs to see a space stands apart from what the other screens and dialogs share. */
const opening = [
  'shell/session/open-session.ts',
  'platform/open-client.ts',
  'shell/signed-in-frame.tsx',
  'features/space/space-screen.tsx',
]

export default defineConfig({
  root,
  publicDir: 'public',
  build: {
    outDir: '../dist/app',
    emptyOutDir: true,
    target: 'es2023',
    // Fonts and icons stay files: data: URLs would need a wider content policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Cut by who needs what alone, a screen came in a hundred files, most below a kilobyte, and each is a request. What
          // several need lies together by layer: as imports follow the arrows, no file needs one that waits for it.
          groups: [
            { name: 'first', tags: ['$initial'], priority: 2 },
            { name: nameOfDoor, priority: 1 },
            { name: nameNeedsOf('core', opening), test: isInFolder('core') },
            { name: nameNeedsOf('app', opening), test: isInFolder('app'), minShareCount: 3 },
            {
              name: 'core-later',
              test: isInFolder('core'),
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 40_000,
            },
            { name: 'app-later', test: isInFolder('app'), minShareCount: 3 },
            {
              name: 'library',
              test: isInFolder('node_modules'),
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 5_000,
            },
            { name: 'shared', minShareCount: 2, entriesAware: true },
          ],
        },
      },
    },
  },
  // In parts, so that a decoder is loaded when a film needs it.
  worker: { format: 'es' },
  server: {
    proxy: Object.fromEntries(served.map((path) => [path, { target: host, ws: path === '/realtime' }])),
  },
  plugins: [
    react(),
    withoutInsertedStyles(),
    withoutWrittenHtml(),
    withLayerOrder(),
    withoutCircles(),
    withPacketPage(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'pwa',
      filename: 'service-worker.ts',
      injectRegister: false,
      manifestFilename: 'manifest.webmanifest',
      manifest,
      injectManifest: {
        rollupFormat: 'iife',
        globPatterns: ['**/*.{html,js,css,woff2,svg}', 'icons/*.png'],
        // Screenshots are for the browser's install dialog alone.
        globIgnores: ['screenshots/**'],
      },
    }),
  ],
})
