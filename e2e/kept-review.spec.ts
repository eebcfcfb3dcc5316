import { expect, test } from '@playwright/test'
import { findViolations } from './page-models/judge.ts'
import { startOwnHost } from './page-models/own-host.ts'
import { callServer, signInAs } from './page-models/session.ts'

test.use({ serviceWorkers: 'allow' })

type Row = { readonly id: string; readonly project_id: string; readonly custom_slug: string }

test('a kept review session plays, is drawn on and judged with the server down, and everything is sent later', async ({
  browser,
}) => {
  const host = await startOwnHost()
  const context = await browser.newContext({ baseURL: host.url, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await signInAs(page, 'Ingrid Solberg', host.url)
  const [session] = await callServer<readonly Row[]>(page, 'review_sessions?select=id,project_id&name=eq.Dailies')
  const [project] = await callServer<readonly Row[]>(page, `projects?select=custom_slug&id=eq.${session?.project_id}`)
  const address = `/studio/northlight/project/${project?.custom_slug}/reviews/${session?.id}`
  const frame = page.getByTestId('frame-counter')
  const head = page.locator('#review-room header')
  const dialog = page.getByRole('dialog', { name: 'Keep on this device' })
  await page.goto(address)
  await expect(page.locator('#review-room')).toBeFocused()
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))

  await test.step('shows the size before downloading, and resumes after a broken connection', async () => {
    await page.keyboard.press('Shift+O')
    await expect(dialog.getByText(/^Proxies, [\d.]+ [kM]B$/)).toBeVisible()
    await expect(dialog).toContainText(/\d+ tasks, [\d.]+ [kM]B to fetch/)
    expect(await findViolations(page, { within: '[role=dialog]' })).toEqual([])
    let asked = 0
    await page.route('**/storage/v1/object/**', async (route) => {
      asked += 1
      await (asked > 2 ? route.abort() : route.fallback())
    })
    const keep = dialog.getByRole('button', { name: 'Keep it here' })
    await keep.press('Enter')
    await expect(dialog.getByRole('alert')).toContainText('Downloaded files are kept')
    await page.unroute('**/storage/v1/object/**')
    await dialog.getByRole('button', { name: 'Try again' }).press('Enter')
    await expect(keep).toBeEnabled()
    await keep.press('Enter')
    await expect(dialog).toContainText('Ready to use offline')
    await expect(dialog).toContainText('Everything is on this device')
    await dialog.getByRole('button', { name: 'Done' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Kept here' })).toBeVisible()
  })

  await context.setOffline(true)
  await host.kill()
  const note = `From the train ${crypto.randomUUID().slice(0, 6)}`

  await test.step('opens after a reload; a film not watched before can be seeked, drawn on, noted and judged', async () => {
    await page.goto(`${address}?entry=`)
    await expect(page.locator('#review-room')).toBeFocused()
    for (let at = 0; at < 7; at += 1) await page.keyboard.press('Enter')
    await expect(head).toContainText('8 of')
    await expect(frame).toContainText('frame 0001')
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(frame).toContainText('frame 0026')
    // A film plays from a local blob, and no film comes from the network.
    const films = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('video')]
          .filter(({ currentSrc }) => currentSrc !== '')
          .map(({ currentSrc, readyState }) => `${currentSrc.slice(0, 5)} ${readyState >= 2}`),
      )
    await expect.poll(films).toContain('blob: true')
    expect((await films()).filter((film) => !film.startsWith('blob:'))).toEqual([])
    await page.keyboard.press('d')
    await page.keyboard.press('Space')
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await page.keyboard.press('n')
    await page.keyboard.type(note)
    await page.keyboard.press('Escape')
    await page.keyboard.press('4')
    await expect(head).toContainText('1 judged')
    await page.goto(address)
    await expect(head).toContainText('1 judged')
  })

  await test.step('is sent once when the server is back', async () => {
    await host.start()
    await context.setOffline(false)
    const posted = async () =>
      await callServer<
        readonly { readonly metadata: { readonly drawings?: unknown[]; readonly sessionId?: string } }[]
      >(page, `comments?select=metadata&content=like.*${encodeURIComponent(note)}*`)
    await expect.poll(async () => (await posted().catch(() => [])).length).toBe(1)
    const [comment] = await posted()
    expect(comment?.metadata.sessionId).toBe(session?.id)
    expect(comment?.metadata.drawings).toHaveLength(1)
    const judged = await callServer<readonly Row[]>(page, 'review_entries?select=id&judged_status_id=not.is.null')
    expect(judged).toHaveLength(1)
  })

  await test.step('is listed with its size in the settings, and is gone for the next person to sign in here', async () => {
    const keptCaches = async () =>
      await page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('kept-u-')).length)
    await page.keyboard.press('g')
    await page.keyboard.press('u')
    const kept = page.getByRole('region', { name: 'Reviews on this device' })
    await expect(kept.getByRole('listitem')).toContainText(/Dailies.*[\d.]+ [kM]B/)
    expect(await findViolations(page, { within: '[role=dialog]' })).toEqual([])
    await page.keyboard.press('Escape')
    expect(await keptCaches()).toBe(1)
    await page.keyboard.press('g')
    await page.keyboard.press('q')
    await expect(page).toHaveURL(/\/(#.*)?$/)
    await expect.poll(keptCaches).toBe(0)
  })
  await context.close()
  await host.remove()
})
