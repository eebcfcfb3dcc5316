import { expect, test } from '@playwright/test'
import { signIn } from './page-models/session.ts'

const projects = /\/studio\/northlight\/projects$/

test('unknown and removed addresses redirect to the projects page', async ({ browser }) => {
  const page = await signIn(browser, 'Mei Tanaka')
  const heading = page.getByRole('heading', { name: 'Projects', exact: true })

  for (const address of ['/superadmin', '/shots', '/studio/timeline', '/studio/northlight/nowhere', '/']) {
    await page.goto(address)
    await expect(page).toHaveURL(projects)
    await expect(heading).toBeVisible()

    await page.getByRole('link', { name: 'The Salt Road' }).first().click()
    await expect(page).toHaveURL(/\/project\//)
    await page.evaluate((to) => history.pushState(undefined, '', to), address)
    await expect(page).toHaveURL(projects)
    await expect(heading).toBeVisible()

    // The redirect leaves no extra history entry.
    await page.goBack()
    await expect(page).toHaveURL(/\/project\//)
  }
})
