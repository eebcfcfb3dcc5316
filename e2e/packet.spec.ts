import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test, type Page } from '@playwright/test'
import { parse } from 'valibot'
import { openZip } from '#core/exchange/unzip.ts'
import { decisionsSchema } from '#core/packet/decisions.ts'
import type { Packet } from '#core/packet/packet.ts'
import { findViolations, watchPolicy } from './page-models/judge.ts'
import { callServer, signInAs } from './page-models/session.ts'

type Row = { readonly id: string; readonly project_id: string; readonly custom_slug: string }

/** Returns the address of the demo studio's dailies. */
async function findDailies(page: Page): Promise<string> {
  const [session] = await callServer<readonly Row[]>(page, 'review_sessions?select=id,project_id&name=eq.Dailies')
  const [project] = await callServer<readonly Row[]>(page, `projects?select=custom_slug&id=eq.${session?.project_id}`)
  return `/studio/northlight/project/${project?.custom_slug}/reviews/${session?.id}`
}

test('a review session is taken along as a packet, judged offline from disk by keyboard alone, and saved', async ({
  page,
  playwright,
  launchOptions,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'xsheet-packet-'))
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
  await signInAs(page, 'Ingrid Solberg')
  await page.goto(await findDailies(page))
  await expect(page.locator('#review-room')).toBeFocused()

  await test.step('the app shows the size and saves one ZIP', async () => {
    await page.keyboard.press('Shift+T')
    const dialog = page.getByRole('dialog', { name: 'Take the session along' })
    await expect(dialog.getByText(/Proxies, [\d.]+ [kM]B/)).toBeVisible()
    await expect(dialog).toContainText('with something to look at')
    expect(await findViolations(page, { within: '[role=dialog]' })).toEqual([])
    await page.route('**/storage/v1/object/**', (route) => route.abort())
    await dialog.getByRole('button', { name: 'Save the ZIP' }).press('Enter')
    await expect(dialog.getByRole('alert')).toHaveText('The connection to the storage broke. Nothing was saved.')
    await page.unroute('**/storage/v1/object/**')
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Save the ZIP' }).press('Enter')
    await (await download).saveAs(join(folder, 'packet.zip'))
    await expect(dialog).toContainText('open review.html')
    await unpack(join(folder, 'packet.zip'), folder)
  })

  const root = join(folder, 'Dailies-' + (await sessionDay(page)))
  const packet: Packet = JSON.parse(readFileSync(join(root, 'session.json'), 'utf8')).metadata.xsheet
  const films = packet.entries.flatMap(({ film }) => film?.path ?? [])
  expect(films.length).toBeGreaterThan(2)
  expect(films.every((film) => existsSync(join(root, film)))).toBe(true)
  renameSync(join(root, films[1] ?? ''), join(folder, 'gone.mp4'))

  // A profile on disk: a private window keeps storage in memory only.
  const profile = { ...launchOptions, offline: true, reducedMotion: 'reduce' } as const
  const context = await playwright.chromium.launchPersistentContext(join(folder, 'profile'), profile)
  const disk = await context.newPage()
  const stopped = await watchPolicy(disk)
  const asked: string[] = []
  disk.on('request', (request) => void asked.push(request.url()))
  await disk.goto(pathToFileURL(join(root, 'review.html')).href)
  const number = disk.getByRole('status', { name: 'Frame', exact: true })
  const [first, second] = packet.entries

  await test.step('the page asks once who decides, and starts on the first frame in the studio’s numbering', async () => {
    await expect(disk.getByRole('dialog', { name: 'Who decides?' })).toBeVisible()
    expect(await findViolations(disk)).toEqual([])
    await disk.keyboard.type('Tomas at the cinema')
    await disk.keyboard.press('Enter')
    await expect(disk.getByRole('heading', { name: first?.shot ?? '' })).toBeVisible()
    await expect(number).toContainText(`${first?.film?.firstNumber} / `)
  })

  await test.step('plays, steps, draws, pins and judges by keys', async () => {
    await disk.keyboard.press('Space')
    await expect(disk.getByRole('button', { name: 'Pause' })).toBeVisible()
    await disk.keyboard.press('Space')
    await disk.keyboard.press('Home')
    for (let step = 0; step < 4; step += 1) await disk.keyboard.press('ArrowRight')
    await expect(number).toContainText(`${(first?.film?.firstNumber ?? 1) + 4} / `)
    await disk.keyboard.press('d')
    await disk.keyboard.press('Space')
    for (const key of ['ArrowRight', 'ArrowRight', 'Shift+ArrowDown']) await disk.keyboard.press(key)
    await disk.keyboard.press('Space')
    await disk.keyboard.press('d')
    await expect(disk.getByText(/^Drawn on 5/)).toBeVisible()
    await disk.keyboard.press('m')
    await disk.keyboard.type('Softer landing')
    await disk.keyboard.press('Escape')
    await disk.keyboard.press('4')
    await expect(disk.locator('#count')).toContainText('1 judged')
    expect(await findViolations(disk)).toEqual([])
  })

  await test.step('a missing film is named and blocks nobody', async () => {
    await disk.keyboard.press('Enter')
    await expect(disk.getByText(`${films[1]} is missing`)).toBeVisible()
    await disk.keyboard.press('6')
    await disk.keyboard.press('5')
    await disk.keyboard.press('n')
    await disk.keyboard.type('Not seen')
    await disk.keyboard.press('Control+Enter')
    await expect(disk.locator('#count')).toContainText('3 of')
    await disk.keyboard.press('n')
    await disk.keyboard.type('Half a thought')
    await disk.keyboard.press('Escape')
  })

  await test.step('everything is there after a reload, and leaving unsaved warns', async () => {
    const warned = disk.waitForEvent('dialog')
    const reloaded = disk.reload()
    const warning = await warned
    expect(warning.type()).toBe('beforeunload')
    await warning.accept()
    await reloaded
    await expect(disk.locator('#count')).toContainText('2 judged')
    await expect(disk.getByRole('textbox', { name: 'Note' })).toHaveValue('Half a thought')
    await expect(disk.getByRole('dialog')).toHaveCount(0)
    await disk.keyboard.press('?')
    await expect(disk.getByRole('dialog', { name: 'Keys' })).toContainText('Judge with the n-th status')
    expect(await findViolations(disk)).toEqual([])
    await disk.keyboard.press('Escape')
  })

  await test.step('saves the decisions the studio reads: who, what and on which frame', async () => {
    const download = disk.waitForEvent('download')
    await disk.keyboard.press('Control+s')
    expect((await download).suggestedFilename()).toBe('decisions.json')
    await (await download).saveAs(join(folder, 'decisions.json'))
    const file = parse(decisionsSchema, JSON.parse(readFileSync(join(folder, 'decisions.json'), 'utf8')))
    const statuses = packet.statuses[first?.spaceId ?? ('' as never)] ?? []
    expect(file).toMatchObject({ packetId: packet.id, sessionId: packet.session.id, studioId: packet.studio.id })
    expect(file.decisions).toMatchObject([
      {
        entryId: first?.id,
        taskId: first?.taskId,
        statusId: statuses[3]?.id,
        seenStatusId: first?.statusId,
        by: { name: 'Tomas at the cinema' },
        note: {
          content: '@here[frame 5] Softer landing',
          metadata: {
            hereReferences: [{ type: 'video', label: 'frame 5', data: { mediaId: first?.film?.mediaId } }],
            drawings: [{ mediaId: first?.film?.mediaId, frame: 4, shapes: [{ kind: 'pen' }] }],
          },
        },
      },
      { entryId: second?.id, statusId: statuses[4]?.id },
      { entryId: second?.id, note: { content: 'Not seen' } },
      { entryId: packet.entries[2]?.id, note: { content: 'Half a thought' } },
    ])
    expect(file.decisions[0]?.by).not.toHaveProperty('userId')
    // Once saved, leaving does not ask for confirmation.
    await disk.reload()
  })
  expect(stopped).toEqual([])
  expect(asked.filter((url) => !url.startsWith('file:') && !url.startsWith('blob:'))).toEqual([])
  await context.close()
  rmSync(folder, { recursive: true, maxRetries: 5 })
})

async function sessionDay(page: Page): Promise<string> {
  const [session] = await callServer<readonly { readonly day: string }[]>(
    page,
    'review_sessions?select=day&name=eq.Dailies',
  )
  return session?.day ?? ''
}

async function unpack(archive: string, folder: string): Promise<void> {
  const opened = openZip(new Uint8Array(readFileSync(archive)))
  if (!opened.ok) throw new Error(opened.error)
  for (const [name, { load }] of opened.value) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), await load())
  }
}
