import { expect, test, type Locator, type Page } from '@playwright/test'
import { FrontPage } from './page-models/front-page.ts'
import { findViolations } from './page-models/judge.ts'
import { CardsPage } from './page-models/projects-page.ts'
import { anAccount, startStudio } from './page-models/session.ts'

async function openSettings(page: Page, tab?: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Studio Settings' }).click()
  const dialog = page.getByRole('dialog', { name: 'Studio Settings' })
  if (tab !== undefined) await dialog.getByRole('tab', { name: tab }).click()
  return dialog
}

async function save(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog.page().getByText('Settings saved.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Up to date' })).toBeDisabled()
}

test('name, role matrix, stages and statuses are saved together and survive a reload', async ({ page }) => {
  await startStudio(page, anAccount('settings'), 'Before')
  const dialog = await openSettings(page)
  await expect(dialog.getByRole('button', { name: 'Up to date' })).toBeDisabled()

  await dialog.getByLabel('Studio name').fill(' After ')
  await dialog.getByRole('tab', { name: 'Role Permissions' }).click()
  await expect(dialog.getByLabel('Owner: Delete')).toBeDisabled()
  await dialog.getByLabel('Member: Delete').check()
  await dialog.getByRole('tab', { name: 'Stages' }).click()
  await dialog.getByRole('button', { name: 'Add Stage' }).click()
  await dialog.getByLabel('Name of the Stage').last().fill('Paintover')
  await dialog.getByRole('button', { name: 'Move Paintover up' }).click()
  await dialog.getByRole('tab', { name: 'Status', exact: true }).click()
  await dialog.getByLabel('WIP is the default').check()
  await dialog.getByRole('button', { name: 'Delete CLIENT' }).click()
  await save(dialog)

  await page.reload()
  await openSettings(page)
  await expect(dialog.getByLabel('Studio name')).toHaveValue('After')
  await dialog.getByRole('tab', { name: 'Role Permissions' }).click()
  await expect(dialog.getByLabel('Member: Delete')).toBeChecked()
  await dialog.getByRole('tab', { name: 'Stages' }).click()
  await expect(dialog.getByLabel('Name of the Stage').first()).toBeVisible()
  const names = await dialog
    .getByLabel('Name of the Stage')
    .evaluateAll((fields) => fields.map((field) => (field instanceof HTMLInputElement ? field.value : '')))
  expect(names.slice(-2)).toEqual(['Paintover', 'Final'])
  await dialog.getByRole('tab', { name: 'Status', exact: true }).click()
  await expect(dialog.getByLabel('WIP is the default')).toBeChecked()
  await expect(dialog.getByLabel('Name of the Status')).toHaveCount(5)

  // Sections deep inside a dialog are found by their own words.
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await find(page, 'slack', 'Webhooks…')
  await expect(dialog.getByRole('region', { name: 'Webhooks' }).getByRole('textbox').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await find(page, 'retention', 'How long events are kept…')
  const log = dialog.getByRole('region', { name: 'Activity and audit log' })
  await expect(log.getByRole('button', { name: 'Open' })).toBeFocused()
  await page.keyboard.press('Escape')
  await find(page, 'invite', 'Invite people…')
  await expect(dialog.getByRole('region', { name: 'Invite links' }).getByLabel('Valid for')).toBeFocused()
  await page.keyboard.press('Escape')
  await find(page, 'api key', 'Access tokens…')
  const tokens = page.getByRole('dialog', { name: 'User Settings' }).getByRole('region', { name: 'Access tokens' })
  await expect(tokens.getByRole('textbox').first()).toBeFocused()
})

/** Runs the palette's first result for some words. */
async function find(page: Page, words: string, title: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill(words)
  await expect(page.getByRole('option', { name: title })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
}

test('a stage or status in use cannot be deleted, and the message says what uses it', async ({ page }) => {
  await startStudio(page, anAccount('in-use'), 'In Use')
  const projects = new CardsPage(page, 'Projects')
  await projects.createProject('Feature')
  await projects.link('Feature').click()
  await expect(page.getByRole('heading', { name: 'No Spaces Found' })).toBeVisible()
  await page.keyboard.press('c')
  await projects.dialog.getByLabel('Name', { exact: true }).fill('Episode')
  await projects.dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Episode' }).last()).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('p')

  const dialog = await openSettings(page, 'Stages')
  await dialog.getByRole('button', { name: 'Delete Layout' }).click()
  await expect(page.getByText('Cannot delete stage: 1 spaces are using it')).toBeVisible()
  await dialog.getByRole('tab', { name: 'Status', exact: true }).click()
  await dialog.getByRole('button', { name: 'Delete WIP' }).click()
  await expect(page.getByText('Cannot delete status: 1 spaces are using it')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Up to date' })).toBeDisabled()
})

test('somebody invited by link joins, is given a role, archived and removed', async ({ page, browser }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await startStudio(page, anAccount('owner'), 'Invites')
  const dialog = await openSettings(page)
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(page.getByText('Link copied!')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toMatch(/\/invite\/[0-9a-f]{24}$/)
  await expect(dialog.getByLabel('Invite link', { exact: true })).toHaveValue(link)

  const guest = await (await browser.newContext()).newPage()
  const account = anAccount('guest')
  await guest.goto(link)
  const front = new FrontPage(guest)
  await expect(front.dialog).toBeVisible()
  await front.signUp(account)
  await guest.waitForURL('**/projects')
  await expect(guest.getByRole('button', { name: 'New Project' }).first()).toBeVisible()

  // The owner's list updates live.
  const role = dialog.getByRole('combobox', { name: /^Role of guest/ })
  await expect(role).toHaveValue('member')
  await role.selectOption('viewer')
  await expect(guest.getByRole('button', { name: 'New Project' })).toHaveCount(0)

  await dialog.getByRole('button', { name: /^Archive guest/ }).click()
  await expect(dialog.getByText('Archived')).toBeVisible()
  await dialog.getByRole('button', { name: /^Remove guest/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(dialog.getByRole('button', { name: /^Archive/ })).toHaveCount(1)

  await dialog.getByRole('button', { name: /^Revoke the link/ }).click()
  await expect(dialog.getByRole('button', { name: /^Revoke the link/ })).toHaveCount(0)
})

test('every tab of the studio settings is accessible in both themes', async ({ page }) => {
  await startStudio(page, anAccount('tabs'), 'Tabs')
  const dialog = await openSettings(page)
  for (const tab of ['Studio', 'Role Permissions', 'Stages', 'Status']) {
    await dialog.getByRole('tab', { name: tab, exact: true }).click()
    await expect(dialog.getByRole('tabpanel')).toBeVisible()
    expect(await findViolations(page), tab).toEqual([])
  }
})

test('a report is created, changed and sent by keyboard; an invalid webhook expression is refused with its position and corrected', async ({
  page,
}) => {
  await startStudio(page, anAccount('reports'), 'Reports')
  const dialog = await openSettings(page, 'Reports')

  await dialog.getByLabel('Name of the report').fill('Hours')
  await expect(dialog.getByRole('button', { name: 'Create report' })).toBeDisabled()
  await dialog.getByLabel('Address it is posted to').fill('https://farm.example/hours')
  await dialog.getByRole('button', { name: 'Create report' }).press('Enter')
  await expect(dialog.getByText(/the last week · mon at 08:00 · https:\/\/farm.example\/hours · next/)).toBeVisible()
  await expect(dialog.getByLabel('Secret', { exact: true })).toHaveValue(/^whsec_/)
  await dialog.getByRole('button', { name: 'Change Hours' }).press('Enter')
  await dialog.getByLabel('Time it is sent at: Hours').fill('25:00')
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
  // The whole text is needed: half of it would mean another time, and other days.
  await dialog.getByLabel('Time it is sent at: Hours').fill('5:30 pm')
  await dialog.getByLabel('Days it is sent on: Hours').fill('mon-wed')
  await dialog.getByLabel('What it is of: Hours').selectOption('day')
  expect(await findViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(
    dialog.getByText(/the last day · mon,tue,wed at 17:30 · https:\/\/farm.example\/hours · next/),
  ).toBeVisible()
  await dialog.getByRole('button', { name: 'Send now: Hours' }).press('Enter')
  await expect(page.getByText('The report is on its way.')).toBeVisible()
  await expect(dialog.getByText(/· last /)).toBeVisible()
  await dialog.getByRole('button', { name: 'Turn off Hours' }).press('Enter')
  await expect(dialog.getByText(/ · off/)).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Delete Hours' }).press('Enter')
  await expect(dialog.getByText(/the last day · mon/)).toBeHidden()

  await dialog.getByRole('tab', { name: 'Studio', exact: true }).click()
  await dialog.getByLabel('Address of the webhook').fill('https://farm.example/done')
  await dialog.getByLabel('Only where this expression holds').fill('stats == "DONE"')
  await dialog.getByRole('button', { name: 'Create webhook' }).press('Enter')
  await expect(page.getByText(/cannot be read at character 1/)).toBeVisible()
  await dialog.getByLabel('Only where this expression holds').fill('done')
  await dialog.getByRole('button', { name: 'Create webhook' }).press('Enter')
  await expect(dialog.getByText(/everything where done · on/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Change farm.example' }).press('Enter')
  await dialog.getByLabel('Only where this expression holds: farm.example').fill('done && stage == "Comp"')
  await dialog.getByLabel('Kinds of events: farm.example').fill('task')
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(dialog.getByText(/task where done && stage == "Comp" · on/)).toBeVisible()
  const secret = await dialog.getByLabel('Secret', { exact: true }).inputValue()
  await dialog.getByRole('button', { name: 'Renew secret: farm.example' }).press('Enter')
  await expect(dialog.getByText('The old one stays valid for 24 hours.')).toBeVisible()
  await expect(dialog.getByLabel('Secret', { exact: true })).not.toHaveValue(secret)
})

test('an unfinished rule is kept when the settings close, and is tried and saved by keys alone', async ({ page }) => {
  await startStudio(page, anAccount('rules'), 'Rules')
  const dialog = await openSettings(page, 'Rules')
  await expect(dialog.getByText('No rules yet')).toBeVisible()
  await page.keyboard.press('n')
  await page.keyboard.type('Told when done')
  await page.keyboard.press('Tab')
  await page.keyboard.type('status becomes done')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await openSettings(page, 'Rules')
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Told when done')
  await expect(dialog.getByLabel('When', { exact: true })).toHaveValue('status becomes done')
  await dialog.getByLabel('Then', { exact: true }).fill('comment "Done"')
  await page.keyboard.press('ControlOrMeta+Alt+Enter')
  await expect(dialog.getByText('It would have fired 0 times in 30 days.')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+Shift+Enter')
  await expect(dialog.getByText(/Told when done has not fired yet/)).toBeVisible()
  expect(await findViolations(page)).toEqual([])
})

test('a webhook’s log shows each attempt; deleting it, or keeping events for fewer days, asks first', async ({
  page,
}) => {
  await startStudio(page, anAccount('webhooks'), 'Webhooks')
  const dialog = await openSettings(page)
  await dialog.getByLabel('Address of the webhook').fill('https://farm.example/done')
  await dialog.getByLabel('Kinds of events').fill('taskk')
  await dialog.getByRole('button', { name: 'Create webhook' }).press('Enter')
  await expect(page.getByText(/There is no kind of event taskk/)).toBeVisible()
  await dialog.getByLabel('Kinds of events').fill('task')
  await dialog.getByRole('button', { name: 'Create webhook' }).press('Enter')
  await dialog.getByRole('button', { name: 'Test farm.example' }).press('Enter')
  await expect(dialog.getByText(/webhook\.tested · waiting( after \d+ tries)? · \S/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete farm.example' }).press('Enter')
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Its secret and its log are gone for good')
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('button', { name: 'Delete farm.example' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete farm.example' }).press('Enter')
  await question.getByRole('button', { name: 'Delete' }).press('Enter')
  await expect(dialog.getByRole('button', { name: 'Delete farm.example' })).toBeHidden()

  const kept = dialog.getByLabel('Events are kept for')
  await expect(kept).toHaveValue('400')
  await kept.selectOption('800')
  await expect(page.getByText('Events are kept for 800 days.')).toBeVisible()
  await kept.selectOption('90')
  await expect(question).toContainText('800 days are kept now')
  await page.keyboard.press('Escape')
  await expect(kept).toHaveValue('800')
  await kept.selectOption('90')
  await question.getByRole('button', { name: 'Delete older events' }).press('Enter')
  await expect(kept).toHaveValue('90')
})
