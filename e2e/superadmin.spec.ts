import { expect, test, type Page } from '@playwright/test'
import { startTestHost, type TestHost } from '../tests/host/start-test-host.ts'
import { findViolations } from './page-models/judge.ts'
import { signInAs } from './page-models/session.ts'

// A host each: templates of new studios must not affect other journeys.
let host: TestHost
test.beforeEach(async () => {
  host = await startTestHost({ settings: { superAdminEmail: 'super@example.com' } })
})
test.afterEach(async () => await host.close())

async function logIn(page: Page, email: string): Promise<void> {
  const { password } = await host.admin.createUser(email)
  await signInAs(page, { email, password }, host.url)
}

async function makeStudio(page: Page, name: string): Promise<void> {
  await page.goto(`${host.url}/welcome`)
  await page.getByLabel('Studio name').fill(name)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.waitForURL('**/projects')
}

const tag = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Creates a template with stages by keyboard alone: C focuses the field, Enter creates. */
async function makeTemplate(page: Page, name: string, stages: readonly string[]): Promise<void> {
  await expect(page.getByText('No templates yet. Create one below.')).toBeVisible()
  await page.keyboard.press('c')
  await expect(page.getByLabel('New template name')).toBeFocused()
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await expect(tag(page, `${name} 0`)).toHaveAttribute('aria-pressed', 'true')
  for (const stage of stages) {
    await page.getByLabel('Name of the new stage').fill(stage)
    await page.keyboard.press('Enter')
  }
}

test('a new studio starts with the super-admin’s first template', async ({ page }) => {
  await logIn(page, 'super@example.com')
  await page.goto(`${host.url}/superadmin`)
  await expect(page.getByRole('heading', { name: 'SuperAdmin Panel' })).toBeVisible()
  await expect(page.getByText('Configure default templates for new studios')).toBeVisible()
  await expect(page.getByText('Select or create a template to manage stages')).toBeVisible()
  await makeTemplate(page, 'Short film', ['Boards', 'Layout', 'Animation', 'layout'])
  await expect(page.locator('[data-tag]')).toHaveText(['Boards', 'Layout', 'Animation'])
  for (const name of ['Animation', 'Boards']) await tag(page, name).click()

  // Move Animation to the front with M, arrow keys and Enter.
  await tag(page, 'Animation').focus()
  await page.keyboard.press('m')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-tag]')).toHaveText(['Animation', 'Boards', 'Layout'])

  await page.getByRole('tab', { name: 'Status Templates' }).click()
  await page.getByLabel('New template name').fill('Plain')
  await page.keyboard.press('Enter')
  await page.getByLabel('Name of the new status').fill('OPEN')
  await page.keyboard.press('Enter')
  await tag(page, 'OPEN').click()
  await expect(tag(page, 'Plain 1')).toBeVisible()

  await expect(page.getByText('All changes saved')).toBeVisible()
  await page.reload()
  await expect(tag(page, 'Short film 2')).toBeVisible()
  await makeStudio(page, 'After Templates')
  const { data } = await host.admin.client.from('stages').select('name').order('order_index')
  expect(data?.map(({ name }) => name)).toEqual(['Animation', 'Boards'])
  const { data: statuses } = await host.admin.client.from('task_statuses').select('name,is_default')
  expect(statuses).toEqual([{ name: 'OPEN', is_default: true }])
})

test('a template is renamed in place, and a deleted one is restored by undo', async ({ page }) => {
  await logIn(page, 'nobody@example.com')
  await page.goto(`${host.url}/superadmin`)
  await expect(page).not.toHaveURL(/superadmin/)
  await expect(page.getByRole('heading', { name: 'SuperAdmin Panel' })).toBeHidden()

  await page.evaluate(() => localStorage.clear())
  await logIn(page, 'super@example.com')
  await page.goto(`${host.url}/superadmin`)
  await makeTemplate(page, 'Short film', ['Boards', 'Animation'])
  for (const name of ['Boards', 'Animation']) await tag(page, name).click()

  await tag(page, 'Short film 2').focus()
  await page.keyboard.press('e')
  await page.keyboard.type('Feature')
  await page.keyboard.press('Escape')
  await expect(tag(page, 'Short film 2')).toBeVisible()
  await tag(page, 'Short film 2').dblclick()
  await page.getByLabel('Template name', { exact: true }).fill('Feature')
  await page.keyboard.press('Enter')
  await expect(tag(page, 'Feature 2')).toBeVisible()

  await page.getByRole('button', { name: 'Delete Feature' }).click()
  await expect(page.getByText('Are you sure you want to delete this template?')).toBeVisible()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('No templates yet. Create one below.')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(tag(page, 'Feature 2')).toBeVisible()

  await page.getByRole('button', { name: 'Delete Boards everywhere' }).click()
  await expect(page.getByText('It will be removed from Feature.')).toBeVisible()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(tag(page, 'Feature 1')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(tag(page, 'Feature 2')).toBeVisible()
  await expect(page.getByText('All changes saved')).toBeVisible()
  await page.reload()
  await expect(tag(page, 'Feature 2')).toBeVisible()

  expect(await findViolations(page)).toEqual([])
})
