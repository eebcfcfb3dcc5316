import { closeSync, ftruncateSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { FaultyHost, MortalBrowser } from './page-models/faulty-host.ts'
import { callServer } from './page-models/session.ts'
import { openTask, postRevision, signIn } from './page-models/uploads.ts'

// `XSHEET_LARGE_MB=2048` sends two gigabytes; far less shows whether memory grows with the file.
const megabytes = Number(process.env['XSHEET_LARGE_MB'] ?? 160)
const mebibyte = 1024 * 1024
/** How much page and server may grow: uncollected garbage, socket buffers, the worker's code. */
const allowedBytes = 120 * mebibyte

/** Returns the resident memory of a process and its descendants, in bytes. */
function readMemory(pid: number): number {
  const pages = (id: string): number => {
    try {
      return Number(readFileSync(`/proc/${id}/statm`, 'utf8').split(' ')[1]) * 4096
    } catch {
      return 0
    }
  }
  const children = (id: string): string[] => {
    try {
      return readFileSync(`/proc/${id}/task/${id}/children`, 'utf8').split(' ').filter(Boolean)
    } catch {
      return []
    }
  }
  const all = (id: string): number => pages(id) + children(id).reduce((sum, child) => sum + all(child), 0)
  return all(String(pid))
}

test(`uploading a film of ${megabytes} MB keeps memory flat, in the page and on the server`, async () => {
  test.setTimeout(1_500_000)
  const folder = mkdtempSync(join(tmpdir(), 'xsheet-large-'))
  const file = join(folder, 'plate.zip')
  const handle = openSync(file, 'w')
  writeSync(handle, 'PK\u0003\u0004')
  ftruncateSync(handle, megabytes * mebibyte)
  closeSync(handle)
  const host = new FaultyHost()
  const browser = new MortalBrowser()
  await host.start()
  try {
    const context = await browser.start()
    const page = context.pages()[0] ?? (await context.newPage())
    await signIn(page, host.url, 'Amara Diallo')
    const popup = await openTask(page, host.url, '?item=sq020-sh0060&task=fx')
    const session = await context.newCDPSession(page)
    const heap = async (): Promise<number> => {
      await session.send('HeapProfiler.collectGarbage')
      return (await session.send('Runtime.getHeapUsage')).usedSize
    }
    const before = { heap: await heap(), browser: readMemory(browser.pid), host: readMemory(host.hostPid) }
    const most = { ...before }
    const begun = Date.now()
    await postRevision(popup, { text: 'Large plate', files: [file] })
    const queued = Date.now()

    const select = 'task_versions?select=version_media(media(size_bytes,is_stored,sha256))&comment=eq.Large plate'
    let versions: unknown[] = []
    while (versions.length === 0) {
      versions = await callServer<unknown[]>(page, select)
      most.heap = Math.max(most.heap, await heap())
      most.browser = Math.max(most.browser, readMemory(browser.pid))
      most.host = Math.max(most.host, readMemory(host.hostPid))
      await page.waitForTimeout(500)
    }

    const grown = Object.fromEntries(
      Object.entries(most).map(([name, bytes]) => [
        name,
        Math.round((bytes - before[name as keyof typeof before]) / mebibyte),
      ]),
    )
    console.log(
      `${megabytes} MB: queued in ${queued - begun} ms, sent in ${Date.now() - queued} ms; grew by (MiB)`,
      JSON.stringify(grown),
      'from',
      JSON.stringify(before),
    )
    const media = { size_bytes: megabytes * mebibyte, is_stored: true, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }
    expect(versions).toEqual([{ version_media: [{ media }] }])
    expect(most.heap - before.heap).toBeLessThan(20 * mebibyte)
    expect(most.host - before.host).toBeLessThan(allowedBytes)
  } finally {
    await browser.close()
    await host.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
