import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { aPicture, openOwnBoard } from './page-models/board-page.ts'

const paragraph =
  'Cold light falls through the shelves, and never comes to rest on anything that anybody reads. '.repeat(4)

test('pasted, dropped and typed board objects land at the pointer, sized to their content', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { board, projectId } = await openOwnBoard(page, 'gatherer')
  const stored = async () => await board.stored(projectId)
  const red = aPicture('red.png', [200, 30, 30])

  await copyPicture(page, red.buffer)
  await page.keyboard.press('Control+v')
  await expect.poll(stored).toMatchObject([{ type: 'image', width: 300, height: 150 }])
  const [pasted] = await stored()
  await page.evaluate(async (text) => await navigator.clipboard.writeText(text), paragraph)
  const box = await board.root.locator('canvas').first().boundingBox()
  if (box === null || pasted === undefined) throw new Error('no canvas, or nothing was pasted')
  // At the pointer, and tall enough for the whole text.
  await page.mouse.move(box.x + 200, box.y + 500)
  const pointed = await board.toBoard({ x: box.x + 200, y: box.y + 500 })
  await page.keyboard.press('Control+v')
  const text = async () => (await stored()).find(({ type }) => type === 'text')
  await expect.poll(text).toMatchObject({ width: 200, x: pointed.x - 100 })
  const lines = (((await text())?.height ?? 0) - 16) / 24
  expect(lines).toBeGreaterThan(10)

  // A narrower text wraps into more lines; widened again, nothing is cut off.
  await page.keyboard.press(',')
  await expect.poll(async () => (await text())?.width).toBe(180)
  expect((await text())?.height).toBeGreaterThan(lines * 24 + 16)
  await page.keyboard.press('.')
  await expect.poll(async () => (await text())?.width).toBe(200)

  const at = { x: box.x + 900, y: box.y + 120 }
  const target = await board.toBoard(at)
  await dropFile(page, aPicture('blue.png', [30, 30, 200]), at)
  const blue = async () => (await stored()).find(({ type, id }) => type === 'image' && id !== pasted.id)
  await expect.poll(async () => (await blue())?.x).toBeCloseTo(target.x - 150, 0)
  expect((await blue())?.y).toBeCloseTo(target.y - 75, 0)
  // Several files at once are laid out below everything else, without overlap.
  await board.addFiles([aPicture('one.png', [1, 1, 1]), aPicture('two.png', [2, 2, 2])])
  await expect.poll(async () => (await stored()).length).toBe(5)
  const bottom = Math.max(...(await stored()).filter(({ z_index: z }) => z < 4).map(({ y, height }) => y + height))
  for (const { y, z_index: z } of await stored()) if (z >= 4) expect(y).toBeGreaterThan(bottom)

  await page.keyboard.press('Control+0')
  await page.mouse.dblclick(box.x + 30, box.y + 30)
  const field = page.getByRole('textbox', { name: 'Text', exact: true })
  await field.fill('Here')
  await field.press('Escape')
  await expect(board.thing('Here')).toBeAttached()
  await expect.poll(async () => await board.find(projectId, 'Here')).toMatchObject({ width: 200, height: 40 })
})

test('board by pointer: copy, cancel a drag, select over locked objects, pick a colour, zoom in, use the menu', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { board, projectId } = await openOwnBoard(page, 'handler')
  const stored = async () => await board.stored(projectId)
  await board.addFiles([aPicture('sand.png', [200, 180, 120])])
  await expect.poll(async () => (await stored()).length).toBe(1)
  const [laid] = await stored()
  if (laid === undefined) throw new Error('nothing was laid down')
  const middle = await board.toScreen({ x: laid.x + 150, y: laid.y + 75 })

  await page.mouse.move(middle.x, middle.y)
  await page.mouse.down()
  await page.mouse.move(middle.x + 90, middle.y + 60, { steps: 4 })
  await page.keyboard.press('Escape')
  await page.mouse.up()
  // After a cancelled resize the handle is back where it was.
  const corner = await board.toScreen({ x: laid.x + 300, y: laid.y + 150 })
  await page.mouse.move(corner.x, corner.y)
  await page.mouse.down()
  await page.mouse.move(corner.x + 80, corner.y + 40, { steps: 4 })
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await board.drag(corner, { x: corner.x + 100, y: corner.y + 50 })
  await expect.poll(async () => (await stored())[0]?.width).toBeGreaterThan(380)
  await page.keyboard.press('Control+z')
  await expect.poll(async () => (await stored())[0]).toMatchObject({ x: laid.x, width: 300, height: 150 })
  await page.keyboard.down('Alt')
  await board.drag(middle, { x: middle.x, y: middle.y + 200 })
  await page.keyboard.up('Alt')
  await expect
    .poll(async () => (await stored()).map(({ x, y }) => ({ x, y })))
    .toEqual(
      expect.arrayContaining([
        { x: laid.x, y: laid.y },
        { x: laid.x, y: laid.y + 200 },
      ]),
    )
  expect(await stored()).toHaveLength(2)

  await page.mouse.move(middle.x, middle.y)
  await page.keyboard.press('i')
  await expect(board.spoken).toHaveText('Colour #c8b478 copied')

  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+g')
  await expect(board.thing(/sand\.png, grouped/)).toHaveCount(2)
  await page.mouse.click(middle.x, middle.y, { button: 'right' })
  const menu = page.getByRole('menu', { name: 'Board menu' })
  await expect(menu.getByRole('menuitem', { name: 'Edit the text' })).toBeDisabled()
  await menu.getByRole('menuitem', { name: 'Ungroup' }).click()
  await expect(board.thing(/sand\.png, grouped/)).toHaveCount(0)
  // Opened by key, the menu applies to the focused object.
  await board.things.first().focus()
  await page.keyboard.press('Shift+F10')
  await menu.getByRole('menuitem', { name: 'Lock or unlock' }).press('Enter')
  await expect(board.thing(/sand\.png, locked/)).toHaveCount(2)

  // Dragging over locked objects draws a selection area and moves nothing.
  await page.keyboard.press('Escape')
  await board.drag({ x: middle.x - 40, y: middle.y - 30 }, { x: middle.x + 40, y: middle.y + 300 })
  await expect(board.list.getByRole('option', { selected: true })).toHaveCount(2)
  expect((await stored()).map(({ x }) => x)).toEqual([laid.x, laid.x])
  await page.mouse.click(middle.x, middle.y)
  await expect(board.list.getByRole('option', { selected: true })).toHaveCount(1)

  await page.mouse.dblclick(middle.x, middle.y)
  await expect.poll(async () => (await board.camera()).zoom).toBeGreaterThan(2)
  const before = await board.camera()
  await page.keyboard.press('Control+ArrowRight')
  await expect.poll(async () => (await board.camera()).x).toBeCloseTo(before.x + 100 / before.zoom, 3)
  // Ctrl and wheel zoom between 0.05 and 4, whereas a pinch stops at 0.1.
  await page.keyboard.down('Control')
  for (let turn = 0; turn < 12; turn += 1) await page.mouse.wheel(0, 100)
  await page.keyboard.up('Control')
  await expect.poll(async () => (await board.camera()).zoom).toBe(0.05)
})

test('a film on a board shows its first frame at once and plays on hover', async ({ page }) => {
  const { board, projectId } = await openOwnBoard(page, 'hoverer')
  const clip = readFileSync(join(import.meta.dirname, 'clips', 'rate-23.976.mp4'))
  await board.addFiles([{ name: 'walk.mp4', mimeType: 'video/mp4', buffer: clip }])
  await expect.poll(async () => (await board.stored(projectId)).length).toBe(1)
  const [laid] = await board.stored(projectId)
  if (laid === undefined) throw new Error('nothing was laid down')
  const middle = await board.toScreen({ x: laid.x + laid.width / 2, y: laid.y + laid.height / 2 })
  const film = board.root.locator('video')
  await page.mouse.move(middle.x - 400, middle.y)
  await expect(film).toHaveCount(0)

  await page.mouse.move(middle.x, middle.y)

  await expect(film).toBeAttached()
  await expect
    .poll(async () => await film.evaluate((video: HTMLVideoElement) => !video.paused && video.muted))
    .toBe(true)
  await page.mouse.move(middle.x - 400, middle.y)
  await expect(film).toHaveCount(0)
})

async function copyPicture(page: Page, bytes: Buffer): Promise<void> {
  await page.evaluate(async (base64) => {
    const body = Uint8Array.from(atob(base64), (character) => character.codePointAt(0) ?? 0)
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': new Blob([body], { type: 'image/png' }) })])
  }, bytes.toString('base64'))
}

/** Drops a file as a file manager does. */
async function dropFile(
  page: Page,
  { name, mimeType, buffer }: { readonly name: string; readonly mimeType: string; readonly buffer: Buffer },
  at: { readonly x: number; readonly y: number },
): Promise<void> {
  const file = { name, mimeType, base64: buffer.toString('base64') }
  const dataTransfer = await page.evaluateHandle(({ name: fileName, mimeType: type, base64 }) => {
    const body = Uint8Array.from(atob(base64), (character) => character.codePointAt(0) ?? 0)
    const data = new DataTransfer()
    data.items.add(new File([body], fileName, { type }))
    return data
  }, file)
  const target = page.getByRole('region', { name: /^Board of/ })
  for (const type of ['dragover', 'drop'])
    await target.dispatchEvent(type, { dataTransfer, clientX: at.x, clientY: at.y })
}
