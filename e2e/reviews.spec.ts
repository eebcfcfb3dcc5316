import { expect, type Page, test } from '@playwright/test'
import { findViolations } from './page-models/judge.ts'
import { aSpaceOfShots } from './page-models/a-space-of-shots.ts'
import { callServer, signInAs } from './page-models/session.ts'
import { SpacePage } from './page-models/space-page.ts'

const count = 40

type Row = { readonly id: string; readonly custom_slug: string }

const counter = '[data-testid=frame-counter]'

/** Collects the texts an element shows from now on. */
function watchText(selector: string): { readonly texts: readonly string[] } {
  const texts: string[] = []
  const read = (): void => {
    const text = document.querySelector(selector)?.textContent ?? ''
    if (text !== texts.at(-1)) texts.push(text)
  }
  new MutationObserver(read).observe(document.body, { subtree: true, childList: true, characterData: true })
  return { texts }
}

/** Counts how often a counter has jumped back by more than a few frames. */
function countReturns({ texts }: { readonly texts: readonly string[] }): number {
  const frames = texts.map((text) => Number(/\d+/.exec(text)))
  return frames.filter((frame, index) => frame < (frames[index - 1] ?? 0) - 8).length
}

const onItsSide = [
  { width: 844, height: 390 },
  { width: 720, height: 430 },
]

test('forty shots are judged with notes, without a pointer, and one undo reverts one judgement', async ({ page }) => {
  await page.addInitScript(() => {
    const pointers = { count: 0 }
    Object.assign(globalThis, { pointers })
    for (const type of ['pointerdown', 'wheel']) addEventListener(type, () => (pointers.count += 1), true)
  })
  const space = new SpacePage(page)
  await page.goto(await aSpaceOfShots(page, count))
  await expect(space.row('sh0010')).toBeVisible()
  const head = page.locator('#review-room header')

  await test.step('starts from the selection in the grid', async () => {
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Shift+R')
    await expect(head).toContainText(`1 of ${count} · 0 judged`)
    // The task is there to be judged.
    await expect(head).toContainText('SQ900 · Animation')
    await expect(page.locator('#review-room')).toBeFocused()
  })

  await test.step('judges and moves on with one key each', async () => {
    for (let at = 1; at < count; at += 1) {
      await page.keyboard.press('6')
      await page.keyboard.press('Enter')
      await expect(head).toContainText(`${at + 1} of ${count} · ${at} judged`)
    }
  })

  await test.step('says that there is nothing to compare with', async () => {
    await page.keyboard.press('v')
    await expect(page.getByText('There is no other version of sh0400, Animation, and no other stage')).toBeVisible()
  })

  await test.step('sends a note with the judgement, and undoes both in one step', async () => {
    const notes = page.getByRole('list', { name: 'Notes of this session' })
    await page.keyboard.press('n')
    await expect(page.getByRole('textbox', { name: 'Comment' })).toBeFocused()
    await page.keyboard.type('Softer landing')
    await page.keyboard.press('Escape')
    await page.keyboard.press('4')
    await expect(head).toContainText(`${count} judged`)
    await expect(notes).toContainText('Softer landing')
    await page.keyboard.press('Control+z')
    await expect(head).toContainText(`${count - 1} judged`)
    await expect(notes).toHaveCount(0)
    await page.keyboard.press('Control+Shift+z')
    await expect(notes).toContainText('Softer landing')
  })

  await test.step('sending a note moves to the next task, and the note is there on return', async () => {
    await page.keyboard.press('Backspace')
    await expect(head).toContainText(`${count - 1} of ${count}`)
    await page.keyboard.press('n')
    await page.keyboard.type('Hold the arm')
    await page.keyboard.press('Control+Enter')
    await expect(head).toContainText(`${count} of ${count}`)
    await page.keyboard.press('Backspace')
    await expect(page.getByRole('list', { name: 'Notes of this session' })).toContainText('Hold the arm')
    expect(await findViolations(page)).toEqual([])
  })

  await test.step('a locked session says so, and how to unlock it', async () => {
    await page.keyboard.press('Shift+K')
    await expect(page.getByRole('button', { name: 'Locked' })).toBeVisible()
    await page.keyboard.press('1')
    await expect(
      page.getByText('This review session is locked: what was judged stays until it is unlocked.'),
    ).toBeVisible()
    const closed = page.getByText('This review session is locked: it takes notes again once it is unlocked.')
    await expect(closed).toHaveCount(1)
    for (const key of ['n', 'm', 'd']) {
      await page.keyboard.press(key)
      await expect(page.getByRole('textbox', { name: 'Comment' })).toHaveCount(0)
    }
    await page.keyboard.press('Shift+K')
    await expect(page.getByRole('textbox', { name: 'Comment' })).toBeVisible()
    await page.keyboard.press('Shift+K')
    await expect(page.getByRole('button', { name: 'Locked' })).toBeVisible()
    await page.keyboard.press('g')
    await page.keyboard.press('r')
    await expect(page.getByRole('heading', { name: 'Reviews', exact: true })).toBeVisible()
    const session = page.getByRole('link').filter({ hasText: `${count} of ${count} judged` })
    await expect(session.first()).toContainText('Locked')
  })

  await test.step('a live session contains the tasks that got its status today', async () => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('new live review')
    await page.keyboard.press('Enter')
    await page.keyboard.type('DONE today in Animation')
    await page.keyboard.press('Enter')
    const live = page.getByRole('link').filter({ hasText: 'DONE today in Animation' })
    await expect(live).toContainText('Live')
    await expect(live).toContainText(`0 of ${count - 1} judged`)
  })
  expect(await page.evaluate(() => Reflect.get(globalThis, 'pointers').count)).toBe(0)
})

test('two people in a room see the same frame and each other’s drawings, and one goes on when the other leaves', async ({
  page,
  browser,
}) => {
  await signInAs(page, 'Ingrid Solberg')
  const [session] = await callServer<readonly (Row & { readonly project_id: string })[]>(
    page,
    'review_sessions?select=id,project_id&name=eq.Dailies',
  )
  const [project] = await callServer<readonly Row[]>(
    page,
    `projects?select=id,custom_slug&id=eq.${session?.project_id}`,
  )
  const address = `/studio/northlight/project/${project?.custom_slug}/reviews/${session?.id}`
  const context = await browser.newContext({ reducedMotion: 'reduce', serviceWorkers: 'block' })
  const other = await context.newPage()
  await signInAs(other, 'Lucia Ferrante', new URL(page.url()).origin)
  const frame = (of: Page) => of.getByTestId('frame-counter')
  const title = (of: Page) => of.locator('#review-room h2')
  const together = (of: Page) => of.getByRole('region', { name: 'Together' })
  await page.goto(address)
  await expect(frame(page)).toContainText('frame 0001')
  await expect(together(page)).toContainText('Nobody else is here')
  await page.keyboard.press('ArrowRight')
  const entries = Promise.withResolvers<undefined>()
  await other.route('**/rpc/pull_review', async (route) => {
    await entries.promise
    await route.continue()
  })
  await other.goto(new URL(address, page.url()).href)

  await test.step('a late joiner is in the room while its entries are still loading', async () => {
    await expect(together(page)).toContainText('You lead')
    await expect(other.getByText('Loading…')).toBeAttached()
    entries.resolve(undefined)
  })

  await test.step('a latecomer starts on the leader’s frame and follows their steps', async () => {
    await expect(together(page)).toContainText('You lead')
    await expect(together(other)).toContainText('Ingrid leads')
    await expect(frame(other)).toContainText('frame 0002')
    await page.keyboard.press('ArrowRight')
    await expect(frame(other)).toContainText('frame 0003')
    await page.keyboard.press('Enter')
    await expect(frame(page)).toContainText('frame 0001')
    await expect(title(other)).toHaveText((await title(page).textContent()) ?? '')
    await expect(frame(other)).toContainText('frame 0001')
  })

  await test.step('comparing keeps the current frame for everybody, within the marked range', async () => {
    for (const key of ['ArrowRight', 'ArrowRight', 'i']) await page.keyboard.press(key)
    await expect(frame(other)).toContainText('frame 0003')
    const seen = await other.evaluateHandle(watchText, counter)
    await page.keyboard.press('v')
    await expect(page.getByRole('toolbar', { name: 'Compare' })).toBeVisible()
    await expect(frame(page)).toContainText('frame 0003')
    await page.keyboard.press('v')
    await expect(page.getByRole('toolbar', { name: 'Compare' })).toBeHidden()
    await expect(frame(page)).toContainText('frame 0003')
    await page.keyboard.press('ArrowRight')
    await expect(frame(other)).toContainText('frame 0004')
    for (const text of await seen.evaluate(({ texts }) => texts)) expect(text).toMatch(/frame 000[34]/)
  })

  await test.step('a marked range loops for everybody until the marks are cleared', async () => {
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('o')
    const watched = await Promise.all([page, other].map(async (one) => await one.evaluateHandle(watchText, counter)))
    await page.keyboard.press('Space')
    for (const seen of watched) await expect.poll(async () => await seen.evaluate(countReturns)).toBeGreaterThan(1)
    await page.keyboard.press('Space')
    await page.keyboard.press('u')
    await page.keyboard.press('Home')
    await expect(frame(other)).toContainText('frame 0001')
    await expect(page.getByRole('button', { name: 'Loop' })).toHaveAttribute('aria-pressed', 'false')
  })

  await test.step('the volume stays the same from one film to the next', async () => {
    await page.keyboard.press('Alt+ArrowDown')
    await page.keyboard.press('Enter')
    await expect(frame(page)).toContainText('frame 0001')
    const volumes = page
      .locator('#review-room video')
      .evaluateAll((all) => all.map((one) => (one as HTMLVideoElement).volume))
    expect(new Set(await volumes)).toEqual(new Set([0.9]))
    await page.keyboard.press('Backspace')
    await expect(frame(page)).toContainText('frame 0001')
    // After a click on the volume, the arrow keys control the film again.
    await page.locator('#review-room').getByRole('slider', { name: 'Volume' }).click()
    await page.keyboard.press('ArrowRight')
    await expect(frame(page)).toContainText('frame 0002')
    await page.keyboard.press('ArrowLeft')
    await expect(frame(page)).toContainText('frame 0001')
  })

  await test.step('drawings are visible to others before they are posted', async () => {
    await page.keyboard.press('d')
    await page.keyboard.press('Space')
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Space')
    await expect(other.getByRole('img', { name: 'Drawn on this frame by Ingrid Solberg, now' })).toBeVisible()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
  })

  await test.step('full screen shows messages, and ends to write a note', async () => {
    const isFull = async (of: Page) => await of.evaluate(() => document.fullscreenElement !== null)
    await page.locator('#review-room').focus()
    await page.keyboard.press('f')
    await expect.poll(async () => await isFull(page)).toBe(true)
    await other.locator('#review-room').focus()
    await other.keyboard.press('Shift+L')
    await expect(together(other)).toContainText('Ingrid is asked')
    await expect(page.getByText('Lucia Ferrante asks for the lead.')).toBeVisible()
    const handOver = page.getByRole('button', { name: 'Hand over', exact: true })
    await expect.poll(async () => await handOver.evaluate(isOnTop)).toBe(true)
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('combobox', { name: 'Search or run a command' })
    await expect(palette).toBeFocused()
    expect(await palette.evaluate(isOnTop)).toBe(true)
    await page.keyboard.press('Escape')
    await expect(palette).toBeHidden()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Backspace')
    await expect(frame(page)).toContainText('frame 0001')
    await page.keyboard.press('2')
    await expect(page.getByText(`${(await title(page).textContent()) ?? ''}: WIP`)).toBeVisible()
    await page.keyboard.press('Control+z')
    await page.keyboard.press('ArrowRight')
    await expect(frame(other)).toContainText('frame 0002')
    expect(await isFull(page)).toBe(true)

    await page.keyboard.press('n')

    await expect.poll(async () => await isFull(page)).toBe(false)
    await page.keyboard.press('Escape')
    await expect(together(page).getByRole('button', { name: 'Hand over to Lucia' })).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('Keep the lead')
    await page.keyboard.press('Enter')
    await expect(together(other)).toContainText('Ingrid keeps the lead')
    await expect(other.getByText('Ingrid Solberg keeps the lead.')).toBeVisible()
    await expect(together(page)).toContainText('You lead')
    await page.locator('#review-room').focus()
    await page.keyboard.press('ArrowLeft')
    await expect(frame(other)).toContainText('frame 0001')
  })

  await test.step('a follower goes out of step with a key, and back in step', async () => {
    const led = (await title(page).textContent()) ?? ''
    await other.locator('#review-room').focus()
    await other.keyboard.press('Enter')
    await expect(together(page)).toContainText('1 elsewhere')
    await expect(title(other)).not.toHaveText(led)
    await other.keyboard.press('\\')
    await expect(title(other)).toHaveText(led)
    expect(await findViolations(other)).toEqual([])
  })

  await test.step('a link to a note opens the note, out of step with the leader, and says how to return', async () => {
    const led = (await title(page).textContent()) ?? ''
    const strip = other.getByRole('navigation', { name: 'Tasks of the review' })
    const entry = await strip.locator('[data-entry]').last().getAttribute('data-entry')
    await other.goto('about:blank')
    await other.goto(new URL(`${address}?entry=${entry}&note=${crypto.randomUUID()}`, page.url()).href)
    await expect(other.getByText('You opened a note, so you are out of step with Ingrid Solberg.')).toBeVisible()
    await expect(together(page)).toContainText('1 elsewhere')
    await expect(title(other)).not.toHaveText(led)
    await other.locator('#review-room').focus()
    await other.keyboard.press('\\')
    await expect(title(other)).toHaveText(led)
    await expect(together(other)).toContainText('In step')
  })

  await test.step('a follower goes on alone when the leader leaves', async () => {
    await page.goto('about:blank')
    await expect(together(other)).toContainText('Nobody else is here')
    const before = (await title(other).textContent()) ?? ''
    await other.keyboard.press('Enter')
    await expect(title(other)).not.toHaveText(before)
  })

  await test.step('a task is dragged to another place in the strip, and undone', async () => {
    const strip = other.getByRole('navigation', { name: 'Tasks of the review' })
    const tiles = strip.locator('[data-entry]')
    const order = async () => await tiles.evaluateAll((all) => all.map((tile) => tile.getAttribute('data-entry')))
    const [first, second, third, ...more] = await order()
    await expect(strip.getByText(/^\d+ of \d+ judged$/).first()).toBeVisible()
    await tiles.nth(2).dragTo(tiles.nth(0), { targetPosition: { x: 8, y: 40 } })
    await expect.poll(order).toEqual([third, first, second, ...more])
    await other.locator('#review-room').focus()
    await other.keyboard.press('Control+z')
    await expect.poll(order).toEqual([first, second, third, ...more])
  })

  await test.step('film and form fit a sideways phone, also at double zoom', async () => {
    for (const size of onItsSide) {
      await other.setViewportSize(size)
      const film = other.locator('#review-room canvas, #review-room video').first()
      await expect.poll(async () => (await film.boundingBox())?.height ?? 0).toBeGreaterThan(150)
      await other.getByPlaceholder('Write a note').click({ trial: true })
      await other.getByRole('button', { name: 'On this frame' }).click({ trial: true })
    }
  })
  await context.close()
})

test('a review task that cannot be loaded shows an error instead of waiting for ever, and can be retried', async ({
  page,
}) => {
  await signInAs(page, 'Ingrid Solberg')
  const path = 'review_sessions?select=id,projects(custom_slug)&name=eq.Dailies'
  const [session] = await callServer<readonly { readonly id: string; readonly projects: Row }[]>(page, path)
  const refusal = { status: 500, json: { code: 'XX000', message: 'The disk is full', details: null, hint: null } }
  await page.route('**/rpc/pull_item', async (route) => await route.fulfill(refusal))

  await page.goto(`/studio/northlight/project/${session?.projects.custom_slug}/reviews/${session?.id}`)
  await expect(page.getByRole('heading', { name: 'This task could not be opened' })).toBeVisible()
  await page.unroute('**/rpc/pull_item')
  await page.getByRole('button', { name: 'Try again' }).click()

  await expect(page.getByTestId('frame-counter')).toContainText('frame 0001')
})

test('a review requests film addresses six shots ahead', async ({ page }) => {
  await signInAs(page, 'Ingrid Solberg')
  const path = 'review_sessions?select=id,projects(custom_slug)&name=eq.Dailies'
  const [session] = await callServer<readonly { readonly id: string; readonly projects: Row }[]>(page, path)
  const entries = await callServer<readonly { readonly task_id: string }[]>(
    page,
    `review_entries?select=task_id&session_id=eq.${session?.id}&order=order_rank&limit=7`,
  )
  const newest = 'task_versions?select=version_media(media_id)&order=version_number.desc&limit=1'
  const [version] = await callServer<readonly { readonly version_media: readonly { readonly media_id: string }[] }[]>(
    page,
    `${newest}&task_id=eq.${entries.at(-1)?.task_id}`,
  )
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/get-attachment-urls')) asked.push(request.postData() ?? '')
  })

  await page.goto(`/studio/northlight/project/${session?.projects.custom_slug}/reviews/${session?.id}`)
  await expect(page.getByTestId('frame-counter')).toContainText('frame 0001')

  const film = String(version?.version_media[0]?.media_id)
  await expect.poll(() => asked.filter((body) => body.includes(film)).length).toBe(1)
})

test('the projector shows the picture without controls, and loops a marked range', async ({ page }) => {
  await signInAs(page, 'Ingrid Solberg')
  const path = 'review_sessions?select=id,projects(custom_slug)&name=eq.Dailies'
  const [session] = await callServer<readonly { readonly id: string; readonly projects: Row }[]>(page, path)
  const address = `/studio/northlight/project/${session?.projects.custom_slug}/reviews/${session?.id}`
  await page.goto(address)
  await expect(page.getByTestId('frame-counter')).toContainText('frame 0001')
  for (const key of ['i', 'ArrowRight', 'ArrowRight', 'o', 'Space']) await page.keyboard.press(key)
  const seen = await page.evaluate(async () => {
    const film = document.querySelector<HTMLVideoElement>('#review-room div:not([data-ahead]) > video')
    const { promise, resolve } = Promise.withResolvers<number>()
    const before = { time: film?.currentTime ?? 0, turns: 0 }
    film?.addEventListener('timeupdate', () => {
      if (film.currentTime < before.time && (before.turns += 1) === 2) resolve(film.currentTime)
      before.time = film.currentTime
    })
    return await promise
  })
  expect(seen).toBeLessThan(0.2)

  await page.goto(`${address}?view=screen`)

  const film = page.locator('#review-room video').first()
  await expect(film).toBeVisible()
  const room = await page.locator('#review-room').boundingBox()
  expect(room).toMatchObject({ x: 0, y: 0, ...page.viewportSize() })
  await expect(page.locator('#review-room').getByRole('button')).toHaveCount(0)
})

/** Returns whether nothing covers an element. */
function isOnTop(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}
