import { expect, type Locator, type Page, test } from '@playwright/test'
import { SpacePage } from './page-models/space-page.ts'
import { addGuest } from './page-models/guest.ts'
import { CardsPage } from './page-models/projects-page.ts'
import { anAccount, callServer, signIn, startStudio } from './page-models/session.ts'

/** The server's answer to a write that no screen offers. */
async function refusalOf(page: Page, path: string, body: object): Promise<string> {
  return await callServer(page, path, body).then(
    () => 'accepted',
    (error: unknown) => String(error),
  )
}

test('a project closed to members disappears from their screens live and from its address, and comes back', async ({
  page,
  browser,
}) => {
  await startStudio(page, anAccount('owner'), 'Closed Doors')
  const projects = new CardsPage(page, 'Projects')
  for (const name of ['Open', 'Secret']) await projects.createProject(name)
  const guest = await addGuest(page, browser, 'guest')
  const seen = new CardsPage(guest, 'Projects')
  await expect.poll(() => seen.names()).toEqual(['Secret', 'Open'])
  const watcher = await guest.context().newPage()
  await watcher.goto(guest.url())
  await seen.link('Secret').click()
  await expect(guest.getByRole('heading', { name: 'No Spaces Found' })).toBeVisible()
  const address = guest.url()

  const toggleMembers = async (): Promise<void> => {
    await projects.link('Secret').focus()
    await page.keyboard.press('e')
    await projects.dialog.getByRole('switch', { name: 'Member' }).press('Space')
    await page.keyboard.press('Control+Enter')
    await expect(projects.dialog).toHaveCount(0)
  }
  await toggleMembers()

  // Live on both of the guest's pages, and when opened by its address.
  await expect(guest.getByText('Project not found')).toBeVisible()
  await expect.poll(() => new CardsPage(watcher, 'Projects').names()).toEqual(['Open'])
  await watcher.goto(address)
  await expect(watcher.getByText('Project not found')).toBeVisible()
  await watcher.getByRole('button', { name: 'Back to the projects' }).click()
  await watcher.waitForURL('**/projects')
  expect(await callServer<{ name: string }[]>(guest, 'projects?select=name')).toEqual([{ name: 'Open' }])
  expect(await projects.names()).toEqual(['Secret', 'Open'])

  await toggleMembers()
  await expect(guest.getByRole('heading', { name: 'No Spaces Found' })).toBeVisible()
  await expect.poll(() => new CardsPage(watcher, 'Projects').names()).toEqual(['Secret', 'Open'])
  await guest.context().close()
})

test('a viewer has no write commands and writes are refused, until the role matrix grants them, live', async ({
  page,
  browser,
}) => {
  await startStudio(page, anAccount('owner'), 'Onlookers')
  await new CardsPage(page, 'Projects').createProject('Feature')
  const viewer = await addGuest(page, browser, 'viewer')
  const seen = new CardsPage(viewer, 'Projects')
  await expect(seen.link('Feature')).toBeVisible()
  await page.getByRole('button', { name: 'Studio Settings' }).click()
  const settings = page.getByRole('dialog', { name: 'Studio Settings' })
  await settings.getByRole('combobox', { name: /^Role of viewer/ }).selectOption('viewer')

  const create = viewer.getByRole('button', { name: 'New Project' })
  const settingsOfIt = viewer.getByRole('button', { name: 'Settings of Feature' })
  await expect(create).toHaveCount(0)
  await expect(settingsOfIt).toHaveCount(0)
  await seen.link('Feature').focus()
  await viewer.keyboard.press('e')
  await viewer.keyboard.press('c')
  await expect(seen.dialog).toHaveCount(0)
  await viewer.keyboard.press('Control+Shift+K')
  for (const written of ['New Project', 'Delete Project', 'thumbnail']) {
    await viewer.getByRole('combobox').fill(written)
    await expect(viewer.getByRole('option', { name: new RegExp(written) })).toHaveCount(0)
  }
  await viewer.keyboard.press('Escape')
  const [project] = await callServer<{ id: string; studio_id: string }[]>(viewer, 'projects?select=id,studio_id')
  const row = { id: crypto.randomUUID(), studio_id: project?.studio_id, name: 'Mine' }
  expect(await refusalOf(viewer, 'projects', row)).toContain('42501')
  expect(await refusalOf(viewer, 'rpc/delete_project_cascade', { p_project_id: project?.id })).toMatch(/403|42501/)
  expect(await refusalOf(viewer, 'rpc/generate_studio_invite', { p_studio_id: project?.studio_id })).toContain('42501')

  await settings.getByRole('tab', { name: 'Role Permissions' }).click()
  await settings.getByLabel('Viewer: Create', { exact: true }).check()
  await settings.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Settings saved.')).toBeVisible()
  await expect(create.first()).toBeVisible()
  await expect(settingsOfIt).toBeVisible()
  await seen.createProject('Mine')
  await page.keyboard.press('Escape')
  await expect(new CardsPage(page, 'Projects').link('Mine')).toBeVisible()

  // And back again: the commands disappear once the right is withdrawn.
  await page.getByRole('button', { name: 'Studio Settings' }).click()
  await settings.getByRole('tab', { name: 'Role Permissions' }).click()
  await settings.getByLabel('Viewer: Create', { exact: true }).uncheck()
  await settings.getByRole('button', { name: 'Save Changes' }).click()
  await expect(create).toHaveCount(0)
  await viewer.context().close()
})

const feature = '/studio/northlight/project/the-salt-road'
/** The screens of a studio, each with what must be visible before it is checked. */
const ofAStudio: Readonly<Record<string, (page: Page) => Locator>> = {
  '/studio/northlight/projects': (page) => new CardsPage(page, 'Projects').link('The Salt Road'),
  [feature]: (page) => new CardsPage(page, 'Spaces').link('Sequences'),
  [`${feature}/spaces`]: (page) => new SpacePage(page).anyTask,
  [`${feature}/space/assets`]: (page) => page.getByRole('main').getByRole('option').first(),
  [`${feature}/spaces?item=sq020-sh0060&task=fx`]: (page) => page.getByRole('textbox', { name: 'Comment' }),
  [`${feature}/moodboard`]: (page) => page.getByRole('region', { name: /^Board of/ }),
  '/studio/northlight/timeline': (page) => page.getByRole('grid'),
  '/studio/northlight/artist/studio': (page) =>
    page.getByRole('region', { name: 'Activity' }).getByRole('listitem').first(),
  '/studio/northlight/timesheet/studio': (page) => page.getByRole('button', { name: /^Open the timesheet/ }).first(),
}
const writing =
  /^(new |create|add |delete|remove|archive|invite|settings of|project settings|edit|change (the )?(thumbnail|project|space)|rename|move|set |assign|fill|start (a )?timer|write a revision|upload files|show what was removed|paste)/i

test('no screen offers a viewer anything that writes, except what everybody may do', async ({ browser }) => {
  const viewer = await signIn(browser, 'Henrik Lund')
  for (const [address, ready] of Object.entries(ofAStudio)) {
    await viewer.goto(address)
    await expect(ready(viewer).first()).toBeVisible()
    await expect(viewer.getByRole('button', { name: writing })).toHaveCount(0)
    await expect(viewer.locator('main li[draggable=true]')).toHaveCount(0)
    await ready(viewer).first().focus()
    await viewer.keyboard.press('Control+Shift+K')
    await expect(viewer.getByRole('option', { name: 'Studio Settings', exact: false }).first()).toBeVisible()
    await expect(viewer.getByRole('option', { name: writing })).toHaveCount(0)
    await viewer.keyboard.press('Escape')
  }
  await viewer.goto('/studio/northlight/projects')
  await viewer.getByRole('button', { name: 'Studio Settings' }).click()
  const settings = viewer.getByRole('dialog', { name: 'Studio Settings' })
  for (const tab of ['Studio', 'Role Permissions', 'Stages', 'Status']) {
    await settings.getByRole('tab', { name: tab, exact: true }).click()
    await expect(settings.getByRole('tabpanel', { name: tab, exact: true })).toBeVisible()
    await expect(settings.getByRole('button', { name: writing })).toHaveCount(0)
    // Only read-only controls remain.
    const controls = settings.getByRole('tabpanel').locator('input:enabled, select:enabled, button:enabled')
    await expect(controls.filter({ hasNotText: /activity/i })).toHaveCount(0)
  }
  await viewer.context().close()
})

test('a removed member is readmitted from the member list with their former role', async ({ page, browser }) => {
  await startStudio(page, anAccount('owner'), 'Second Chances')
  const guest = await addGuest(page, browser, 'again')
  await page.getByRole('button', { name: 'Studio Settings' }).click()
  const settings = page.getByRole('dialog', { name: 'Studio Settings' })
  await settings.getByRole('combobox', { name: /^Role of again/ }).selectOption('lead')
  // The guest has a dialog open over their screen.
  await guest.getByRole('button', { name: 'Studio Settings' }).press('Enter')
  const theirs = guest.getByRole('dialog', { name: 'Studio Settings' })
  await expect(theirs.getByText(/^again/).first()).toBeVisible()
  const archive = settings.getByRole('button', { name: /^Archive again/ })
  await archive.press('Enter')
  await expect(theirs).toHaveCount(0)
  // Focus stays in the member list.
  await expect(settings.locator('[data-focus-row] :focus')).toHaveCount(1)
  const remove = settings.getByRole('button', { name: /^Remove again/ })
  await expect(remove).toBeEnabled()
  await remove.press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).press('Enter')
  const removed = settings.getByRole('region', { name: 'Removed members' })
  await expect(removed).toContainText('Lead')
  await expect(guest.getByRole('heading', { name: 'You are no longer in this studio' })).toBeVisible({
    timeout: 25_000,
  })
  await guest.getByRole('main').getByRole('button', { name: 'Switch Studio' }).press('Enter')
  const theirStudios = guest.getByRole('dialog', { name: 'Switch Studio' })
  await expect(theirStudios.getByLabel('Studio name')).toBeVisible()
  await expect(theirStudios.getByText('Second Chances')).toHaveCount(0)

  await removed.getByRole('button', { name: /^Readmit again/ }).press('Enter')

  await expect(removed).toHaveCount(0)
  await expect(settings.getByRole('combobox', { name: /^Role of again/ })).toHaveValue('lead')
  await guest.goto('/')
  await expect(guest.getByRole('heading', { name: 'Projects', exact: true })).toBeVisible()
  await guest.context().close()
})
