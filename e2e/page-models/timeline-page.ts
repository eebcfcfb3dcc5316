import { expect, type Locator, type Page } from '@playwright/test'
import { callServer } from './session.ts'

/** A studio's timeline and its queue. */
export class TimelinePage {
  readonly page: Page
  readonly board: Locator
  readonly queue: Locator
  readonly spoken: Locator

  constructor(page: Page) {
    this.page = page
    this.board = page.getByRole('grid', { name: 'Team timeline' })
    this.queue = page.getByRole('complementary', { name: 'Task Queue' })
    this.spoken = page.locator('output[aria-live="polite"]')
  }

  async open(studio: string): Promise<void> {
    await this.page.goto(`/studio/${studio}/timeline`)
    await expect(this.board).toBeVisible()
  }

  bar(name: string | RegExp): Locator {
    return this.board.getByRole('gridcell', { name })
  }

  card(name: string | RegExp): Locator {
    return this.queue.getByRole('gridcell', { name })
  }

  row(artist: string): Locator {
    return this.board.getByRole('row').filter({ has: this.page.getByRole('rowheader', { name: new RegExp(artist) }) })
  }

  /** Drags from the middle of an element to a point in the window. */
  async drag(
    from: Locator,
    to: { readonly x: number; readonly y: number },
    options: { altKey?: boolean } = {},
  ): Promise<void> {
    const box = await from.boundingBox()
    if (box === null) throw new Error('There is nothing to drag')
    const { mouse, keyboard } = this.page
    await mouse.move(box.x + Math.min(40, box.width / 2), box.y + box.height / 2)
    await mouse.down()
    await mouse.move(box.x + Math.min(40, box.width / 2) + 8, box.y + box.height / 2 + 3)
    await mouse.move(to.x, to.y, { steps: 6 })
    if (options.altKey === true) await keyboard.down('Alt')
    await mouse.up()
    if (options.altKey === true) await keyboard.up('Alt')
  }

  /** Counts the colours in a region of the picture; coordinates are relative to the board. */
  async countColors(part: { x: number; y: number; width: number; height: number }): Promise<number> {
    return new Set(await this.#readPixels(part)).size
  }

  /** Returns the colour at a point of the picture. */
  async readPixel(point: { x: number; y: number }): Promise<string | undefined> {
    const [color] = await this.#readPixels({ ...point, width: 1, height: 1 })
    return color
  }

  async #readPixels(part: { x: number; y: number; width: number; height: number }): Promise<readonly string[]> {
    const picture = this.board.locator('canvas').first()
    return await picture.evaluate((canvas, { x, y, width, height }) => {
      const context = (canvas as HTMLCanvasElement).getContext('2d')
      const data = context?.getImageData(Math.round(x), Math.round(y), width, height).data ?? []
      return Array.from({ length: width * height }, (_, at) => Array.from(data.slice(at * 4, at * 4 + 3)).join(' '))
    }, part)
  }

  /** Waits until pending paints are done. */
  async nextFrame(): Promise<void> {
    await this.page.evaluate(async () => {
      for (const _ of [1, 2]) await new Promise((resolve) => void requestAnimationFrame(resolve))
    })
  }

  /** Waits until nothing is left to send to the server. */
  async synced(): Promise<void> {
    await expect(this.page.getByRole('button', { name: /^Synced/ })).toBeVisible()
  }
}

type Block = {
  readonly id: string
  readonly task_id: string
  readonly assignee_id: string | null
  readonly start_date: string | null
  readonly duration: number
  readonly row_index: number
}

/** Returns a studio's blocks as the server has them. */
export async function listBlocks(page: Page): Promise<readonly Block[]> {
  return await callServer<readonly Block[]>(
    page,
    'task_blocks?select=id,task_id,assignee_id,start_date,duration,row_index&order=created_at,id',
  )
}
