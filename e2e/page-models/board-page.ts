import { crc32, deflateSync } from 'node:zlib'
import { expect, type Locator, type Page } from '@playwright/test'
import { planStudio } from './planned-studio.ts'
import { anAccount, callServer, signInAs, startStudio } from './session.ts'

type Point = { readonly x: number; readonly y: number }

/** An object of a board as the server stores it. */
export type StoredThing = {
  readonly id: string
  readonly type: string
  readonly text: string | null
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly rotation: number
  readonly z_index: number
  readonly is_locked: boolean
  readonly group_id: string | null
  readonly opacity: number
}

/** A references board in a browser. */
export class BoardPage {
  readonly page: Page
  readonly root: Locator
  readonly list: Locator
  readonly things: Locator
  readonly spoken: Locator

  constructor(page: Page) {
    this.page = page
    this.root = page.getByRole('region', { name: /^Board of/ })
    this.list = page.getByRole('listbox', { name: /^Objects on the board/ })
    this.things = this.list.getByRole('option')
    this.spoken = this.root.locator('output[aria-live]')
  }

  /** Signs in as somebody of the demo studio and opens a project's moodboard. */
  async enter(person: string, projectSlug: string): Promise<void> {
    await signInAs(this.page, person)
    await this.open(`/studio/northlight/project/${projectSlug}/moodboard`)
  }

  async open(address: string): Promise<void> {
    await this.page.goto(address)
    await expect(this.root.getByRole('toolbar')).toBeVisible()
    await expect(this.root.locator('canvas').first()).toBeAttached()
  }

  thing(name: string | RegExp): Locator {
    return this.list.getByRole('option', { name })
  }

  /** Converts a board position to screen coordinates. */
  async toScreen({ x, y }: Point): Promise<Point> {
    const box = await this.root.locator('canvas').first().boundingBox()
    const camera = await this.camera()
    return { x: (box?.x ?? 0) + (x - camera.x) * camera.zoom, y: (box?.y ?? 0) + (y - camera.y) * camera.zoom }
  }

  /** Converts screen coordinates to a board position. */
  async toBoard({ x, y }: Point): Promise<Point> {
    const box = await this.root.locator('canvas').first().boundingBox()
    const camera = await this.camera()
    return { x: (x - (box?.x ?? 0)) / camera.zoom + camera.x, y: (y - (box?.y ?? 0)) / camera.zoom + camera.y }
  }

  async camera(): Promise<Point & { readonly zoom: number }> {
    const text = (await this.root.getAttribute('data-camera')) ?? ''
    const [x = 0, y = 0, zoom = 1] = text.split(' ').map(Number)
    return { x, y, zoom }
  }

  async drag(from: Point, to: Point): Promise<void> {
    const { mouse } = this.page
    await mouse.move(from.x, from.y)
    await mouse.down()
    await mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 3 })
    await mouse.move(to.x, to.y, { steps: 3 })
    await mouse.up()
  }

  /** Adds a text in the middle of the view. */
  async write(text: string): Promise<void> {
    await this.page.keyboard.press('t')
    const field = this.page.getByRole('textbox', { name: 'Text', exact: true })
    await field.fill(text)
    await field.press('Escape')
    await expect(field).toHaveCount(0)
    await expect(this.thing(text)).toBeAttached()
  }

  /** Runs an entry of one of the board's two menus. */
  async choose(menu: 'Arrange' | 'Files and view', command: string): Promise<void> {
    await this.root.getByRole('button', { name: menu }).click()
    await this.page.getByRole('menuitem', { name: command }).click()
    await expect(this.page.getByRole('menu')).toHaveCount(0)
  }

  async addFiles(files: readonly { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
    await this.page.getByTestId('board-files').setInputFiles([...files])
  }

  async stored(ownerId: string): Promise<readonly StoredThing[]> {
    const answer = await callServer<{ tables: { canvas_items: Record<keyof StoredThing, unknown[]> } }>(
      this.page,
      'rpc/pull_board',
      { p_owner_id: ownerId },
    )
    const columns = answer.tables.canvas_items
    // The columns match the fields.
    return columns.id.map((_, index) => {
      return Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, values[index]])) as StoredThing
    })
  }

  async find(ownerId: string, text: string): Promise<StoredThing | undefined> {
    return (await this.stored(ownerId)).find((thing) => thing.text === text)
  }
}

/** Opens an empty moodboard in a new studio. */
export async function openOwnBoard(
  page: Page,
  name: string,
): Promise<{ board: BoardPage; projectId: string; address: string }> {
  await startStudio(page, anAccount(name), `${name} ${crypto.randomUUID().slice(0, 6)}`)
  const { slug, projectSlug } = await planStudio(page)
  const [project] = await callServer<readonly { id: string }[]>(
    page,
    `projects?select=id&custom_slug=eq.${projectSlug}`,
  )
  const board = new BoardPage(page)
  const address = `/studio/${slug}/project/${projectSlug}/moodboard`
  await board.open(address)
  return { board, projectId: project?.id ?? '', address }
}

/** Returns a picture of one colour. */
export function aPicture(name: string, [red, green, blue]: readonly [number, number, number], side = 600) {
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(side * 3, Buffer.from([red, green, blue]))])
  const chunk = (kind: string, body: Buffer): Buffer => {
    const head = Buffer.alloc(4)
    head.writeUInt32BE(body.length)
    const content = Buffer.concat([Buffer.from(kind), body])
    const tail = Buffer.alloc(4)
    tail.writeUInt32BE(crc32(content))
    return Buffer.concat([head, content, tail])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side / 2, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.concat(Array.from({ length: side / 2 }, () => row)))
  const buffer = Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
  return { name, mimeType: 'image/png', buffer }
}
