import { expect, type Page } from '@playwright/test'
import { planStudio, type PlannedStudio } from './planned-studio.ts'
import { anAccount, startStudio } from './session.ts'
import { listBlocks, TimelinePage } from './timeline-page.ts'

/** Opens the timeline of a new studio whose four tasks are in the queue. */
export async function openPlanned(
  page: Page,
  name: string,
): Promise<{ studio: PlannedStudio; timeline: TimelinePage }> {
  await startStudio(page, anAccount(name), `${name} ${crypto.randomUUID().slice(0, 6)}`)
  const studio = await planStudio(page)
  const timeline = new TimelinePage(page)
  await timeline.open(studio.slug)
  await expect(timeline.queue).toContainText('4 unassigned tasks')
  return { studio, timeline }
}

/** Schedules a queued task on the first artist by keyboard, on the first possible day. */
export async function schedule(page: Page, timeline: TimelinePage, name: RegExp): Promise<void> {
  await timeline.card(name).focus()
  await page.keyboard.press('m')
  await page.keyboard.press('Enter')
  await expect(timeline.bar(name)).toBeVisible()
}

/** Returns a task's blocks as the server has them. */
export async function blockOf(page: Page, studio: PlannedStudio, task: string) {
  const blocks = await listBlocks(page)
  return blocks.filter((block) => block.task_id === studio.taskIds.get(task))
}
