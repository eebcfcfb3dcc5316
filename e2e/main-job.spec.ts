import { execFile } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { chooserOf } from './page-models/choose-file.ts'
import { demoPassword } from '#supabase/seed/accounts.ts'
import { signInAs } from './page-models/session.ts'
import { turnOf } from './page-models/turn.ts'

const root = join(import.meta.dirname, '..')
const run = promisify(execFile)
const film = join(root, 'supabase/seed/media/mountains.mp4')

async function openSequences(page: Page, person: string, search = ''): Promise<void> {
  await signInAs(page, person)
  await page.goto(`/studio/northlight/project/the-salt-road/spaces${search}`)
}

function cellOf(page: Page, item: string, column: number): Locator {
  return page.getByRole('grid').getByRole('row').filter({ hasText: item }).getByRole('gridcell').nth(column)
}

test('a status set by key appears in a second browser, and undo takes it back in both', async ({ browser }) => {
  const [lead, artist] = await Promise.all([browser.newContext(), browser.newContext()])
  const [here, there] = await Promise.all([lead.newPage(), artist.newPage()])
  await openSequences(here, 'Mei Tanaka')
  await openSequences(there, 'Amara Diallo')
  const mine = cellOf(here, 'sq020_sh0090', 4)
  const theirs = cellOf(there, 'sq020_sh0090', 4)
  await expect(mine).toContainText('WIP')
  await expect(theirs).toContainText('WIP')

  await mine.click()
  await here.keyboard.press('4')

  await expect(mine).toContainText('FEEDBACK')
  await expect(theirs).toContainText('FEEDBACK')

  await here.keyboard.press('Control+z')

  await expect(mine).toContainText('WIP')
  await expect(theirs).toContainText('WIP')
  await Promise.all([lead.close(), artist.close()])
})

test('a revision with a film is posted, becomes the newest version and plays', async ({ page }, testInfo) => {
  await openSequences(page, 'Amara Diallo', '?item=sq020-sh0060&task=fx')
  const popup = page.getByRole('dialog', { name: 'sq020_sh0060' })
  const newest = 3 + turnOf(testInfo)
  await expect(popup.getByRole('button', { name: `Version v${newest} of ${newest}` })).toBeVisible()
  const words = `The swell eases in now ${crypto.randomUUID()}`

  await popup.getByText('Revision', { exact: true }).click()
  const form = popup.getByRole('form', { name: 'New revision' })
  await form.getByRole('textbox', { name: 'Revision notes' }).fill(words)
  await form.getByRole('combobox', { name: 'Hours' }).selectOption('1 h')
  const chooser = await chooserOf(page, () => form.getByRole('button', { name: 'Attach files' }).click())
  await chooser.setFiles(film)
  await form.getByRole('button', { name: 'Post Revision' }).click()

  await expect(popup.getByRole('button', { name: `Version v${newest + 1} of ${newest + 1}` })).toBeVisible()
  await expect(popup.getByRole('article').filter({ hasText: words })).toContainText('1h')
  const viewer = popup.getByRole('region', { name: 'mountains.mp4' })
  await viewer.getByRole('button', { name: 'Play' }).click()
  const video = viewer.locator('video')
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0.3)
})

test('the command line lists the same tasks as the grid', async ({ page, baseURL }) => {
  await openSequences(page, 'Mei Tanaka')
  await expect(page.getByRole('grid').getByRole('row').filter({ hasText: 'sq010_sh0010' })).toBeVisible()
  const home = mkdtempSync(join(tmpdir(), 'xsheet-cli-'))
  const env = { ...process.env, XDG_CONFIG_HOME: home, XSHEET_HOST: baseURL, XSHEET_PASSWORD: demoPassword }
  const cli = (...args: string[]) =>
    run(process.execPath, [join(root, 'cli/main.ts'), ...args], { cwd: home, env, encoding: 'utf8' })

  await cli('login', '--email', 'mei.tanaka@northlight.example')
  const who = await cli('whoami')
  const listed = await cli('task', 'list', '--json', '--project', 'the-salt-road', '--space', 'sequences')

  expect(who.stdout).toContain('mei.tanaka@northlight.example')
  const tasks = JSON.parse(listed.stdout) as { item: string; stage: string; status: string }[]
  const row = tasks.filter((task) => task.item.includes('sq010_sh0010'))
  expect(row.length).toBeGreaterThan(5)
  const stages = await page.getByRole('columnheader').allInnerTexts()
  for (const task of row) {
    const column = stages.findIndex((stage) => stage.startsWith(task.stage)) - 1
    await expect(cellOf(page, 'sq010_sh0010', column)).toContainText(task.status.replace('TO DO', 'TODO'))
  }
})
