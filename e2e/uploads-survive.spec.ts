import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { expect, test, type Page } from '@playwright/test'
import { FaultyHost, MortalBrowser } from './page-models/faulty-host.ts'
import { callServer, signInAgain } from './page-models/session.ts'
import { openTask, postRevision, someBytes } from './page-models/uploads.ts'

const task = '?item=sq020-sh0060&task=fx'
const mebibyte = 1024 * 1024
// `XSHEET_SURVIVORS=50` sends two hundred files; a few are enough to see every kind of fault once.
const posts = Number(process.env['XSHEET_SURVIVORS'] ?? 5)
const filesOfAPost = 4
const faults = ['browser', 'server', 'network', 'tab'] as const
// `XSHEET_LARGE=500` interrupts a larger file, equally often.
const largeMegabytes = Number(process.env['XSHEET_LARGE'] ?? 60)
const interruptions = ['reload', ...faults] as const
const pieceBytes = 6 * mebibyte
const zip = Buffer.from('PK\u0003\u0004')

const toFile = (name: string, bytes: Buffer) => ({
  name,
  mimeType: 'application/zip',
  buffer: Buffer.concat([zip, bytes]),
})
const toHash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

type Version = { comment: string; version_media: { media: { id: string; sha256: string; is_stored: boolean } }[] }

/** Returns the server's revisions whose text starts with `start`. */
async function loadVersions(page: Page, start: string): Promise<Version[]> {
  const about = 'comment,version_media(media(id,sha256,is_stored))'
  return await callServer<Version[]>(page, `task_versions?select=${about}&comment=like.${start}*&order=version_number`)
}

let host: FaultyHost
let browser: MortalBrowser

test.beforeEach(async () => {
  test.setTimeout(480_000)
  host = new FaultyHost()
  browser = new MortalBrowser()
  await host.start()
})
test.afterEach(async () => {
  await browser.close()
  await host.close()
})

/** A seeded random generator, so that failures can be reproduced. */
function makeChance(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

async function openBrowser(): Promise<Page> {
  const context = await browser.start()
  return context.pages()[0] ?? (await context.newPage())
}

/**
 * Opens a signed-in page. Chromium takes up to a minute to write a sign-in to disk: one made shortly before a crash is
 * lost, so sign in again; pending posts continue.
 */
async function openSignedIn(): Promise<Page> {
  const page = await openBrowser()
  await page.goto(`${host.url}/studio/northlight/projects`)
  const profile = page.getByRole('button', { name: /profile menu/ })
  const logIn = page.getByRole('button', { name: 'Log In', exact: true }).first()
  await expect(profile.or(logIn).first()).toBeVisible()
  if (await profile.isVisible()) return page
  // Keep the device's data: the pending posts are the subject of this test.
  await signInAgain(page, 'Amara Diallo')
  await page.goto(`${host.url}/studio/northlight/projects`)
  await expect(profile).toBeVisible()
  return page
}

/** Causes one fault during an upload; returns the surviving page. */
async function strike(fault: (typeof interruptions)[number], page: Page, afterMs: number): Promise<Page> {
  await page.waitForTimeout(afterMs)
  if (fault === 'reload') {
    await page.reload()
    return page
  }
  if (fault === 'tab') {
    const next = await page.context().newPage()
    await page.close({ runBeforeUnload: false })
    return next
  }
  if (fault === 'browser') {
    await browser.kill()
    return await openSignedIn()
  }
  if (fault === 'network') {
    host.cut()
    await page.waitForTimeout(1500)
    host.mend()
  } else {
    await host.killHost()
    await host.startHost()
  }
  return page
}

test(`of ${posts * filesOfAPost} files posted while tab, browser, network and server fail, none is lost or duplicated`, async () => {
  test.setTimeout(600_000 + posts * 60_000)
  const chance = makeChance(20_261_122)
  let page = await openSignedIn()
  const expected: { comment: string; hashes: string[] }[] = []
  const struck: Record<string, number> = {}

  for (let round = 0; round < posts; round += 1) {
    const popup = await openTask(page, host.url, task)
    const files = Array.from({ length: filesOfAPost }, (_, index) => {
      // In some posts one file is large enough to go in pieces.
      const sizeBytes =
        index === 0 && chance() < 0.4 ? 6 * mebibyte + 5 + round : 20_000 + Math.floor(chance() * 400_000)
      return toFile(`survivor-${round}-${index}.zip`, someBytes(sizeBytes, round * filesOfAPost + index + 1))
    })
    const comment = `Survivor ${String(round).padStart(3, '0')}`
    await postRevision(popup, { text: comment, files })
    expected.push({ comment, hashes: files.map(({ buffer }) => toHash(buffer)).sort() })

    // Each kind of fault once, then random ones or none.
    const fault = round < faults.length ? faults[round] : faults[Math.floor(chance() * 6)]
    if (fault !== undefined) page = await strike(fault, page, chance() * 1500)
    struck[fault ?? 'none'] = (struck[fault ?? 'none'] ?? 0) + 1
  }

  await page.goto(`${host.url}/studio/northlight/projects`)
  await expect
    .poll(async () => (await loadVersions(page, 'Survivor').catch(() => [])).map(({ comment }) => comment), {
      timeout: 400_000 + posts * 5000,
    })
    .toEqual(expected.map(({ comment }) => comment))
  const versions = await loadVersions(page, 'Survivor')
  expect(
    versions.map(({ comment, version_media: media }) => ({
      comment,
      hashes: media.map(({ media: { sha256 } }) => sha256).sort(),
    })),
  ).toEqual(expected)
  const names = await callServer<{ filename: string }[]>(page, 'media?select=filename&filename=like.survivor-*')
  expect(names).toHaveLength(posts * filesOfAPost)
  for (const { id, sha256 } of versions.flatMap(({ version_media: links }) => links.map(({ media }) => media)))
    expect(await loadHash(page, id)).toBe(sha256)
  console.log(`${names.length} files in ${posts} revisions; struck`, JSON.stringify(struck))
})

test('a large upload resends at most one piece per interruption', async () => {
  test.setTimeout(300_000 + largeMegabytes * 2000)
  let page = await openSignedIn()
  const { offsets } = host
  const bytes = Buffer.concat([zip, someBytes(largeMegabytes * mebibyte - 4, 7)])
  const file = test.info().outputPath('film.zip')
  writeFileSync(file, bytes)
  const popup = await openTask(page, host.url, task)
  await slowDown(page)
  await postRevision(popup, { text: 'Resumed', files: [file] })
  const before = host.sentBytes
  const struck: string[] = []

  const share = largeMegabytes / (interruptions.length + 1)
  for (const [index, fault] of interruptions.entries()) {
    const upTo = (index + 1) * share * mebibyte
    await expect.poll(() => host.sentBytes - before, { timeout: 120_000 }).toBeGreaterThan(upTo)
    page = await strike(fault, page, 0)
    if (page.url() === 'about:blank') await page.goto(`${host.url}/studio/northlight/projects`)
    await slowDown(page)
    struck.push(`${fault} at ${((offsets.at(-1) ?? 0) / mebibyte).toFixed(0)} MB`)
  }
  await expect
    .poll(async () => (await loadVersions(page, 'Resumed').catch(() => [])).length, {
      timeout: 180_000 + largeMegabytes * 1000,
    })
    .toBe(1)

  const others = 2 * mebibyte
  const sent = host.sentBytes - before
  console.log(`${(sent / mebibyte).toFixed(1)} MB for ${largeMegabytes}; struck`, struck.join(', '))
  expect(sent).toBeLessThan(bytes.length + interruptions.length * pieceBytes + others)
  // No piece starts before the one in flight, so at most that one is sent again.
  expect(offsets).toEqual(offsets.toSorted((first, second) => first - second))
  expect(offsets.length).toBeGreaterThan(bytes.length / pieceBytes)
  const [version] = await loadVersions(page, 'Resumed')
  expect(await loadHash(page, version?.version_media[0]?.media.id ?? '')).toBe(toHash(bytes))
})

/** Throttles uploads, so that they can be interrupted. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const upload = 6 * mebibyte
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: upload,
  })
}

/** Returns the hash of the file the server serves. */
async function loadHash(page: Page, mediaId: string): Promise<string> {
  const url = await page.evaluate(async (id) => {
    const config = await (await fetch('/config.json')).json()
    const { access_token: token } = JSON.parse(localStorage.getItem('xsheet-session') ?? '{}')
    const headers = { apikey: config.supabasePublishableKey, authorization: `Bearer ${token}` }
    const body = JSON.stringify({ media_id: id })
    const answer = await fetch('/functions/v1/get-attachment-url', { method: 'POST', headers, body })
    return (await answer.json()).url as string
  }, mediaId)
  return toHash(Buffer.from(await (await fetch(url)).arrayBuffer()))
}
