import { execFile } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { test as base, expect, type Locator, type Page } from '@playwright/test'
import { startOwnHost } from './own-host.ts'
import { callServer } from './session.ts'
import { takePicture } from './take-picture.ts'

const root = path.join(import.meta.dirname, '../..')
const pictures = process.env['XSHEET_PICTURES']

/** Sixty shots with descriptions, as a spreadsheet puts them on the clipboard. */
export const sheet = Array.from(
  { length: 60 },
  (_, index) => `sq010_sh${String((index + 1) * 10).padStart(4, '0')}\tHarbour, moment ${index + 1}`,
).join('\n')

export const film = path.join(root, 'e2e/clips/rate-24.mp4')
export const stages = ['Storyboard', 'Layout', 'Animation', 'Lighting', 'Compositing'] as const

/** A new user's first days in a fresh deployment: what the keyboard and the pointer walk have in common. */
export class Walk {
  readonly page: Page
  /** The deployment's address. */
  readonly url: string
  readonly account = { email: 'nora@journey.example', password: 'correct-horse-battery' }
  readonly grid: Locator
  readonly popup: Locator
  readonly revision: Locator

  constructor(page: Page, url: string) {
    this.page = page
    this.url = url
    this.grid = page.getByRole('grid')
    this.popup = page.getByRole('dialog', { name: 'sq010_sh0010' })
    this.revision = this.popup.getByRole('form', { name: 'New revision' })
  }

  /** Saves a picture for the tour, if XSHEET_PICTURES names a folder. */
  async picture(name: string): Promise<void> {
    if (pictures !== undefined) await takePicture(this.page, pictures, name)
  }

  cell(item: string, stage: (typeof stages)[number]): Locator {
    return this.grid.getByRole('row').filter({ hasText: item }).getByRole('gridcell').nth(stages.indexOf(stage))
  }

  day(date: string): Locator {
    return this.page.locator(`[data-day="${date}"]`)
  }

  async count(table: string, filter = ''): Promise<number> {
    return (await callServer<readonly object[]>(this.page, `${table}?select=studio_id${filter}`)).length
  }

  /** Returns the last five days, today first. */
  lastDays(): readonly string[] {
    return [0, 1, 2, 3, 4].map((back) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10))
  }

  /** Returns the minutes of a timesheet report over the last days, from the command line signed in as this person. */
  async report(): Promise<number> {
    const home = mkdtempSync(path.join(tmpdir(), 'xsheet-walk-'))
    const url = new URL(this.page.url()).origin
    const env = {
      ...process.env,
      TZ: 'UTC',
      XDG_CONFIG_HOME: home,
      XSHEET_HOST: url,
      XSHEET_PASSWORD: this.account.password,
    }
    const cli = async (...args: string[]) =>
      await promisify(execFile)(process.execPath, [path.join(root, 'cli/main.ts'), ...args], { cwd: home, env })
    await cli('login', '--email', this.account.email)
    const from = this.lastDays().at(-1) ?? ''
    const { stdout } = await cli('timesheet', 'report', '--by', 'day', '--from', from, '--json')
    const rows = JSON.parse(stdout) as { readonly minutes: number }[]
    return rows.reduce((sum, { minutes }) => sum + minutes, 0)
  }

  async expectItems(): Promise<void> {
    await expect(this.cell('sq010_sh0010', 'Storyboard')).toContainText('TODO')
    await expect.poll(async () => await this.count('items')).toBe(60)
    await expect.poll(async () => await this.count('item_tasks')).toBe(300)
  }

  /** Expects, once back online, one revision with its film. */
  async expectRevision(): Promise<void> {
    await expect(this.popup.getByRole('button', { name: 'Version v1 of 1' })).toBeVisible()
    await expect.poll(async () => await this.count('task_versions')).toBe(1)
    await expect(this.popup.getByRole('slider', { name: 'Frame' })).toBeVisible()
  }

  async expectReview(words: string): Promise<void> {
    const comment = this.popup.getByRole('article').filter({ hasText: words })
    await expect(comment.getByRole('button', { name: /Drawing on frame 1/ })).toBeVisible()
    await expect.poll(async () => await this.count('comments', '&is_automatic=is.false')).toBeGreaterThan(0)
  }

  /** Expects forty hours entered by hand and the revision's one, both in the database and from the command line. */
  async expectWeek(): Promise<void> {
    await expect.poll(async () => await this.count('time_entries')).toBe(5)
    expect(await this.report()).toBe(5 * 480 + 60)
  }
}

/** The test of a journey that starts from nothing: on a host of its own, without the demo studio. */
export const test = base.extend<{ walk: Walk }>({
  permissions: ['clipboard-read', 'clipboard-write'],
  timezoneId: 'UTC',
  actionTimeout: 20_000,
  walk: async ({ page }, provide, testInfo) => {
    testInfo.setTimeout(420_000)
    const host = await startOwnHost({ hasDemo: false })
    await provide(new Walk(page, host.url))
    await host.remove()
  },
})

/** Presses Tab until the target has focus, as a keyboard user does. */
export async function tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  for (let step = 0; step < 80; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await target.page().keyboard.press(key)
  }
  throw new Error(`Tab does not lead to ${target.toString()}`)
}
