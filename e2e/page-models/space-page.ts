import { expect, type Locator, type Page } from '@playwright/test'
import { callServer, signInAs } from './session.ts'

/** The demo space used by the journeys of the space screen. */
const path = '/studio/northlight/project/the-salt-road/space/sequences'

export type TaskOnServer = {
  readonly id: string
  readonly status: string
  readonly assignee_id: string | null
  readonly due_date: string | null
  readonly priority: number
}

/** The space screen in a browser. */
export class SpacePage {
  readonly page: Page
  readonly grid: Locator

  constructor(page: Page) {
    this.page = page
    this.grid = page.getByRole('grid')
  }

  /** Signs in as somebody of the demo studio and opens the space. */
  async enter(person: string, at = ''): Promise<void> {
    await signInAs(this.page, person)
    await this.open(at)
  }

  async open(at = ''): Promise<void> {
    await this.page.goto(path + at)
    await expect(this.row('sq010_sh0010')).toBeVisible()
  }

  /** The first cell of a task, skipping the totals of fields. */
  get anyTask(): Locator {
    return this.grid.locator('[data-column]').first()
  }

  row(item: string): Locator {
    return this.grid.getByRole('row').filter({ hasText: item })
  }

  /** The cell of an item's n-th stage, counted from 0. */
  cell(item: string, column: number): Locator {
    return this.row(item).getByRole('gridcell').nth(column)
  }

  /** A stage's card on the kanban, anywhere or in a status column. */
  card(item: string, stage: string, status?: string): Locator {
    const within = status === undefined ? this.page : this.column(status)
    return within.getByRole('option').filter({ hasText: item }).filter({ hasText: stage })
  }

  async dragCard(card: Locator, status: string): Promise<void> {
    await card.hover()
    const to = await this.column(status).last().boundingBox()
    if (to === null) throw new Error('The column is not on the page')
    await this.page.mouse.down()
    await this.page.mouse.move(to.x + 40, to.y + 200, { steps: 8 })
    await this.page.mouse.up()
  }

  private column(status: string): Locator {
    return this.page.locator('section[data-status]').filter({ has: this.page.getByText(status, { exact: true }) })
  }

  /** Pastes a text as copied from a spreadsheet. */
  async paste(text: string): Promise<void> {
    await this.page.evaluate((copied) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', copied)
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, text)
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key)
  }

  /** Reloads once, so that the service worker serves every later visit. */
  async getReadyForOffline(): Promise<void> {
    await this.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await this.page.reload()
    await expect(this.row('sq010_sh0010')).toBeVisible()
  }

  async waitUntilSynced(): Promise<void> {
    await expect(this.page.getByRole('button', { name: 'Synced. Show changes' })).toBeVisible()
  }

  /** Returns an item's tasks as the server has them, by stage. */
  async askTasks(item: string): Promise<Readonly<Record<string, TaskOnServer>>> {
    type Row = TaskOnServer & {
      readonly stages: { readonly name: string }
      readonly task_statuses: { readonly short_code: string }
    }
    const rows = await callServer<readonly Row[]>(
      this.page,
      `item_tasks?select=id,assignee_id,due_date,priority,stages(name),task_statuses(short_code),items!inner(title)&items.title=eq.${item}`,
    )
    return Object.fromEntries(
      rows.map(({ stages, task_statuses: status, ...task }) => [stages.name, { ...task, status: status.short_code }]),
    )
  }
}
