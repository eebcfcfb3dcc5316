import { expect, type Page } from '@playwright/test'
import { chooserOf } from './page-models/choose-file.ts'
import { FrontPage } from './page-models/front-page.ts'
import { TimelinePage } from './page-models/timeline-page.ts'
import { film, sheet, stages, test, type Walk } from './page-models/walk.ts'

test.use({ serviceWorkers: 'allow' })

test('a new user’s first days, with a pointer', async ({ page, context, walk }) => {
  await test.step('signs up, creates a studio and invites', async () => {
    await page.goto(walk.url)
    const front = new FrontPage(page)
    await front.openLogIn()
    await front.signUp(walk.account)
    await page.waitForURL('**/welcome')
    await page.getByLabel('Studio name').fill('Paper Boat')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.waitForURL('**/paper-boat/projects')
    await page.getByRole('button', { name: 'Studio Settings' }).click()
    const dialog = page.getByRole('dialog', { name: 'Studio Settings' })
    await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
    await expect(dialog.getByLabel('Invite link', { exact: true })).toHaveValue(/\/invite\/[0-9a-f]{24}$/)
    await dialog.getByRole('button', { name: 'Close' }).click()
  })

  await test.step('creates a project and a space from a preset', async () => {
    await page.getByRole('button', { name: 'New Project' }).last().click()
    await page.getByLabel('Project Name').fill('The Paper Boat')
    await page.getByRole('button', { name: 'Create Project' }).click()
    await page.getByRole('link', { name: 'The Paper Boat', exact: true }).first().click()
    await makeSpace(page)
    await page.getByRole('link', { name: 'Sequence 10' }).click()
  })

  await test.step('pastes sixty items from a spreadsheet', async () => {
    await page.getByRole('button', { name: 'Create Item' }).last().click()
    await page.getByLabel('New collection').fill('SQ010')
    await page.getByRole('button', { name: 'Create collection' }).click()
    await page.evaluate(async (text) => await navigator.clipboard.writeText(text), sheet)
    await page.getByLabel('Name 1').click()
    await page.keyboard.press('Control+v')
    await page.getByRole('button', { name: 'Create 60' }).click()
    await walk.expectItems()
  })

  await test.step('sets statuses and takes a task from the toolbar', async () => {
    await walk.cell('sq010_sh0010', 'Layout').click()
    await walk.cell('sq010_sh0030', 'Layout').click({ modifiers: ['Shift'] })
    const bar = page.getByRole('toolbar', { name: 'Selected tasks' })
    await bar.getByRole('button', { name: /^Status/ }).click()
    await page.getByRole('option', { name: /WIP/ }).click()
    await expect(walk.cell('sq010_sh0030', 'Layout')).toContainText('WIP')
    await bar.getByRole('button', { name: /^Assign/ }).click()
    await page.getByRole('option', { name: /nora/ }).click()
    await page.keyboard.press('Escape')
    await expect.poll(async () => await walk.count('item_tasks', '&assignee_id=not.is.null')).toBe(3)
  })

  await test.step('posts a revision offline and reviews it with a drawing', async () => {
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await walk.cell('sq010_sh0010', 'Layout').dblclick()
    await walk.popup.getByText('Revision', { exact: true }).click()
    await context.setOffline(true)
    await walk.revision.getByRole('textbox', { name: 'Revision notes' }).fill('First blocking, from the train')
    await walk.revision.getByRole('combobox', { name: 'Hours' }).selectOption('1 h')
    const attach = walk.revision.getByRole('button', { name: 'Attach files' })
    const chooser = await chooserOf(page, () => attach.click())
    await chooser.setFiles(film)
    await walk.revision.getByRole('button', { name: 'Post Revision' }).click()
    await expect(walk.popup.getByText('First blocking, from the train').first()).toBeVisible()
    await context.setOffline(false)
    await walk.expectRevision()
    await walk.popup.getByRole('button', { name: 'Draw on this frame' }).click()
    await drawOver(page, walk)
    await walk.popup.getByRole('toolbar', { name: 'Drawing' }).getByRole('button', { name: /^Done/ }).click()
    await walk.popup.getByRole('textbox', { name: 'Comment' }).fill('Let the mast breathe here')
    await walk.popup.getByRole('button', { name: 'Post Comment' }).click()
    await walk.expectReview('Let the mast breathe here')
    await walk.popup.getByRole('button', { name: 'Close' }).first().click()
  })

  await test.step('logs a week of time', async () => {
    await page.getByRole('button', { name: /profile menu/ }).click()
    await page.getByRole('menuitem', { name: /Timesheet/ }).click()
    for (const date of walk.lastDays()) {
      await walk.day(date).getByRole('button').first().click()
      await page.getByRole('button', { name: /^Add time/ }).click()
      await page.getByRole('option', { name: /sq010_sh0010 · Layout/ }).click()
      await page.getByRole('option', { name: '8h' }).click()
      await expect(walk.day(date).getByRole('listitem').first()).toContainText(/8h|9h/)
    }
    await walk.expectWeek()
  })

  await test.step('makes a plan', async () => {
    await page.getByRole('button', { name: 'Timeline' }).click()
    const timeline = new TimelinePage(page)
    await timeline.queue.getByRole('button', { name: /Queue all unplanned tasks/ }).click()
    const card = timeline.queue.getByRole('gridcell').first()
    const board = await timeline.board.boundingBox()
    await timeline.drag(card, { x: (board?.x ?? 0) + 500, y: (board?.y ?? 0) + 62 })
    await expect(timeline.board.getByRole('gridcell', { name: /sq010_sh/ })).toHaveCount(1)
    await timeline.synced()
  })

  await test.step('collects references', async () => {
    await page.getByRole('link', { name: 'Paper Boat', exact: true }).click()
    await page.getByRole('link', { name: 'The Paper Boat', exact: true }).first().click()
    await page.getByRole('button', { name: 'Moodboard' }).click()
    const board = page.getByRole('region', { name: /^Board of/ })
    await board.getByRole('button', { name: 'Add text' }).last().click()
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Warm light on wet stone')
    await board.getByRole('toolbar').getByRole('button').first().click()
    await expect(page.getByRole('option', { name: 'Warm light on wet stone' })).toBeAttached()
    await expect.poll(async () => await walk.count('canvas_items')).toBe(1)
  })
})

async function makeSpace(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Create Space' }).last().click()
  const dialog = page.getByRole('dialog', { name: 'Create Space' })
  const list = dialog.getByRole('region', { name: 'Stages' })
  await dialog.getByLabel('Name', { exact: true }).fill('Sequence 10')
  await list.getByRole('button', { name: 'None' }).click()
  for (const stage of stages) await list.getByLabel(stage, { exact: true }).check({ force: true })
  await list.getByRole('button', { name: 'Save as preset' }).click()
  await list.getByLabel('Preset name').fill('Shots')
  await list.getByRole('button', { name: 'Save', exact: true }).click()
  await list.getByRole('button', { name: 'All', exact: true }).click()
  await list.getByRole('button', { name: 'Stage preset' }).click()
  await page.getByRole('option', { name: /Shots/ }).click()
  await expect(dialog.getByText('5 of 13')).toBeVisible()
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
}

/** Draws a stroke across the middle of the picture. */
async function drawOver(page: Page, walk: Walk): Promise<void> {
  await expect(walk.popup.getByRole('toolbar', { name: 'Drawing' })).toBeVisible()
  const box = await walk.popup.locator('video').boundingBox()
  if (box === null) throw new Error('There is no film')
  const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const
  await page.mouse.move(...at(0.4, 0.4))
  await page.mouse.down()
  await page.mouse.move(...at(0.5, 0.6), { steps: 5 })
  await page.mouse.move(...at(0.6, 0.4), { steps: 5 })
  await page.mouse.up()
}
