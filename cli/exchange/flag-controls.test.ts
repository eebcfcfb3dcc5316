import { expect, test } from 'vitest'
import { dialogControls, type ControlNames } from '#core/exchange/control-names.ts'
import { readImportFile, type ImportFileOptions } from '#core/exchange/read-import-file.ts'
import { parseRationalRate } from '#core/exchange/rational-rate.ts'
import { importSheetFile } from '#core/exchange/test/import-sheet-file.ts'
import { flagControls } from './flag-controls.ts'

const options: Omit<ImportFileOptions, 'format'> = {
  stages: [],
  statuses: [],
  members: [],
  space: undefined,
  encoding: undefined,
  sheet: undefined,
  mapping: [],
  isBlankClear: false,
  collection: undefined,
  rate: parseRationalRate('24'),
  firstFrame: undefined,
  handles: undefined,
  match: '{collection}_{item}_v*',
}

/** Returns everything reported about a file that leaves a question open. */
async function tell(format: ImportFileOptions['format'], lines: readonly string[], controls?: ControlNames) {
  const given = { ...options, format, ...(controls && { controls }) }
  const read = await readImportFile(new TextEncoder().encode(lines.join('\n')), given)
  if (!read.ok) return read.error.message
  return JSON.stringify([read.value.rows.map(({ problem }) => problem), read.value.left])
}

const event = '001  AX       V     C        01:00:00:00 01:00:01:00 01:00:00:00 01:00:01:00'
const files = [
  ['csv', ['Name,Frames', 'sh010,40'], '(--first-frame)', 'enter the first frame of every shot.'],
  ['csv', ['Code,Cut', 'x,1'], '--map name=…', 'choose “name” for one of Code, Cut.'],
  ['edl', [event, '* FROM CLIP NAME: leader'], 'does not match --match.', 'does not match “Names of the clips”.'],
  ['edl', ['FCM: DROP FRAME', event], 'pass the right --rate.', 'enter the right frame rate of the list.'],
] as const

test.each(files)(
  'questions about a %s file name the dialog’s controls, or the command line’s flags',
  async (...given) => {
    const [format, lines, flag, field] = given

    const atTerminal = await tell(format, lines, flagControls)
    const inApp = await tell(format, lines)

    expect(atTerminal).toContain(flag)
    expect(inApp).toContain(field)
    expect(inApp).not.toContain('--')
    expect(await tell(format, lines, dialogControls)).toBe(inApp)
  },
)

test('an item without a collection is reported with how to name one', async () => {
  const { problems } = await importSheetFile(['Name', 'sh010'], { controls: flagControls })
  const { problems: inApp } = await importSheetFile(['Name', 'sh010'])

  expect(problems).toEqual(['Which collection? Name one in the file, or with --collection.'])
  expect(inApp).toEqual(['Which collection? Name one in the file, or under “Collection for items that name none”.'])

  const { problems: inName } = await importSheetFile(['Name', 'sq010_sh0010'], { controls: flagControls })
  expect(inName).toEqual([
    "Which collection? Name one in the file, or with --collection; if the item’s name begins with it, pass --match '{collection}_*'.",
  ])
})
