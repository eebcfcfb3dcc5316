import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test, type Page } from '@playwright/test'
import { buildPacketPage } from '#cli/build-packet-page.ts'
import { fillPage } from '#core/packet/fill-page.ts'
import type { Packet, PacketEntry } from '#core/packet/packet.ts'
import { newId, toId } from '#core/lib/ids.ts'

const [approved, retake] = [newId(), newId()]
const spaceId = newId()

function aPacket(): Packet {
  const entries = Array.from({ length: 30 }, (_, at): PacketEntry => ({
    id: newId(),
    taskId: newId(),
    itemId: newId(),
    spaceId: toId(spaceId),
    shot: `sh${at + 1}`,
    stage: 'Anim',
    statusId: newId(),
    notes: [],
  }))
  const statuses = [
    { id: approved, name: 'Approved', color: '#00aa00' },
    { id: retake, name: 'Retake', color: '#aa0000' },
  ]
  return {
    format: 'xsheet-packet',
    version: 1,
    id: newId(),
    studio: { id: newId(), name: 'Studio' },
    project: { id: newId(), name: 'Film' },
    session: { id: newId(), name: 'Monday', kind: 'dailies', day: '2026-11-25', isLocked: false },
    taken: { at: 0, by: { name: 'Ingrid', userId: newId() } },
    films: 'none',
    statuses: { [spaceId]: statuses } as unknown as Packet['statuses'],
    entries,
  }
}

/** Returns whether both stores hold the same text. */
async function isCopied(): Promise<boolean> {
  const opened = indexedDB.open('xsheet-packets')
  const database = await new Promise<IDBDatabase>((resolve) => {
    opened.addEventListener('success', () => resolve(opened.result))
  })
  const asked = database.transaction('texts').objectStore('texts').getAll()
  const texts = await new Promise<unknown[]>((resolve) => {
    asked.addEventListener('success', () => resolve(asked.result))
  })
  database.close()
  return texts.length === 1 && texts[0] === Object.values(localStorage)[0]
}

const count = (page: Page) => page.locator('#count')

test('decisions of a packet survive reloads right after a key, a second window and the loss of either store', async ({
  browser,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'xsheet-kept-packet-'))
  const file = join(folder, 'review.html')
  writeFileSync(file, fillPage(await buildPacketPage(), aPacket()))
  const context = await browser.newContext({ offline: true, reducedMotion: 'reduce' })
  const [one, other] = [await context.newPage(), await context.newPage()]
  for (const page of [one, other]) page.on('dialog', (dialog) => void dialog.accept())
  await one.goto(pathToFileURL(file).href)
  await one.keyboard.type('Tomas')
  await one.keyboard.press('Enter')

  await test.step('survives ten reloads, each at the moment of a judgement', async () => {
    for (let judged = 1; judged <= 10; judged += 1) {
      const gone = one.waitForEvent('load')
      const asked = one.evaluate(() => {
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '1', code: 'Digit1', bubbles: true }))
        location.reload()
      })
      await asked.catch((error: unknown) => expect(String(error)).toContain('context was destroyed'))
      await gone
      await expect(count(one)).toContainText(`${judged} judged`)
    }
    await expect(one.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('a second window decides at the same time, and both show all decisions', async () => {
    await other.goto(pathToFileURL(file).href)
    await expect(count(other)).toContainText('10 judged')
    await other.keyboard.press('Enter')
    await Promise.all([one.keyboard.press('1'), other.keyboard.press('2')])
    for (const page of [one, other]) await expect(count(page)).toContainText('12 judged')
  })

  await test.step('with local storage cleared, the decisions come from the database', async () => {
    await other.close()
    await one.waitForFunction(isCopied)
    await one.evaluate(() => localStorage.clear())
    await one.reload()
    await expect(count(one)).toContainText('12 judged')
    await expect(one.getByRole('dialog')).toHaveCount(0)
    expect(await one.evaluate(() => localStorage.length)).toBe(1)
  })

  await test.step('a page that sees neither store is loaded again', async () => {
    await one.waitForFunction(isCopied)
    await one.addInitScript(() => {
      if (!window.name.includes('"retries":0')) return
      Storage.prototype.getItem = () => null
      const databases = indexedDB
      const empty = { open: (name: string) => databases.open(`not ${name}`, 1) }
      Object.defineProperty(window, 'indexedDB', { value: empty })
    })
    await one.reload()
    await expect(count(one)).toContainText('12 judged')
    await expect(one.getByRole('dialog')).toHaveCount(0)
  })
  await context.close()
  rmSync(folder, { recursive: true })
})
