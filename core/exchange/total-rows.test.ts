import { expect, test } from 'vitest'
import { importSheetFile } from './test/import-sheet-file.ts'

const totals = (said: readonly string[]): string | undefined => said.find((each) => each.endsWith('A total.'))

test('a total in the column of collections is left out, with or without a count as its name', async () => {
  const counted = await importSheetFile([
    'SEQUENCE,SHOT,FRAME IN,FRAME OUT,COST',
    'SQ010,SH010,1001,1096,10',
    'SQ020,SH010,1001,1048,20',
    'TOTAL,2,,,30',
  ])
  const perGroup = await importSheetFile([
    'Sequence,Shot,Frame in,Frame out,Cost',
    'SQ010,SH010,1001,1096,10',
    'Total SQ010,,,,10',
    'SQ020,SH010,1001,1048,20',
    'Grand total,,,,30',
  ])

  expect(counted).toMatchObject({ items: ['SQ010/SH010', 'SQ020/SH010'], problems: [] })
  expect(totals(counted.said)).toBe('Line 4 is not used: A total.')
  expect(perGroup).toMatchObject({ items: ['SQ010/SH010', 'SQ020/SH010'], problems: [] })
  expect(totals(perGroup.said)).toBe('Lines 3, 5 are not used: A total.')
})

test('a total before or in the column of names is left out, in several languages', async () => {
  const inNumbers = await importSheetFile(['No,Sequence,Shot,Cost', '1,SQ010,SH010,10', '2,SQ010,SH020,20', 'Sum,,,30'])
  const german = await importSheetFile([
    'Einstellung;Sequenz;Kosten',
    'SH010;SQ010;10,50',
    'SH020;SQ010;20',
    'Gesamtsumme: 2;;30,50',
  ])

  expect(inNumbers).toMatchObject({ items: ['SQ010/SH010', 'SQ010/SH020'], problems: [] })
  expect(totals(inNumbers.said)).toBe('Line 4 is not used: A total.')
  expect(german).toMatchObject({ items: ['SQ010/SH010', 'SQ010/SH020'], problems: [] })
  expect(totals(german.said)).toBe('Line 4 is not used: A total.')
})

test('a collection or item with such a word in its name stays', async () => {
  const { items, said } = await importSheetFile([
    'Sequence,Shot,Frame in,Frame out',
    'Total Recall,SH010,1001,1096',
    'Total Recall,Total war,1001,1096',
    'SQ010,Sum,1001,1048',
    'Total,SH020,1001,1048',
  ])

  expect(items).toEqual(['Total Recall/SH010', 'Total Recall/Total war', 'SQ010/Sum', 'Total/SH020'])
  expect(totals(said)).toBeUndefined()
})
