import { expect, test, type Page } from '@playwright/test'
import { notices } from '#core/lib/messages.ts'
import { signIn } from './page-models/session.ts'
import { SpacePage } from './page-models/space-page.ts'

const { text: copied } = notices.linkCopied
const toasts = (page: Page) => page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')

test('an expired toast does not come back with the next one', async ({ browser }) => {
  const page = await signIn(browser, 'Mei Tanaka')
  for (const _time of ['first', 'second', 'third']) {
    await page.keyboard.press('y')
    await expect(toasts(page)).toHaveText([copied])
    await expect(toasts(page)).toHaveCount(0)
  }

  // A toast raised before a dialog opens expires behind it.
  await page.keyboard.press('y')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await expect(toasts(page)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.keyboard.press('y')

  await expect(toasts(page)).toHaveText([copied])
})

test('a toast stays while the pointer has moved onto it, not when it appears under a resting pointer', async ({
  browser,
}) => {
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

test('a toast’s Undo button disappears once the change is undone', async ({ page, context }) => {
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

test('a toast does not cover the focused input on a phone', async ({ browser }) => {
  const page = await signIn(browser, 'Mei Tanaka')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/studio/northlight/project/the-salt-road/space/sequences?item=sq040-sh0050&task=lighting')
  const composer = page.getByRole('textbox', { name: 'Comment' })
  await expect(composer).toBeVisible()

  const stoodClear = page.evaluate(focusUnderToast, copied)
  await page.keyboard.press('y')

  expect(await stoodClear).toBe(true)
})

/**
 * Focuses the comment once the toast is up; resolves whether the toast was ever at the top and clear of the comment.
 * Polled in the page, frame by frame: a slow machine could miss the toast from outside.
 */
function focusUnderToast(text: string): Promise<boolean> {
  const find = () => [...document.querySelectorAll('li')].find((item) => item.textContent?.includes(text))
  const field = document.querySelector<HTMLElement>('[aria-label="Comment"]')
  return new Promise((resolve) => {
    let seen = false
    const look = () => {
      const toast = find()?.getBoundingClientRect()
      if (seen && toast === undefined) return resolve(false)
      if (toast !== undefined && field !== null) {
        if (!seen) field.focus()
        seen = true
        const { top, bottom } = field.getBoundingClientRect()
        if (toast.top < 200 && (toast.bottom <= top || toast.top >= bottom)) return resolve(true)
      }
      requestAnimationFrame(look)
    }
    look()
  })
}
