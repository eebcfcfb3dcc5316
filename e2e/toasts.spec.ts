import { expect, test, type Page } from '@playwright/test'
import { notices } from '#core/lib/messages.ts'
import { signIn } from './page-models/session.ts'
import { SpacePage } from './page-models/space-page.ts'

const { text: copied } = notices.linkCopied
const toasts = (page: Page) => page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')

test('what was said goes, and the next comes alone', async ({ browser }) => {
  const page = await signIn(browser, 'Mei Tanaka')
  for (const _time of ['first', 'second', 'third']) {
    await page.keyboard.press('y')
    await expect(toasts(page)).toHaveText([copied])
    await expect(toasts(page)).toHaveCount(0)
  }

  // Told over a dialog, expired behind it.
  await page.keyboard.press('y')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await expect(toasts(page)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.keyboard.press('y')

  await expect(toasts(page)).toHaveText([copied])
})

test('a pointer that happens to lie there holds nothing, one that was moved there does', async ({ browser }) => {
  const page = await signIn(browser, 'Mei Tanaka')
  await page.keyboard.press('y')
  const box = await toasts(page).boundingBox()
  const [x, y] = [(box?.x ?? 0) + 40, (box?.y ?? 0) + 20]
  await expect(toasts(page)).toHaveCount(0)

  await page.mouse.move(x, y)
  await page.keyboard.press('y')
  await expect(toasts(page)).toHaveText([copied])
  await expect(toasts(page)).toHaveCount(0)

  await page.mouse.move(x, 100)
  await page.keyboard.press('y')
  await expect(toasts(page)).toHaveText([copied])
  await page.mouse.move(x, y, { steps: 4 })
  await page.waitForTimeout(notices.linkCopied.milliseconds + 1500)
  await expect(toasts(page)).toHaveText([copied])
  await page.mouse.move(x, 100, { steps: 4 })
  await expect(toasts(page)).toHaveCount(0)
})

test('what was done and taken back is no longer offered to be taken back', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const space = new SpacePage(page)
  await space.enter('Mei Tanaka')
  const mark = crypto.randomUUID().slice(0, 6)
  await space.press('ArrowDown', 'c')
  await expect(page.getByLabel('Name 1')).toBeFocused()
  await page.keyboard.type(`toast_a${mark}`)
  await space.press('Enter')
  await expect(page.getByLabel('Name 2')).toBeFocused()
  await page.keyboard.type(`toast_b${mark}`)
  await space.press('Control+Enter')
  await expect(toasts(page)).toHaveText(['2 items createdUndo'])

  await toasts(page).getByRole('button', { name: 'Undo' }).click()

  await expect(space.row(`toast_b${mark}`)).toHaveCount(0)
  await expect(toasts(page)).toHaveText([/^Undone: /])
  await space.press('Control+Shift+z')
  await expect(toasts(page)).toHaveText([/^Redone: /])
  await space.press('Control+z')
  await expect(toasts(page)).toHaveText([/^Undone: /])
  await expect(toasts(page)).toHaveCount(0)
  await space.press('y')
  await expect(toasts(page)).toHaveText([copied])
})

test('a toast does not cover what one types into on a phone', async ({ browser }) => {
  const page = await signIn(browser, 'Mei Tanaka')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/studio/northlight/project/the-salt-road/space/sequences?item=sq040-sh0050&task=lighting')
  const composer = page.getByRole('textbox', { name: 'Comment' })
  await expect(composer).toBeVisible()

  await page.keyboard.press('y')
  await expect(toasts(page)).toHaveText([copied])
  await composer.focus()

  await expect
    .poll(async () => {
      const [toast, field] = [await toasts(page).boundingBox(), await composer.boundingBox()]
      return (
        toast !== null && field !== null && (toast.y + toast.height <= field.y || toast.y >= field.y + field.height)
      )
    })
    .toBe(true)
  await expect.poll(async () => (await toasts(page).boundingBox())?.y ?? 999).toBeLessThan(200)
})
