import { expect, test } from 'vitest'
import { importSheetFile } from './test/import-sheet-file.ts'
import { guessField } from './guess-field.ts'

const rangesOf = async (lines: readonly string[]) => {
  const { changes, problems } = await importSheetFile(lines)
  return { ranges: changes.items.map(({ frameIn, frameOut }) => [frameIn, frameOut]), problems }
}

test('frames with thousands separators are read as a spreadsheet shows them', async () => {
  const english = await rangesOf(['Sequence,Shot,Start,End', 'SQ010,SH010,"1,001","1,096"', 'SQ010,SH020,997,"1,000"'])
  const german = await rangesOf(['Sequenz;Einstellung;Startbild;Endbild', 'S1;10;1.001;1.096', 'S1;20;1.000;12.048'])
  const swiss = await rangesOf(['Sequence;Shot;Frame in;Frame out', 'S1;10;1’001;1’096', 'S1;20;1 001;1\u00a0048'])

  expect(english).toEqual({ ranges: [[1001, 1096], [997, 1000]], problems: [] }) // prettier-ignore
  expect(german).toEqual({ ranges: [[1001, 1096], [1000, 12048]], problems: [] }) // prettier-ignore
  expect(swiss).toEqual({ ranges: [[1001, 1096], [1001, 1048]], problems: [] }) // prettier-ignore
})

test('whole frames with zeros after the point stay what they are, and other decimals are no frames', async () => {
  const floats = await rangesOf(['Sequence,Shot,Frame in,Frame out', 'S1,10,1.000,24.000', 'S1,20,25.0,1001.000'])
  const odd = await rangesOf(['Sequence,Shot,Frame in,Frame out', 'S1,10,1.5,24.25'])

  expect(floats).toEqual({ ranges: [[1, 24], [25, 1001]], problems: [] }) // prettier-ignore
  expect(odd.problems).toEqual(['Frame in: "1.5" is not a frame number: write a whole number.'])
})

test('lengths and handles with thousands separators are whole numbers too', async () => {
  const { changes } = await importSheetFile(['Sequence,Shot,Frame in,Frames,Handles', 'S1,10,"1,001","1,250",8'])

  expect(changes.items[0]).toMatchObject({ frameIn: 1001, frameOut: 2250, handleIn: 8 })
})

test.each([
  [['1.250,50 €', '99,00 €', '1.000,00 €'], 'number', '€'],
  [['7,5', '1.200,5'], 'number', ''],
  [['1 250,50 €', '99,00 €'], 'number', '€'],
  [['1.200,50', '1,300.50'], 'text', ''],
  [['$1,200.00', '€250,00'], 'text', ''],
] as const)('%j are guessed to be %s', (texts, kind, unit) => {
  const guess = guessField(texts, [])

  expect(guess).toEqual({ kind, unit })
})

test('amounts with a point for thousands and a comma for decimals become numbers to the cent', async () => {
  const fieldAnswers = { rest: 'take', columns: new Map(), isAllowed: true } as const
  const { changes } = await importSheetFile(
    [
      'Sequenz;Einstellung;Kosten;Bilanz',
      'S1;10;1.250,50 €;-1.250',
      'S1;20;99,00 €;1.000.000',
      'S1;30;1.000,00 €;0,25',
    ],
    { fieldAnswers },
  )

  expect(changes.items.map(({ fields }) => fields)).toEqual([
    { kosten: 1250.5, bilanz: -1250 },
    { kosten: 99, bilanz: 1_000_000 },
    { kosten: 1000, bilanz: 0.25 },
  ])
})
