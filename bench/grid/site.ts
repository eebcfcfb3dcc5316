import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

const root = join(import.meta.dirname, '../..')
const cache = join(root, 'node_modules/.cache/bench-grid')
const pages = join(import.meta.dirname, 'pages')
const built = join(cache, 'site')

export const pageNames = ['product', 'ag-grid', 'glide', 'cold', 'cold-floor'] as const
export type PageName = (typeof pageNames)[number]

// glide-data-grid declares an older React as its peer and needs three packages it does not depend on.
const peers = {
  'ag-grid-community': '36.2.0',
  'ag-grid-react': '36.2.0',
  '@glideapps/glide-data-grid': '6.0.3',
  lodash: '4.17.21',
  marked: '16.4.2',
  'react-responsive-carousel': '3.2.23',
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
}

/** Installs the peers into a folder of their own, builds every page for production and serves them. */
export async function serveSite(): Promise<{ readonly address: string; readonly close: () => void }> {
  await installPeers()
  await buildSite()
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    const file = join(built, path)
    if (!existsSync(file)) {
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' })
    response.end(readFileSync(file))
  })
  const port = await listen(server)
  return { address: `http://127.0.0.1:${port}`, close: () => server.close() }
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

async function installPeers(): Promise<void> {
  const wanted = JSON.stringify({ private: true, dependencies: peers })
  const manifest = join(cache, 'package.json')
  if (existsSync(manifest) && readFileSync(manifest, 'utf8') === wanted && existsSync(join(cache, 'node_modules')))
    return
  mkdirSync(cache, { recursive: true })
  const options = ['install', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock']
  writeFileSync(manifest, wanted)
  await promisify(execFile)('npm', [...options, '--prefix', cache], { cwd: cache })
}

async function buildSite(): Promise<void> {
  const peerRequire = createRequire(join(cache, 'package.json'))
  await build({
    configFile: false,
    root: pages,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: { dedupe: ['react', 'react-dom'] },
    build: {
      outDir: built,
      emptyOutDir: true,
      target: 'es2023',
      assetsInlineLimit: 0,
      minify: process.env['BENCH_READABLE'] === undefined,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: pageNames.map((name) => join(pages, `${name}.html`)) },
    },
    plugins: [
      {
        name: 'peers',
        enforce: 'pre',
        async resolveId(source, importer) {
          const isPeer = Object.keys(peers).some((name) => source === name || source.startsWith(`${name}/`))
          if (!isPeer || importer === undefined || importer.startsWith(cache)) return undefined
          return await this.resolve(source, peerRequire.resolve('./package.json'), { skipSelf: true })
        },
      },
      react(),
    ],
  })
}
