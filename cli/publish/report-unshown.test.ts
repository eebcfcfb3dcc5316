import { expect, test } from 'vitest'
import type { Gateway } from '#core/gateway/ports.ts'
import type { LocalFile } from './local-file.ts'
import type { ReadPlan } from './publish-revisions.ts'
import { makeUnshownReporter } from './report-unshown.ts'

function aPlan(name: string, contentType: string, codec?: string): ReadPlan {
  const file = { name, contentType, sizeBytes: 9, facts: codec === undefined ? {} : { codec } } as LocalFile
  return { files: [file] } as unknown as ReadPlan
}

async function tell(answer: boolean | Error, ...parts: readonly (readonly ReadPlan[])[]) {
  const said: string[] = []
  let asked = 0
  const call = async (): Promise<unknown> => {
    asked += 1
    return answer instanceof Error ? await Promise.reject(answer) : await Promise.resolve(answer)
  }
  const teller = makeUnshownReporter({ call } as Pick<Gateway, 'call'>, (line) => said.push(line))
  for (const part of parts) await teller(part)
  return { said, asked }
}

const prores = aPlan('a.mov', 'video/quicktime', 'apcn')

test('types no browser can play are reported once, before anything is sent', async () => {
  const played = aPlan('b.mp4', 'video/mp4', 'avc1.640028')
  const broken: ReadPlan = { error: new Error('gone') }

  expect(await tell(false, [prores, played, prores, broken], [prores], [aPlan('c.dpx', 'image/x-dpx')])).toEqual({
    said: [
      'Not every browser shows ProRes; your studio has no media worker: people will be able to download it only.',
      'Not every browser shows DPX; your studio has no media worker: people will be able to download it only.',
    ],
    asked: 1,
  })
  expect(await tell(true, [played])).toEqual({ said: [], asked: 0 })
})

test('a media worker is mentioned if there is one, and nothing is promised without an answer', async () => {
  expect((await tell(true, [prores])).said).toEqual([
    'Not every browser shows ProRes; your studio’s media worker will make previews.',
  ])
  expect((await tell(new Error('offline'), [prores])).said).toEqual(['Not every browser shows ProRes.'])
})

test('no previews are promised for types a media worker cannot convert', async () => {
  const plans = [prores, aPlan('logo.svg', 'image/svg+xml'), aPlan('a.mpg', 'video/mpeg')]

  expect((await tell(true, plans)).said).toEqual([
    'Not every browser shows ProRes, MPG; your studio’s media worker will make previews.',
    'Xsheet does not show SVG: people will be able to download it only.',
  ])
  const nobodys = ['a.jp2', 'b.JP2', 'c.y4m'].map((name) => aPlan(name, 'application/octet-stream'))
  expect((await tell(true, nobodys)).said).toEqual([
    'Xsheet does not show JP2, Y4M: people will be able to download them only.',
  ])
})

test('numbered pictures are reported with the film they become and the frames missing', async () => {
  const names = [1001, 1002, 1004, 1005, 1006].map((number) => `sh010.${number}.png`)
  const files = names.map((name) => ({ name, contentType: 'image/png', sizeBytes: 9, facts: {} }))
  const plan = { files } as unknown as ReadPlan

  expect((await tell(true, [plan])).said).toEqual([
    'sh010.####.png: 5 pictures become one film of 6 frames, 1001 to 1006. 1 frame is missing (1003): the frame before is held.',
  ])
  expect((await tell(false, [plan])).said).toEqual([
    'sh010.####.png: 5 pictures; your studio has no media worker to make a film of them.',
  ])
})
