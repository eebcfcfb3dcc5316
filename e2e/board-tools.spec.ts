import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CDPSession, expect, test } from '@playwright/test'
import { aPicture, BoardPage, openOwnBoard } from './page-models/board-page.ts'
import { callServer } from './page-models/session.ts'

/** A folder with three pictures of one colour each, and a text file. */
function aFolder(): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'xsheet-board-')), 'palette')
  mkdirSync(folder)
  const colors = { 'red.png': [200, 30, 30], 'green.png': [30, 160, 40], 'blue.png': [30, 30, 200] } as const
  for (const [name, color] of Object.entries(colors)) writeFileSync(join(folder, name), aPicture(name, color).buffer)
  writeFileSync(join(folder, 'notes.txt'), 'not a picture')
  return folder
}

test('a folder is imported to a board, aligned, distributed, faded and greyed; a picture is colour-picked and cropped', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { board, projectId } = await openOwnBoard(page, 'curator')
  const stored = async () => await board.stored(projectId)
  const folder = aFolder()

  await page.getByTestId('board-folder').setInputFiles(folder)
  await expect(board.things).toHaveCount(3)
  await expect(
    page.getByRole('listitem').filter({ hasText: 'notes.txt is neither an image nor a video.' }),
  ).toBeVisible()
  await expect(board.list.getByRole('option', { selected: true })).toHaveCount(3)

  // In a column as imported, then in a row, then back.
  const heights = async (): Promise<number> => new Set((await stored()).map(({ y }) => y)).size
  await expect.poll(heights).toBe(3)
  await board.choose('Arrange', 'Align top')
  await expect.poll(heights).toBe(1)
  await page.keyboard.press('Control+z')
  await expect.poll(heights).toBe(3)
  await board.thing('red.png').focus()
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Control+a')
  await board.choose('Arrange', 'Distribute vertically')
  await expect
    .poll(async () => {
      const [first = 0, second = 0, third = 0] = (await stored()).map(({ y }) => y).toSorted((a, b) => a - b)
      return Math.abs(second - first - (third - second))
    })
    .toBeLessThan(0.01)

  await page.keyboard.press('o')
  await page.getByRole('option', { name: '50 %' }).click()
  await expect.poll(async () => (await stored()).map(({ opacity }) => opacity)).toEqual([0.5, 0.5, 0.5])
  const canvas = board.root.locator('[data-tool]')
  await page.keyboard.press('Shift+g')
  await expect(canvas).toHaveCSS('filter', /grayscale/)
  await page.keyboard.press('Shift+g')
  await expect(canvas).not.toHaveCSS('filter', /grayscale/)

  await page.keyboard.press('Escape')
  await board.thing('green.png').focus()
  await page.keyboard.press('x')
  await expect(board.list.getByRole('option', { selected: true })).toHaveCount(1)
  // Acts on the selection when the pointer is over nothing.
  await page.mouse.move(5, 5)
  await page.keyboard.press('i')
  await expect(board.spoken).toHaveText('Colour #1ea028 copied')
  expect(await page.evaluate(async () => await navigator.clipboard.readText())).toBe('#1ea028')

  const bundle = async (): Promise<Buffer> => {
    const download = page.waitForEvent('download')
    await page.keyboard.press('Shift+e')
    return readFileSync((await (await download).path()) ?? '')
  }
  const some = await bundle()
  await page.keyboard.press('Escape')
  await expect(board.list.getByRole('option', { selected: true })).toHaveCount(0)
  const all = await bundle()
  const names = ['red.png', 'green.png', 'blue.png']
  expect(names.filter((name) => some.includes(`originals/${name}`))).toEqual(['green.png'])
  expect(names.filter((name) => all.includes(`originals/${name}`))).toEqual(names)
  rmSync(join(folder, '..'), { recursive: true })
})

test('touch pans and pinches the board and moves its objects; pressing the minimap moves the view', async ({
  browser,
}) => {
  const context = await browser.newContext({ hasTouch: true, viewport: { width: 1000, height: 800 } })
  const page = await context.newPage()
  const { board, projectId } = await openOwnBoard(page, 'tablet')
  const stored = async () => await board.stored(projectId)
  await board.addFiles([aPicture('sand.png', [200, 180, 120])])
  await expect.poll(async () => (await stored()).length).toBe(1)
  await page.keyboard.press('Control+0')
  await expect.poll(async () => (await board.camera()).zoom).toBe(1)
  const hand = await context.newCDPSession(page)
  const [laid] = await stored()
  if (laid === undefined) throw new Error('nothing was laid down')

  const middle = await board.toScreen({ x: laid.x + 150, y: laid.y + 75 })
  await swipe(hand, [middle], [{ x: middle.x + 60, y: middle.y + 40 }])
  await expect.poll(async () => (await stored())[0]).toMatchObject({ x: laid.x + 60, y: laid.y + 40 })

  const before = await board.camera()
  const empty = await board.toScreen({ x: laid.x - 40, y: laid.y - 40 })
  await swipe(hand, [empty], [{ x: empty.x - 50, y: empty.y + 30 }])
  await expect.poll(async () => (await board.camera()).x).toBeCloseTo(before.x + 50, 1)
  expect((await board.camera()).y).toBeCloseTo(before.y - 30, 1)

  const around = (distance: number) => [
    { x: empty.x - distance, y: empty.y },
    { x: empty.x + distance, y: empty.y },
  ]
  await swipe(hand, around(20), around(40))
  await expect.poll(async () => (await board.camera()).zoom).toBeCloseTo(2, 1)
  await swipe(hand, around(20), around(200))
  await expect.poll(async () => (await board.camera()).zoom).toBe(3)
  await swipe(hand, around(200), around(2))
  await swipe(hand, around(200), around(2))
  await expect.poll(async () => (await board.camera()).zoom).toBe(0.1)

  const minimap = board.root.locator('div[aria-hidden="true"]:has(> canvas + span)')
  await expect(minimap).toBeVisible()
  const box = await minimap.boundingBox()
  if (box === null) throw new Error('no minimap')
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  const canvas = await board.root.locator('canvas').first().boundingBox()
  const [moved] = await stored()
  // The only object, centred in the minimap, is now in the middle of the board.
  await expect
    .poll(async () => (await board.camera()).x + (canvas?.width ?? 0) / 2 / (await board.camera()).zoom)
    .toBeCloseTo((moved?.x ?? 0) + (moved?.width ?? 0) / 2, 0)
  await page.keyboard.press('m')
  await expect(minimap).toHaveCount(0)
  await context.close()
})

test('moodboard spaces and References tasks are boards too', async ({ page }) => {
  const board = new BoardPage(page)
  await board.enter('Mei Tanaka', 'the-salt-road')
  const [space] = await callServer<readonly { id: string; custom_slug: string }[]>(
    page,
    'spaces?select=id,custom_slug,projects!inner(custom_slug)&projects.custom_slug=eq.the-salt-road&type_id=eq.moodboard',
  )
  await board.open(`/studio/northlight/project/the-salt-road/space/${space?.custom_slug}`)
  const count = (await board.stored(space?.id ?? '')).length
  expect(count).toBeGreaterThan(0)
  await expect(board.things).toHaveCount(count)

  const [stage] = await callServer<readonly { id: string }[]>(page, 'stages?select=id&name=eq.References')
  type Task = { readonly items: { readonly id: string; readonly title: string; readonly custom_slug: string } }
  const [task] = await callServer<readonly Task[]>(
    page,
    `item_tasks?select=items!inner(id,title,custom_slug)&stage_id=eq.${stage?.id}&is_disabled=is.false&items.title=eq.chr_whale`,
  )
  const { id = '', title, custom_slug: slug } = task?.items ?? {}
  // The drawing library is loaded with boards only, and leaves its name on the page.
  const hasLibrary = async (): Promise<boolean> => await page.evaluate(() => 'Konva' in globalThis)
  expect(await hasLibrary()).toBe(true)
  await page.goto('/studio/northlight/project/the-salt-road/space/assets')
  await expect(page.getByRole('main').getByRole('option').first()).toBeVisible()
  expect(await hasLibrary()).toBe(false)
  await page.goto(`/studio/northlight/project/the-salt-road/space/assets?item=${slug}&task=references`)
  await expect(board.root).toHaveAccessibleName(`Board of ${title}`)
  await expect(board.things).toHaveCount((await board.stored(id)).length)
  expect(await hasLibrary()).toBe(true)

  // Drag over a file of another task of the item, then place a second one by key.
  const before = (await board.stored(id)).length
  const files = board.root.getByRole('complementary').getByRole('button', { name: /^Add .* to the board$/ })
  await files.first().dragTo(board.root.locator('canvas').last(), { targetPosition: { x: 60, y: 60 } })
  await expect.poll(async () => (await board.stored(id)).length).toBe(before + 1)
  await expect(board.list.getByRole('option', { selected: true })).toHaveCount(1)
  await files.last().press('Enter')
  await expect.poll(async () => (await board.stored(id)).length).toBe(before + 2)
})

type Point = { readonly x: number; readonly y: number }

/** Puts fingers down, moves them in steps and lifts them. */
async function swipe(hand: CDPSession, from: readonly Point[], to: readonly Point[]): Promise<void> {
  const steps = 5
  const at = (share: number) =>
    from.map(({ x, y }, index) => {
      const goal = to[index] ?? { x, y }
      return { x: x + (goal.x - x) * share, y: y + (goal.y - y) * share, id: index }
    })
  await hand.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
  for (let step = 1; step <= steps; step += 1)
    await hand.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(step / steps) })
  await hand.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}
