import { expect, test } from '@playwright/test'
import { SpacePage } from './page-models/space-page.ts'

test('others’ cursors and changes appear live in a space, and the scroll position stays', async ({ browser }) => {
  const [mine, theirs] = await Promise.all([browser.newContext(), browser.newContext()])
  const [me, other] = [new SpacePage(await mine.newPage()), new SpacePage(await theirs.newPage())]
  await Promise.all([me.enter('Mei Tanaka'), other.enter('Jonas Weber')])

  await other.cell('sq010_sh0030', 2).click()
  // Other journeys may be in this space too.
  const presence = me.page.locator('[data-presence]').filter({ hasText: 'Jonas Weber' })
  await expect(presence).toHaveCount(1)
  await expect(me.page.getByRole('group', { name: 'Also in this space' })).toContainText(
    'Jonas Weber on sq010_sh0030 Animation',
  )

  // Scroll to the middle, with rows above.
  await me.grid.hover()
  await me.page.mouse.wheel(0, 600)
  const row = me.row('sq030_sh0030')
  await expect(row).toBeVisible()
  // Wait until scrolling has stopped.
  const topOf = async (): Promise<number> => (await row.boundingBox())?.y ?? 0
  let before = await topOf()
  await expect
    .poll(async () => {
      const last = before
      before = await topOf()
      return before - last
    })
    .toBe(0)

  const heading = me.page.getByRole('columnheader', { name: /^Item/ })
  const count = Number(/\d+/.exec(await heading.innerText())?.[0])

  await other.press('c')
  const form = other.page.getByRole('dialog', { name: 'Create Shot' })
  await form.getByLabel('Name 1').fill(`live ${crypto.randomUUID().slice(0, 8)}`)
  await other.press('Control+Enter')
  await expect(form).toHaveCount(0)
  await expect.poll(async () => Number(/\d+/.exec(await heading.innerText())?.[0])).toBeGreaterThan(count)

  expect(await topOf()).toBe(before)
  await expect(presence).toHaveCount(1)
  await theirs.close()
  await expect(presence).toHaveCount(0)
  await mine.close()
})

test('a change by somebody else appears live, and an undo that conflicts with it leaves it and says so', async ({
  browser,
}) => {
  const [mine, theirs] = await Promise.all([browser.newContext(), browser.newContext()])
  const [me, other] = [new SpacePage(await mine.newPage()), new SpacePage(await theirs.newPage())]
  await Promise.all([me.enter('Mei Tanaka'), other.enter('Priya Raman')])
  const [cell, seen] = [me.cell('sq010_sh0090', 5), other.cell('sq010_sh0090', 5)]
  await expect(cell).toBeVisible()

  await cell.click()
  await me.press('2')
  await expect(seen).toContainText('WIP')
  await seen.click()
  await other.press('3')
  await expect(cell).toContainText('WFA')
  await me.press('Control+z')

  await expect(
    me.page.getByText('Someone else changed this in the meantime. Your change was not applied.'),
  ).toBeVisible()
  await expect(cell).toContainText('WFA')
  await expect(seen).toContainText('WFA')
  await Promise.all([mine.close(), theirs.close()])
})
