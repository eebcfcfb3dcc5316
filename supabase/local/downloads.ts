import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Handler } from './http.ts'
import { withCors } from './http.ts'
import { directories } from './places.ts'
import type { Settings } from './settings.ts'
import { makeStaticFiles } from './static-files.ts'

type DownloadSettings = Pick<Settings, 'publicUrl' | 'supabase' | 's3'>

/**
 * What programs download from a host: `/openapi.json`, the reference at `/docs/api`, and at `/clients/` the command
 * line and the Python package, built on first request. Undefined for any other path.
 */
export function makeDownloads(settings: DownloadSettings): (pathname: string) => Handler | undefined {
  const reference = makeStaticFiles({ directory: path.join(directories.root, 'docs/api'), ...settings })
  const clients = makeStaticFiles({ directory: directories.clients, ...settings })
  let building: Promise<void> | undefined

  const at =
    (files: Handler, name: string): Handler =>
    async (request, peer) => {
      const url = new URL(request.url)
      url.pathname = name
      return withCors(await files(new Request(url, { method: request.method, headers: request.headers }), peer))
    }

  const client =
    (name: string): Handler =>
    async (request, peer) => {
      if (!existsSync(path.join(directories.clients, 'index.html'))) {
        building ??= buildClients().finally(() => (building = undefined))
        await building
      }
      return at(clients, name)(request, peer)
    }

  return (pathname) => {
    if (pathname === '/openapi.json') return at(reference, 'openapi.json')
    const paper = /^\/docs\/api(?:\/([a-z]+\.(?:html|css|js))?)?$/.exec(pathname)
    if (paper !== null) return at(reference, paper[1] ?? 'index.html')
    const file = /^\/clients(?:\/([\w.+-]+\.[a-z]+)?)?$/.exec(pathname)
    return file === null ? undefined : client(file[1] ?? 'index.html')
  }
}

/** In a process of its own, because it compiles the command line. */
async function buildClients(): Promise<void> {
  const program = path.join(directories.root, 'clients/build.ts')
  const build = spawn(process.execPath, [program], { cwd: directories.root, stdio: ['ignore', 'ignore', 'inherit'] })
  const code = await new Promise<number | null>((resolve, reject) => {
    build.once('error', reject)
    build.once('exit', resolve)
  })
  if (code !== 0) throw new Error(`clients/build.ts ended with ${code}`)
}
