import { expect, test, type Page } from '@playwright/test'
import { addGuest } from './page-models/guest.ts'
import { CardsPage } from './page-models/projects-page.ts'
import { anAccount, startStudio } from './page-models/session.ts'
import { TopBar } from './page-models/top-bar.ts'

/** Renames a project or a space by keyboard. */
async function rename(cards: CardsPage, name: string, { label, to }: { label: string; to: string }): Promise<void> {
  await cards.link(name).focus()
  await cards.page.keyboard.press('e')
  await cards.dialog.getByLabel(label, { exact: true }).fill(to)
  await cards.page.keyboard.press('Control+Enter')
  await expect(cards.dialog).toHaveCount(0)
  await expect(cards.link(to)).toBeVisible()
}

/** Moves a card to the end. */
async function moveToEnd(cards: CardsPage, name: string): Promise<void> {
  await cards.link(name).focus()
  await cards.page.keyboard.press('m')
  await expect(cards.page.getByText(new RegExp(`^Moving ${name}`))).toBeAttached()
  await cards.page.keyboard.press('End')
  await cards.page.keyboard.press('Enter')
  await expect.poll(async () => (await cards.names()).at(-1)).toBe(name)
}

async function createSpace(spaces: CardsPage, name: string): Promise<void> {
  await spaces.page.getByRole('button', { name: 'Create Space' }).first().press('Enter')
  await spaces.dialog.getByLabel('Name', { exact: true }).fill(name)
  await spaces.dialog.getByRole('button', { name: 'Create', exact: true }).press('Enter')
  await expect(spaces.link(name)).toBeVisible()
}

async function openSettings(page: Page) {
  const button = page.getByRole('button', { name: 'Studio Settings' })
  // Unlike a click, a key press does not wait for the studio to load.
  await expect(button).toBeEnabled()
  await button.press('Enter')
  return page.getByRole('dialog', { name: 'Studio Settings' })
}

test('changes to projects and spaces appear live for another member', async ({ page, browser }) => {
  await startStudio(page, anAccount('doer'), 'Two Windows')
  const guest = await addGuest(page, browser, 'watcher')
  const [projects, seen] = [new CardsPage(page, 'Projects'), new CardsPage(guest, 'Projects')]

  for (const name of ['One', 'Two']) await projects.createProject(name)
  await expect.poll(() => seen.names()).toEqual(['Two', 'One'])
  await moveToEnd(projects, 'Two')
  await expect.poll(() => seen.names()).toEqual(['One', 'Two'])
  await rename(projects, 'One', { label: 'Project Name', to: 'Uno' })
  await expect(seen.link('Uno')).toBeVisible()
  await projects.link('Two').focus()
  await page.keyboard.press('e')
  await projects.dialog.getByRole('radio', { name: 'Inactive' }).press('Space')
  await page.keyboard.press('Control+Enter')
  await expect(seen.card('Two')).toContainText('Inactive')
  await projects.link('Two').focus()
  await page.keyboard.press('Delete')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await page.keyboard.type('Two')
  await page.keyboard.press('Enter')
  await expect.poll(() => seen.names()).toEqual(['Uno'])

  await seen.link('Uno').press('Enter')
  await expect(guest.getByRole('heading', { name: 'No Spaces Found' })).toBeVisible()
  await projects.link('Uno').press('Enter')
  await expect(page.getByRole('heading', { name: 'No Spaces Found' })).toBeVisible()
  const [spaces, others] = [new CardsPage(page, 'Spaces'), new CardsPage(guest, 'Spaces')]
  for (const name of ['Shots', 'Assets']) await createSpace(spaces, name)
  await expect.poll(async () => (await others.names()).toSorted()).toEqual(['Assets', 'Shots'])
  await rename(spaces, 'Shots', { label: 'Name', to: 'Sequences' })
  await expect(others.link('Sequences')).toBeVisible()
  await moveToEnd(spaces, 'Sequences')
  await expect.poll(() => others.names()).toEqual(['Assets', 'Sequences'])
  await moveToEnd(spaces, 'Assets')
  await expect.poll(() => others.names()).toEqual(['Sequences', 'Assets'])
  await guest.context().close()
})

test('new members, roles, the studio’s name, stages and statuses appear live for another member', async ({
  page,
  browser,
}) => {
  await startStudio(page, anAccount('doer'), 'Before')
  const guest = await addGuest(page, browser, 'watcher')
  const [settings, seen] = [await openSettings(page), await openSettings(guest)]
  const people = seen.getByRole('region', { name: 'Members' }).getByRole('listitem')
  await expect(people).toHaveCount(2)

  const third = await addGuest(page, browser, 'third')
  await expect(people).toHaveCount(3)
  await settings.getByRole('combobox', { name: /^Role of third/ }).selectOption('lead')
  await expect(people.filter({ hasText: 'third' })).toContainText('Lead')
  await third.context().close()

  await settings.getByLabel('Studio name').fill('After')
  await settings.getByRole('tab', { name: 'Stages' }).press('Enter')
  await settings.getByLabel('Name of the Stage').first().fill('Blocking')
  await settings.getByRole('tab', { name: 'Status', exact: true }).press('Enter')
  await settings.getByLabel('Name of the Status').first().fill('OPEN')
  await settings.getByRole('button', { name: 'Save Changes' }).press('Enter')
  await expect(page.getByText('Settings saved.')).toBeVisible()

  await expect(seen.getByLabel('Studio name')).toHaveValue('After')
  await seen.getByRole('tab', { name: 'Stages' }).press('Enter')
  await expect(seen.getByLabel('Name of the Stage').first()).toHaveValue('Blocking')
  await seen.getByRole('tab', { name: 'Status', exact: true }).press('Enter')
  await expect(seen.getByLabel('Name of the Status').first()).toHaveValue('OPEN')
  await guest.keyboard.press('Escape')
  await expect(new TopBar(guest).crumbs).toContainText('After')
  await guest.context().close()
})
