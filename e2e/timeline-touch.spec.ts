import { expect, test } from '@playwright/test'
import { blockOf } from './page-models/open-planned.ts'
import { planStudio } from './page-models/planned-studio.ts'
import { anAccount, startStudio } from './page-models/session.ts'
import { TimelinePage } from './page-models/timeline-page.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

test('on a phone a task is planned, moved and sent back by taps alone, with the whole toolbar in view', async ({
  page,
}) => {
  await startStudio(page, anAccount('thumb'), `Thumb ${crypto.randomUUID().slice(0, 6)}`)
  const studio = await planStudio(page)
  const timeline = new TimelinePage(page)
  await timeline.open(studio.slug)
  const toolbar = page.getByRole('toolbar', { name: 'Timeline' })
  for (const control of ['Queue', 'Filter', 'Today']) {
    await expect(toolbar.getByRole('button', { name: new RegExp(control) })).toBeInViewport({ ratio: 1 })
  }
  for (const zoom of ['50', '300']) await expect(toolbar.getByText(zoom, { exact: true })).toBeInViewport({ ratio: 1 })

  await toolbar.getByRole('button', { name: /Queue/ }).tap()
  await timeline.card(/sh010 Layout/).tap()
  await page.getByRole('toolbar', { name: 'Selected tasks' }).getByRole('button', { name: 'Move' }).tap()
  const move = page.getByRole('toolbar', { name: 'Move' })
  await move.getByRole('button', { name: 'A day later' }).tap()
  await expect(timeline.spoken).toContainText('Moving sh010 Layout')
  await move.getByRole('button', { name: 'Drop', exact: true }).tap()
  await expect(timeline.bar(/sh010 Layout/)).toBeVisible()
  await timeline.synced()
  const [planned] = await blockOf(page, studio, 'sh010 Layout')
  expect(planned).toMatchObject({ assignee_id: studio.userId })

  await toolbar.getByRole('button', { name: /Queue/ }).tap()
  await toolbar.getByRole('button', { name: /Today/ }).tap()
  await timeline.bar(/sh010 Layout/).tap()
  const selected = page.getByRole('toolbar', { name: 'Selected tasks' })
  for (const action of await selected.getByRole('button').all()) await expect(action).toBeInViewport({ ratio: 1 })
  await selected.getByRole('button', { name: 'Move', exact: true }).tap()
  await move.getByRole('button', { name: 'A day later' }).tap()
  await move.getByRole('button', { name: 'Cancel the move' }).tap()
  await expect(timeline.spoken).toContainText('cancelled')
  await selected.getByRole('button', { name: 'Remove' }).tap()
  await expect(timeline.bar(/sh010 Layout/)).toHaveCount(0)
  await expect(toolbar.getByRole('button', { name: 'Queue (4)' })).toBeVisible()
})
