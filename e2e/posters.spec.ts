import { execFile } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { readFrame } from './clips/frame-code.ts'
import { aPicture } from './page-models/board-page.ts'
import { chooserOf } from './page-models/choose-file.ts'
import { insert } from './page-models/planned-studio.ts'
import { anAccount, callServer, startStudio } from './page-models/session.ts'
import { postRevision } from './page-models/uploads.ts'

const clips = path.join(import.meta.dirname, 'clips')
const films: Readonly<Record<string, string>> = {
  sh010: 'rate-23.976.mp4',
  sh020: 'rate-24.mp4',
  sh030: 'rate-25.mp4',
  sh040: 'rate-29.97.mp4',
  sh050: 'drop-frame.mov',
  // No browser plays it, but Xsheet decodes it.
  sh055: 'prores.mov',
}

const nameOf = (item: string): string => `${item}${path.extname(films[item] ?? '')}`

let folder: string
test.beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'xsheet-posters-'))
  for (const [item, film] of Object.entries(films))
    copyFileSync(path.join(clips, film), path.join(folder, nameOf(item)))
})
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A studio with a space whose items have one stage each and no pictures. */
async function planShots(page: Page, items: readonly string[]): Promise<{ readonly address: string }> {
  const [studio] = await callServer<{ id: string; custom_slug: string }[]>(page, 'studios?select=id,custom_slug')
  const studioId = studio?.id ?? ''
  const stages = await callServer<{ id: string }[]>(page, `stages?select=id&studio_id=eq.${studioId}&name=eq.Animation`)
  const statuses = await callServer<{ id: string }[]>(page, `task_statuses?select=id&studio_id=eq.${studioId}`)
  const [projectId, spaceId, collectionId] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  await insert(page, 'projects', { id: projectId, studio_id: studioId, name: 'The Film' })
  await insert(page, 'spaces', { id: spaceId, project_id: projectId, name: 'Shots' })
  await callServer(page, 'rpc/save_space_config', {
    p_space_id: spaceId,
    p_stage_ids: stages.map(({ id }) => id),
    p_status_ids: statuses.map(({ id }) => id),
  })
  await insert(page, 'collections', { id: collectionId, space_id: spaceId, name: 'sq010' })
  await callServer(page, 'rpc/create_items_with_tasks', {
    p_space_id: spaceId,
    p_collection_id: collectionId,
    p_items: items.map((title) => ({
      id: crypto.randomUUID(),
      title,
      tasks: stages.map(({ id }) => ({ id: crypto.randomUUID(), stage_id: id })),
    })),
  })
  return { address: `/studio/${studio?.custom_slug}/project/the-film/space/shots` }
}

/** Runs the command line from source with a token of the person signed in on the page. */
async function runCli(page: Page, args: readonly string[]): Promise<string> {
  const [studio] = await callServer<{ id: string }[]>(page, 'studios?select=id')
  const asked = { p_name: 'Journey', p_studio_id: studio?.id }
  const { token } = await callServer<{ token: string }>(page, 'rpc/create_access_token', asked)
  const host = new URL(page.url()).origin
  const env = { ...process.env, STUDIO_TOKEN: token, XSHEET_HOST: host, HOME: folder, XDG_STATE_HOME: folder }
  const main = path.join(import.meta.dirname, '..', 'cli', 'main.ts')
  return await new Promise((resolve, reject) => {
    execFile('node', [main, ...args], { cwd: folder, env }, (error, stdout, stderr) =>
      error === null ? resolve(stdout) : reject(new Error(stderr)),
    )
  })
}

const pictures = (page: Page) => page.getByRole('grid').getByRole('rowheader').locator('img')

const facts = 'width,height,frame_rate,frame_count,duration_ms,codec,start_timecode,sha256,size_bytes,content_type'

test('films published by the command line show posters to everybody, and have the same facts as when posted on the web', async ({
  page,
  browser,
}) => {
  await startStudio(page, anAccount('posters'), 'Posters')
  const { address } = await planShots(page, [...Object.keys(films), 'sh060'])
  await page.goto(address)
  await expect(page.getByRole('grid')).toBeVisible()
  const named = Object.keys(films).map(nameOf)
  await runCli(page, ['revision', 'upload', '--map', '{name}:animation', '--time', '10m', ...named])

  await expect(pictures(page)).toHaveCount(6)
  const shown = async () =>
    await pictures(page).evaluateAll((images) =>
      images.map((image) => image instanceof HTMLImageElement && image.naturalWidth),
    )
  await expect.poll(shown).toEqual([256, 256, 256, 256, 256, 256])

  const context = await browser.newContext({ storageState: await page.context().storageState() })
  const elsewhere = await context.newPage()
  const asked: string[] = []
  elsewhere.on('request', (request) => asked.push(`${request.url()} ${request.postData() ?? ''}`))
  await elsewhere.goto(page.url())
  await expect(pictures(elsewhere)).toHaveCount(6)
  await expect(pictures(elsewhere).last()).toHaveJSProperty('complete', true)
  expect(asked.filter((url) => url.includes('fill_poster') || /\.(mp4|mov)/.test(url))).toEqual([])

  await test.step('a film few browsers play gets a copy that all of them play, made by anyone who could have posted it', async () => {
    await page.goto(`${address}?item=sh055&task=animation`)
    await page.getByRole('button', { name: 'Make a copy that plays everywhere' }).click()
    for (const window of [page, elsewhere]) {
      if (window === elsewhere) await window.goto(page.url())
      const viewer = window.getByRole('region', { name: nameOf('sh055') })
      await expect(viewer.getByRole('slider', { name: 'Frame' })).toHaveAttribute('aria-valuemax', '50')
      await window.keyboard.press('End')
      await expect.poll(async () => await viewer.locator('video').evaluate(readFrame)).toBe(49)
    }
  })
  await context.close()

  for (const item of ['sh010', 'sh050']) {
    await page.goto(`${address}?item=sh060&task=animation`)
    const popup = page.getByRole('dialog').first()
    const name = nameOf(item)
    const buffer = readFileSync(path.join(folder, name))
    const mimeType = name.endsWith('.mov') ? 'video/quicktime' : 'video/mp4'
    await postRevision(popup, { text: item, files: [{ name, mimeType, buffer }] })
    const query = `media?filename=eq.${name}&is_stored=eq.true&order=created_at&select=${facts}`
    await expect.poll(async () => await callServer<object[]>(page, query)).toHaveLength(2)
    const [byCommand, byHand] = await callServer<object[]>(page, query)
    expect(byCommand).toMatchObject(
      item === 'sh010'
        ? { width: 256, height: 144, frame_rate: '24000/1001', frame_count: 200, start_timecode: null }
        : { width: 256, height: 144, frame_rate: '30000/1001', frame_count: 60, start_timecode: '00:59:58;12' },
    )
    expect(byHand).toEqual(byCommand)
  }
})

test('a thumbnail is set by key, takes precedence over the newest revision, and is undone and reset', async ({
  page,
}) => {
  await startStudio(page, anAccount('own-picture'), 'Own Picture')
  const { address } = await planShots(page, ['sh010', 'sh020'])
  await runCli(page, ['revision', 'upload', 'sh010:animation', 'sh010.mp4', '--time', '10m'])
  await page.goto(address)
  const row = page.getByRole('grid').getByRole('row').filter({ hasText: 'sh010' })
  const picture = row.getByRole('rowheader').locator('img')
  const widthOf = async () =>
    await picture.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0))
  await expect(picture).toBeVisible()
  await expect.poll(widthOf).toBe(256)

  await row.getByRole('gridcell').first().click()
  const chooser = await chooserOf(page, () => page.keyboard.press('Shift+P'))
  await chooser.setFiles(aPicture('cover.png', [12, 128, 128], 640))
  await expect.poll(widthOf).toBe(640)
  await page.keyboard.press('Control+z')
  await expect.poll(widthOf).toBe(256)
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(widthOf).toBe(640)

  const saved = 'items?select=title&thumbnail_media_id=not.is.null'
  await expect.poll(async () => await callServer<object[]>(page, saved)).toEqual([{ title: 'sh010' }])
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').first().fill('newest revision as thumbnail')
  await page.getByRole('option', { name: 'Show the newest revision as thumbnail again' }).first().click()
  await expect.poll(widthOf).toBe(256)
  await expect.poll(async () => await callServer<object[]>(page, saved)).toEqual([])
})
