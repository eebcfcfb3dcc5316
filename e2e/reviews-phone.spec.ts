import { expect, type Page, test } from '@playwright/test'
import { callServer, signInAs } from './page-models/session.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

type Row = Readonly<Record<'id' | 'project_id' | 'task_id' | 'item_id' | 'space_id' | 'custom_slug', string>>

/** Returns the address of a new session with two of the dailies' films, whose tasks are followed. */
async function aSession(page: Page): Promise<string> {
  const [dailies] = await callServer<readonly Row[]>(page, 'review_sessions?select=id,project_id&name=eq.Dailies')
  const path = `review_entries?select=task_id,item_id,space_id&session_id=eq.${dailies?.id}&order=order_rank.desc&limit=2`
  const entries = await callServer<readonly Row[]>(page, path)
  const [project] = await callServer<readonly Row[]>(page, `projects?select=custom_slug&id=eq.${dailies?.project_id}`)
  const id = crypto.randomUUID()
  await callServer(page, 'rpc/start_review', {
    p_session_id: id,
    p_project_id: dailies?.project_id,
    p_name: 'On the train',
    p_kind: 'dailies',
    p_day: '2026-11-23',
    p_entries: entries.map((entry, index) => ({ ...entry, id: crypto.randomUUID(), order_rank: index + 1 })),
  })
  for (const { task_id } of entries)
    await callServer(page, 'rpc/set_following', { p_task_id: task_id, p_is_following: true })
  return `/studio/northlight/project/${project?.custom_slug}/reviews/${id}`
}

test('on a phone a review notification leads to a note’s frame, a decision and a reply, by one tap each', async ({
  page,
  browser,
}) => {
  await signInAs(page, 'Ingrid Solberg')
  const address = await aSession(page)
  const frame = (of: Page) => of.getByTestId('frame-counter')

  const findAddress = async (): Promise<string | undefined> => {
    const told = await callServer<readonly { readonly url: string }[]>(page, 'rpc/list_notifications', { p_limit: 50 })
    return told.find(({ url }) => url.startsWith(address))?.url
  }

  await test.step('a note by somebody else is announced once', async () => {
    const context = await browser.newContext({ reducedMotion: 'reduce', serviceWorkers: 'block' })
    const other = await context.newPage()
    await signInAs(other, 'Lucia Ferrante', new URL(page.url()).origin)
    await other.goto(new URL(address, page.url()).href)
    await expect(frame(other)).toContainText('frame 0001')
    await other.keyboard.press('Enter')
    await expect(other.locator('#review-room header')).toContainText('2 of 2')
    await expect(frame(other)).toContainText('frame 0001')
    for (let at = 2; at <= 8; at += 1) {
      await other.keyboard.press('ArrowRight')
      await expect(frame(other)).toContainText(`frame 000${at}`)
    }
    await other.keyboard.press('n')
    await other.keyboard.type('Hold the sail @here')
    await other.keyboard.press('Enter')
    await expect(other.getByRole('textbox', { name: 'Comment' })).toHaveValue('Hold the sail @here[frame 8] ')
    await other.keyboard.type('or @here')
    await other.keyboard.press('Control+Enter')
    const notes = other.getByRole('list', { name: 'Notes of this session' })
    await expect(notes).toContainText('Hold the sail @here frame 8 or @here frame 8')
    await expect.poll(findAddress).toBeDefined()
    await context.close()
  })

  await page.addInitScript(() => {
    addEventListener('pointerdown', () => {
      sessionStorage.setItem('taps', String(Number(sessionStorage.getItem('taps') ?? 0) + 1))
    }, true) // prettier-ignore
  })
  const taps = async () => await page.evaluate(() => Number(sessionStorage.getItem('taps')))
  // The first tap is on the notification.
  await page.goto((await findAddress()) ?? '')

  await test.step('the second tap opens the note’s frame', async () => {
    await page.getByRole('link', { name: /^Show in the film/ }).tap()
    await expect(frame(page)).toContainText('frame 0008')
    await expect(page.locator('#review-room header')).toContainText('2 of 2')
  })
  const head = page.locator('#review-room header')

  await test.step('the third tap decides', async () => {
    expect(await taps()).toBe(1)
    await page.getByRole('group', { name: 'Judge' }).getByRole('button').nth(2).tap()
    await expect(head).toContainText('1 judged')
  })

  await test.step('one tap each plays, pauses and replies, without scrolling', async () => {
    await page.getByRole('button', { name: 'Play', exact: true }).tap()
    await page.getByRole('button', { name: 'Pause', exact: true }).tap()
    await page.getByRole('textbox', { name: 'Comment' }).tap()
    await page.keyboard.type('It holds now')
    await page.getByRole('button', { name: 'Send', exact: true }).tap()
    await expect(page.getByRole('list', { name: 'Notes of this session' })).toContainText('It holds now')
    expect(await page.evaluate(() => scrollY)).toBe(0)
  })
})
