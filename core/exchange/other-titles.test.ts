import { expect, test } from 'vitest'
import { importSheetFile } from './test/import-sheet-file.ts'

const takeAll = { fieldAnswers: { rest: 'take', columns: new Map(), isAllowed: true } } as const

test.each(['Shot ID', 'Shot No.', 'Shot #', 'VFX ID', 'Asset Number'])(
  'a sheet without names is read by "%s", and says so',
  async (title) => {
    const { items, said } = await importSheetFile([`${title},Sequence,Animation`, 'sh010,sq010,WIP'])

    expect(items).toEqual(['sq010/sh010'])
    expect(said).toContain(`Column "${title}" is read as item names.`)
  },
)

test('an id beside a name stays an id', async () => {
  const { changes } = await importSheetFile(['Shot ID,Shot,Sequence', '77,sh010,sq010'])

  expect(changes.items).toMatchObject([{ title: 'sh010', externalIds: { shot: '77' } }])
})

test('the category of assets is their collection and kind, that of shots a field', async () => {
  const assets = await importSheetFile(['Asset Name,Category,Modeling', 'Crow,Character,Done'])
  const shots = await importSheetFile(['Shot,Sequence,Category', 'sh010,sq010,Hero'], takeAll)

  expect(assets.items).toEqual(['Character/Crow'])
  expect(assets.changes.items).toMatchObject([{ itemType: 'asset' }])
  expect(shots.changes.items[0]?.fields).toEqual({ category: 'Hero' })
})

test('custom attributes of ftrack are frames or fields, without their prefix', async () => {
  const prefix = 'custom_attributes'
  const { changes, said } = await importSheetFile(
    [`Name,Type,Parent,${prefix}.fstart,${prefix}.fend,${prefix}.lens`, 'sh010,Shot,Film / seq010,1001,1100,35'],
    takeAll,
  )

  expect(changes.items[0]).toMatchObject({ frameIn: 1001, frameOut: 1100, fields: { lens: 35 } })
  expect(said.join('\n')).toContain('becomes the new field Lens (lens)')
})

test('timecodes under TC In and TC Out are places in the cut if rows follow each other', async () => {
  const { changes, said } = await importSheetFile(
    ['Seq,Shot,TC In,TC Out,FPS', 'SQ010,010,01:00:00:00,01:00:04:12,24', 'SQ010,020,01:00:04:12,01:00:06:12,24'],
    { firstFrame: 1001 },
  )

  expect(changes.items.map(({ frameIn, frameOut }) => [frameIn, frameOut])).toEqual([[1001, 1108], [1001, 1048]]) // prettier-ignore
  expect(said.join('\n')).toContain('TC In')
})

test('a column named like a stage whose cells are no statuses can become a field', async () => {
  const { changes } = await importSheetFile(['Seq,Shot,Anim', 'SQ010,010,true', 'SQ010,020,false'], takeAll)

  expect(changes.items.map(({ fields }) => fields)).toEqual([{ anim: true }, { anim: false }])
})
