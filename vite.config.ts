import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { manifest } from './app/pwa/manifest.ts'

const root = fileURLToPath(new URL('app', import.meta.url))
const host = process.env['XSHEET_HOST'] ?? 'http://127.0.0.1:4600'
const served = ['/auth/v1', '/rest', '/storage', '/functions', '/realtime', '/config.json', '/healthz']

/** sonner writes its style sheet into the page while it loads; our policy takes styles from files only, so we ship the file. */
function withoutInsertedStyles(): Plugin {
  return {
    name: 'xsheet:styles-from-files',
    transform: {
      filter: { id: /\/node_modules\/sonner\/dist\/index\.mjs$/ },
      handler(code) {
        const stripped = code.replace(/^__insertCSS\(.*\);$/m, '')
        if (stripped === code) this.error('sonner no longer inserts its styles the way this plugin removes them')
        return { code: stripped, map: null }
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
  },
  server: {
    proxy: Object.fromEntries(served.map((path) => [path, { target: host, ws: path === '/realtime' }])),
  },
  plugins: [
    react(),
    withoutInsertedStyles(),
    withLayerOrder(),
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
