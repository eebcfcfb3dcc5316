import { expect, test } from '@playwright/test'
import { findViolations } from './page-models/judge.ts'
import { planStudio } from './page-models/planned-studio.ts'
import { anAccount, callServer, startStudio } from './page-models/session.ts'
import { SpacePage } from './page-models/space-page.ts'

test('a formula is created in the settings; in a large space, calculated in a worker, it follows a status', async ({
  page,
}) => {
  await startStudio(page, anAccount('formula'), 'Formula Studio')
  const plan = await planStudio(page)
  const [first] = await callServer<readonly { id: string; space_id: string }[]>(
    page,
    'collections?select=id,space_id&name=eq.sq010',
  )
  // More than the page calculates by itself.
  for (const part of [0, 1, 2, 3]) {
    await callServer(page, 'rpc/create_items_with_tasks', {
      p_space_id: first?.space_id,
      p_collection_id: first?.id,
      p_items: Array.from({ length: 500 }, (_, at) => ({ title: `x${part * 500 + at}` })),
    })
  }
  const workers: string[] = []
  page.on('worker', (worker) => workers.push(worker.url()))

  await page.goto(`/studio/${plan.slug}/projects`)
  await expect(page.getByRole('link', { name: 'The Film' }).first()).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('.')
  await page.getByRole('tab', { name: 'Fields', exact: true }).click()
  await page.getByLabel('Kind of the new field').selectOption({ label: 'Formula' })
  await page.getByRole('button', { name: 'Add field' }).press('Enter')
  await page.getByLabel('Name', { exact: true }).fill('Open')
  await page.getByLabel('Name', { exact: true }).press('Enter')
  const formula = page.getByLabel('Formula')
  await formula.fill('count(tasks, t, !t.don')
  await expect(page.getByText('Tab: done')).toBeVisible()
  await formula.press('Tab')
  await page.keyboard.type(')')
  await expect(formula).toHaveValue('count(tasks, t, !t.done)')
  await expect(formula).not.toHaveAttribute('aria-invalid', 'true')
  expect(await findViolations(page)).toEqual([])
  // Closing saves.
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect
    .poll(async () => callServer(page, 'field_definitions?select=formula'))
    .toEqual([{ formula: 'count(tasks, t, !t.done)' }])

  await page.goto(`/studio/${plan.slug}/project/the-film/space/shots`)
  const space = new SpacePage(page)
  await expect(page.getByRole('columnheader', { name: 'Open' })).toBeVisible()
  await expect(space.cell('sh010', 2)).toHaveText('2')
  await expect(page.getByRole('columnheader', { name: 'Open' })).toHaveCSS('text-align', 'right')
  // Needed for every item, it is calculated in a worker.
  await page.getByRole('columnheader', { name: 'Open' }).click()
  await expect.poll(() => workers.some((url) => url.includes('column'))).toBe(true)
  await space.cell('sh010', 1).click()
  await page.keyboard.press('s')
  await page.keyboard.type('DONE')
  await page.keyboard.press('Enter')
  await expect(space.cell('sh010', 1)).toContainText('DONE')
  await expect(space.cell('sh010', 2)).toHaveText('1')
  await page.keyboard.press('Control+z')
  await expect(space.cell('sh010', 2)).toHaveText('2')
})
