import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { aPicture, BoardPage, openOwnBoard } from './page-models/board-page.ts'
import { findViolations } from './page-models/judge.ts'
import { callServer } from './page-models/session.ts'

test('a board is filled, arranged and undone by keyboard alone', async ({ page }) => {
  const { board, projectId, address } = await openOwnBoard(page, 'collector')
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key)
  }
  await expect(board.root).toContainText('Nothing here yet')

  await board.write('Warm light')
  await expect(board.things).toHaveCount(1)
  await expect.poll(async () => await board.find(projectId, 'Warm light')).toMatchObject({ width: 200, height: 40 })
  const first = await board.find(projectId, 'Warm light')

  await press('ArrowRight', 'ArrowRight', 'Shift+ArrowDown')
  const moved = { x: (first?.x ?? 0) + 2, y: (first?.y ?? 0) + 20 }
  await expect.poll(async () => await board.find(projectId, 'Warm light')).toMatchObject(moved)
  await press('Control+z')
  await expect.poll(async () => (await board.find(projectId, 'Warm light'))?.y).toBe(first?.y)
  await press('Control+Shift+z')
  await expect.poll(async () => await board.find(projectId, 'Warm light')).toMatchObject(moved)

  await press('r')
  await expect.poll(async () => (await board.find(projectId, 'Warm light'))?.rotation).toBeCloseTo(15, 5)
  await press('Shift+r')
  await expect.poll(async () => (await board.find(projectId, 'Warm light'))?.rotation).toBeCloseTo(0, 5)

  await press('Control+d')
  await expect(board.things).toHaveCount(2)
  await press('Enter')
  const field = page.getByRole('textbox', { name: 'Text', exact: true })
  await expect(field).toHaveValue('Warm light')
  await field.fill('Cold shadow')
  await field.press('Control+Enter')
  await expect(board.thing('Cold shadow')).toBeAttached()

  // In reading order; objects are named by their text.
  await press('k', 'k')
  await expect(board.thing('Warm light')).toBeFocused()
  await expect(board.thing('Warm light')).toHaveAttribute('aria-selected', 'true')
  await press('j')
  await expect(board.thing('Cold shadow')).toBeFocused()
  await press('[')
  await expect
    .poll(async () => {
      const [warm, cold] = [await board.find(projectId, 'Warm light'), await board.find(projectId, 'Cold shadow')]
      return (cold?.z_index ?? 0) < (warm?.z_index ?? 0)
    })
    .toBe(true)
  await press('l')
  await expect(board.thing(/Cold shadow, locked/)).toBeAttached()
  await press('Delete')
  await expect(board.things).toHaveCount(2)
  await press('l')

  await press('Control+a', 'Control+g')
  await expect(board.thing(/Warm light, grouped/)).toBeAttached()
  await press('Shift+y')
  await expect
    .poll(async () => {
      const [warm, cold] = [await board.find(projectId, 'Warm light'), await board.find(projectId, 'Cold shadow')]
      return warm?.y === cold?.y || warm?.x === cold?.x
    })
    .toBe(true)
  await press('Delete')
  await expect(board.things).toHaveCount(0)
  await press('Control+z')
  await expect(board.things).toHaveCount(2)

  await press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Snap to grid')
  await press('Escape')
  await expect.poll(async () => (await board.stored(projectId)).length).toBe(2)
  await page.goto(address)
  await expect(board.things).toHaveCount(2)
})

test('board images are uploaded, dragged, resized, area-selected and exported with originals by pointer', async ({
  page,
}) => {
  const { board, projectId } = await openOwnBoard(page, 'painter')
  const [red, blue] = [aPicture('red.png', [200, 30, 30]), aPicture('blue.png', [30, 30, 200])]

  await board.addFiles([red])
  await expect(board.thing('red.png')).toBeAttached()
  const find = async () => (await board.stored(projectId))[0]
  await expect.poll(async () => await find()).toMatchObject({ type: 'image', width: 300, height: 150 })
  const laid = await find()
  if (laid === undefined) throw new Error('nothing was laid down')
  const middle = await board.toScreen({ x: laid.x + 150, y: laid.y + 75 })

  await board.drag(middle, { x: middle.x + 100, y: middle.y + 60 })
  await expect.poll(async () => (await find())?.x).toBeCloseTo(laid.x + 100, 1)
  expect((await find())?.y).toBeCloseTo(laid.y + 60, 1)

  const corner = await board.toScreen({ x: laid.x + 400, y: laid.y + 210 })
  await board.drag(corner, { x: corner.x + 100, y: corner.y + 50 })
  await expect.poll(async () => (await find())?.width).toBeGreaterThan(380)
  const resized = await find()
  expect((resized?.width ?? 0) / (resized?.height ?? 1)).toBeCloseTo(2, 1)

  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await expect.poll(async () => await find()).toMatchObject({ x: laid.x, y: laid.y, width: 300, height: 150 })

  await page.keyboard.press('g')
  await board.drag(middle, { x: middle.x + 33, y: middle.y + 33 })
  await expect.poll(async () => Math.abs(((await find())?.x ?? 1) % 20)).toBe(0)

  // At the pointer, beside the red one.
  const box = await board.root.locator('canvas').first().boundingBox()
  if (box === null) throw new Error('no canvas')
  await page.mouse.move(box.x + 40, box.y + 40)
  await board.addFiles([blue])
  await expect(board.things).toHaveCount(2)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Shift+1')
  await board.drag({ x: box.x + 5, y: box.y + 5 }, { x: box.x + box.width - 5, y: box.y + box.height - 5 })
  await expect(board.list.getByRole('option', { selected: true })).toHaveCount(2)

  const download = page.waitForEvent('download')
  await page.keyboard.press('Shift+e')
  const bundle = readFileSync((await (await download).path()) ?? '')
  expect(bundle.includes(red.buffer)).toBe(true)
  expect(bundle.includes(blue.buffer)).toBe(true)
  expect(bundle.includes('originals/blue.png')).toBe(true)
  const picture = page.waitForEvent('download')
  await page.keyboard.press('e')
  const png = readFileSync((await (await picture).path()) ?? '')
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  // The export contains both pictures in their colours, at twice the board's size.
  expect(await countColors(page, png, ['200,30,30', '30,30,200'])).toEqual([true, true])
})

/** Counts the pixels drawn over the objects: frames and handles. */
async function countMarks({ root }: BoardPage): Promise<number> {
  return await root
    .locator('canvas')
    .nth(1)
    .evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
      let count = 0
      for (let at = 3; at < data.length; at += 4) if (data[at] !== 0) count += 1
      return count
    })
}

/** Returns whether a picture has a good share of each colour. */
async function countColors(page: Page, png: Buffer, colors: readonly string[]): Promise<readonly boolean[]> {
  const found = await page.evaluate(async (base64) => {
    const body = Uint8Array.from(atob(base64), (character) => character.codePointAt(0) ?? 0)
    const bitmap = await createImageBitmap(new Blob([body]))
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
    context?.drawImage(bitmap, 0, 0)
    const { data } = context?.getImageData(0, 0, bitmap.width, bitmap.height) ?? { data: [] }
    const counts: Record<string, number> = {}
    for (let at = 0; at < data.length; at += 4) {
      const color = `${data[at]},${data[at + 1]},${data[at + 2]}`
      counts[color] = (counts[color] ?? 0) + 1
    }
    return counts
  }, png.toString('base64'))
  // Each is at least 300 × 150 on the board.
  return colors.map((color) => (found[color] ?? 0) > 4 * 300 * 150 * 0.9)
}

test('a board is panned and zoomed by wheel, keys, minimap and hand, within the zoom limits', async ({ page }) => {
  const board = new BoardPage(page)
  await board.enter('Mei Tanaka', 'the-salt-road')
  const box = await board.root.locator('canvas').first().boundingBox()
  if (box === null) throw new Error('no canvas')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  const start = await board.camera()

  await page.mouse.wheel(0, 200)
  await expect.poll(async () => (await board.camera()).y).toBeCloseTo(start.y + 200 / start.zoom, 1)
  for (let turn = 0; turn < 30; turn += 1) await page.keyboard.press('Control+=')
  await expect.poll(async () => (await board.camera()).zoom).toBe(4)
  for (let turn = 0; turn < 40; turn += 1) await page.keyboard.press('Control+-')
  await expect.poll(async () => (await board.camera()).zoom).toBe(0.05)
  await page.keyboard.press('Control+0')
  await expect.poll(async () => (await board.camera()).zoom).toBe(1)

  const before = await board.camera()
  await page.keyboard.down('Space')
  await board.drag({ x, y }, { x: x - 120, y: y - 40 })
  await page.keyboard.up('Space')
  await expect.poll(async () => (await board.camera()).x).toBeCloseTo(before.x + 120, 1)
  await page.keyboard.press('Shift+1')
  await expect.poll(async () => await board.camera()).toEqual(start)

  await page.keyboard.press('f')
  await expect(board.root).toHaveAttribute('data-fullscreen', 'true')
  await page.keyboard.press('Escape')
  await expect(board.root).not.toHaveAttribute('data-fullscreen', 'true')
})

test('two people on a board see each other live; undo affects one’s own steps only; offline changes merge', async ({
  browser,
}) => {
  const [mine, theirs] = await Promise.all([browser.newContext(), browser.newContext()])
  const [me, other] = [new BoardPage(await mine.newPage()), new BoardPage(await theirs.newPage())]
  await Promise.all([me.enter('Mei Tanaka', 'night-library'), other.enter('Jonas Weber', 'night-library')])
  const name = `note ${crypto.randomUUID().slice(0, 8)}`

  await me.write(name)
  await expect(other.thing(name)).toBeAttached()
  await other.page.mouse.move(700, 500)
  await other.page.mouse.move(720, 520)
  await expect(me.root.locator('[data-cursor="Jonas Weber"]')).toBeAttached()
  // Their selection is framed on my screen, where I have nothing selected.
  for (const board of [me, other]) await board.page.keyboard.press('Escape')
  await expect.poll(async () => await countMarks(me)).toBe(0)
  await other.thing(name).focus()
  await other.page.keyboard.press('x')
  await expect.poll(async () => await countMarks(me)).toBeGreaterThan(100)
  await me.thing(name).focus()
  await me.page.keyboard.press('x')

  const [project] = await callServer<readonly { id: string }[]>(
    me.page,
    'projects?select=id&custom_slug=eq.night-library',
  )
  const ownerId = project?.id ?? ''
  await expect.poll(async () => await me.find(ownerId, name)).toBeDefined()
  const before = await me.find(ownerId, name)
  // They move it; my undo takes back only my own step and leaves their field alone.
  await me.page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await me.find(ownerId, name))?.x).toBe((before?.x ?? 0) + 1)
  await other.page.keyboard.press('Shift+ArrowDown')
  await expect.poll(async () => (await me.find(ownerId, name))?.y).toBe((before?.y ?? 0) + 20)
  await me.page.keyboard.press('Control+z')
  await expect.poll(async () => await me.find(ownerId, name)).toMatchObject({ x: before?.x, y: (before?.y ?? 0) + 20 })
  // Each step waits for what its own screen shows.
  const at = `${before?.x} ${(before?.y ?? 0) + 20}`
  for (const board of [me, other]) await expect(board.thing(name)).toHaveAttribute('data-at', at)

  await theirs.setOffline(true)
  await other.page.keyboard.press('Shift+ArrowRight')
  await me.page.keyboard.press('Shift+ArrowDown')
  await expect.poll(async () => (await me.find(ownerId, name))?.y).toBe((before?.y ?? 0) + 40)
  expect((await me.find(ownerId, name))?.x).toBe(before?.x)
  await theirs.setOffline(false)
  await expect
    .poll(async () => await me.find(ownerId, name))
    .toMatchObject({ x: (before?.x ?? 0) + 20, y: (before?.y ?? 0) + 40 })
  await Promise.all([mine.close(), theirs.close()])
})

test('an object deleted by somebody else mid-drag is released, and a message names them', async ({ browser }) => {
  const [mine, theirs] = await Promise.all([browser.newContext(), browser.newContext()])
  const [me, other] = [new BoardPage(await mine.newPage()), new BoardPage(await theirs.newPage())]
  await Promise.all([me.enter('Mei Tanaka', 'night-library'), other.enter('Jonas Weber', 'night-library')])
  const name = `draft ${crypto.randomUUID().slice(0, 8)}`
  await me.write(name)
  await expect(other.thing(name)).toBeAttached()
  await me.page.keyboard.press('Escape')
  const [project] = await callServer<readonly { id: string }[]>(
    me.page,
    'projects?select=id&custom_slug=eq.night-library',
  )
  await expect.poll(async () => await me.find(project?.id ?? '', name)).toBeDefined()
  const thing = await me.find(project?.id ?? '', name)
  const middle = { x: (thing?.x ?? 0) + (thing?.width ?? 0) / 2, y: (thing?.y ?? 0) + (thing?.height ?? 0) / 2 }
  const { x, y } = await me.toScreen(middle)
  // They have selected it, and this screen knows, before it is dragged.
  await expect.poll(async () => await countMarks(me)).toBe(0)
  await other.page.keyboard.press('Escape')
  await other.thing(name).focus()
  await other.page.keyboard.press('x')
  await expect.poll(async () => await countMarks(me)).toBeGreaterThan(100)
  await me.page.mouse.move(x, y)
  await me.page.mouse.down()
  await me.page.mouse.move(x + 40, y + 40, { steps: 4 })

  await other.page.keyboard.press('Delete')

  await expect(me.page.getByText(`“${name}” was deleted by Jonas Weber.`).first()).toBeVisible()
  await me.page.mouse.move(x + 80, y + 80, { steps: 4 })
  await me.page.mouse.up()
  await expect(me.thing(name)).toHaveCount(0)
  await expect.poll(async () => await me.find(project?.id ?? '', name)).toBeUndefined()
  await Promise.all([mine.close(), theirs.close()])
})

test('a focused film on a board plays in place, muted', async ({ page }) => {
  const { board } = await openOwnBoard(page, 'viewer')
  const clips = join(import.meta.dirname, 'clips')
  await board.addFiles([
    { name: 'walk.mp4', mimeType: 'video/mp4', buffer: readFileSync(join(clips, 'rate-23.976.mp4')) },
  ])
  await expect(board.thing(/walk\.mp4, video/)).toBeAttached()

  await board.thing(/walk\.mp4/).focus()

  const film = board.root.locator('video')
  await expect(film).toBeAttached()
  await expect
    .poll(async () => await film.evaluate((video: HTMLVideoElement) => !video.paused && video.muted))
    .toBe(true)
})

test('an empty, a full and an edited board have no accessibility violations', async ({ page }) => {
  const { board } = await openOwnBoard(page, 'axe')
  expect(await findViolations(page)).toEqual([])

  await page.keyboard.press('t')
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Read me')
  await page.keyboard.press('Escape')
  await expect(board.things).toHaveCount(1)
  expect(await findViolations(page)).toEqual([])
})
