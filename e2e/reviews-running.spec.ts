import { expect, type Page, test } from '@playwright/test'
import { aSpaceOfShots } from './page-models/a-space-of-shots.ts'
import { findViolations } from './page-models/judge.ts'
import { SpacePage } from './page-models/space-page.ts'

const together = (page: Page) => page.getByRole('region', { name: 'Together' })
const shown = (page: Page) => page.locator('#review-room header h2')

test('the list of reviews says which are running and who leads, unseen by those inside, and leads to where they are', async ({
  page,
}) => {
  await page.goto(await aSpaceOfShots(page, 5))
  await expect(new SpacePage(page).row('sh0010')).toBeVisible()
  for (const key of ['ArrowDown', 'Control+a', 'Shift+R']) await page.keyboard.press(key)
  await expect(together(page)).toContainText('Nobody else is here')
  await page.locator('#review-room').focus()
  for (const key of ['Enter', 'Enter']) await page.keyboard.press(key)
  await expect(shown(page)).toHaveText('sh0030')
  const other = await page.context().newPage()
  await other.goto(page.url().replace(/\/reviews\/.*/, '/reviews'))
  const session = other.locator('a[data-review]')

  await test.step('the list says who leads, and nobody in the room sees who looks at it', async () => {
    await expect(session).toContainText('leads · 1 here')
    expect(await findViolations(other)).toEqual([])
    await expect(together(page)).toContainText('Nobody else is here')
  })

  await test.step('a click leads to the shown shot, in step', async () => {
    await session.click()
    await expect(shown(other)).toHaveText('sh0030')
    await expect(together(other)).toContainText('In step · 2 here')
    await expect(together(page)).toContainText('In step · 2 here')
    await page.keyboard.press('Enter')
    await expect(shown(other)).toHaveText('sh0040')
  })

  await test.step('back in the list one is gone from the room, and hears when the last has left', async () => {
    await other.keyboard.press('g')
    await other.keyboard.press('r')
    await expect(session).toContainText('leads · 1 here')
    await expect(together(page)).toContainText('Nobody else is here')
    await page.keyboard.press('g')
    await page.keyboard.press('r')
    await expect(session).not.toContainText('here')
  })
})
