import path from 'node:path'
import { expect, test } from '@playwright/test'
import { readFrame } from './clips/frame-code.ts'
import { callServer } from './page-models/session.ts'
import { fillRevision, openTask, signIn } from './page-models/uploads.ts'

const film = path.join(import.meta.dirname, 'clips', 'prores.mov')

test('a ProRes film announces its preview before it is posted, then plays frame by frame for everybody', async ({
  page,
  browser,
}) => {
  const stopped: string[] = []
  page.on('console', (message) => message.text().includes('Content Security Policy') && stopped.push(message.text()))
  await signIn(page, '', 'Mei Tanaka')
  const popup = await openTask(page, '', '?item=sq030-sh0080&task=layout')
  const form = await fillRevision(popup, { text: 'From the edit', files: [film] })
  const sentence = 'This browser cannot play ProRes; it will make a preview for everyone while the film uploads.'
  await expect(form).toContainText(sentence)
  await form.getByRole('button', { name: 'Post Revision' }).click()

  const query =
    'media?filename=eq.prores.mov&select=codec,frame_count,frame_rate,waveform,poster_media_id,filmstrip_media_id,proxy_media_id'
  await expect
    .poll(async () => await callServer<object[]>(page, query))
    .toEqual([
      {
        codec: 'apco',
        frame_count: 50,
        frame_rate: '24000/1001',
        waveform: expect.stringMatching(/^[0-9a-z]{600}$/),
        poster_media_id: expect.any(String),
        filmstrip_media_id: expect.any(String),
        proxy_media_id: expect.any(String),
      },
    ])

  await expect(
    popup.getByRole('region', { name: 'prores.mov' }).getByRole('slider', { name: 'Frame' }),
  ).toHaveAttribute('aria-valuemax', '50')
  const other = await (await browser.newContext()).newPage()
  await signIn(other, '', 'Ingrid Solberg')
  const elsewhere = await openTask(other, '', '?item=sq030-sh0080&task=layout')
  const viewer = elsewhere.getByRole('region', { name: 'prores.mov' })
  const slider = viewer.getByRole('slider', { name: 'Frame' })
  const video = viewer.locator('video')
  await expect(slider).toHaveAttribute('aria-valuemax', '50')
  await expect(viewer).toContainText('23.976 fps')
  await slider.focus()
  const painted = async (): Promise<number> => await video.evaluate(readFrame)
  // Across two key frames and to the last frame.
  await other.keyboard.press('Home')
  for (let frame = 0; frame < 26; frame += 1) {
    await expect(slider).toHaveAttribute('aria-valuenow', String(frame + 1))
    await expect.poll(painted).toBe(frame)
    await other.keyboard.press('ArrowRight')
  }
  await other.keyboard.press('End')
  await expect(slider).toHaveAttribute('aria-valuenow', '50')
  await expect.poll(painted).toBe(49)
  expect(stopped).toEqual([])
  await other.context().close()
})
