import { ReadableStream } from 'node:stream/web'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { registry } from '#app/commands/registry.ts'
import { newId, type FieldId } from '#core/lib/ids.ts'
import { newRow } from '#core/schema/tables.ts'
import { aRow, aWorkbook } from '#core/exchange/test/a-workbook.ts'
import { anItem, openTestSpace } from '../test/a-space.ts'
import { ImportDialog } from './import-dialog.tsx'
import { NameMapping } from './name-mapping.tsx'
import { OptionMapping } from './option-mapping.tsx'

async function show(name: string, text: BlobPart, given: Parameters<typeof openTestSpace>[0] = {}) {
  const { opened } = await openTestSpace(given)
  render(<ImportDialog client={opened.client} model={opened.model} file={new File([text], name)} />)
}

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

test('an unknown column counts once it is mapped', async () => {
  await show('bids.csv', 'Collection,Name,Turnover From,Turnover To\nSQ900,sh9010,1001,1048\n')

  const from = await screen.findByRole('button', { name: /Turnover From/ })
  expect(screen.getByText(/Column "Turnover From" \(1 row\) is not used/)).toBeDefined()
  fireEvent.click(from)
  fireEvent.click(await screen.findByRole('option', { name: 'frame in' }))
  fireEvent.click(await screen.findByRole('button', { name: /Turnover To/ }))
  fireEvent.click(await screen.findByRole('option', { name: 'frame out' }))

  expect(await screen.findByRole('button', { name: 'Import 1 item' })).toBeDefined()
  expect(screen.queryByText(/Column "Turnover From"/)).toBeNull()
})

test('a column known by its title can be mapped to nothing, a new field, or a custom field', async () => {
  const text = 'Collection,Name,Description,Omitted,Frames\nSQ900,sh9010,a kettle,maybe,Acme\n'
  await show('bids.csv', text, { fields: [vendor] })

  expect(await screen.findByText(/"maybe" is neither yes nor no/)).toBeDefined()
  fireEvent.click(screen.getByText('5 known columns'))
  fireEvent.click(screen.getByRole('button', { name: 'Omitted' }))
  fireEvent.click(await screen.findByRole('option', { name: 'Not used' }))
  fireEvent.click(screen.getByRole('button', { name: 'Frames' }))
  fireEvent.click(await screen.findByRole('option', { name: 'Vendor' }))
  fireEvent.click(screen.getByRole('button', { name: 'Description' }))
  fireEvent.click(await screen.findByRole('option', { name: 'New field: Text' }))

  expect(await screen.findByRole('button', { name: 'Import 1 item' })).toBeDefined()
  expect(screen.getByText(/Column "Description" becomes the new field Description/)).toBeDefined()
  expect(screen.getByText('Column "Omitted" is not used: The mapping leaves it out.')).toBeDefined()
  expect(screen.queryByText(/neither yes nor no/)).toBeNull()
  // Its title's meaning is still listed, and can be restored.
  fireEvent.click(screen.getByRole('button', { name: 'Description' }))
  fireEvent.click(await screen.findByRole('option', { name: 'description' }))
  await waitFor(() => expect(screen.queryByText(/becomes the new field/)).toBeNull())
})

test('a sheet without a known name column asks which one names the items', async () => {
  await show('plan.csv', 'Collection,Bildnummer,Mood\nSQ900,sh9010,calm\n')

  expect(
    await screen.findByText('No column has the item names: choose “name” for the one that has them.'),
  ).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Bildnummer' }))
  fireEvent.click(await screen.findByRole('option', { name: 'name' }))

  expect(await screen.findByRole('button', { name: 'Import 1 item' })).toBeDefined()
})

test('fields that a workbook describes are offered as described, formulas too, with what speaks against one', async () => {
  // jsdom has no streams.
  vi.stubGlobal('ReadableStream', ReadableStream)
  onTestFinished(() => void vi.unstubAllGlobals())
  const items = [aRow(['Collection', 'Name', 'Mood']), aRow(['SQ900', 'sh901', 'blue'])]
  const fields = [
    aRow(['name', 'key', 'kind', 'for', 'options', 'formula']),
    aRow(['Mood', 'mood', 'One of a list', 'Items', 'red\nblue', '']),
    aRow(['Is blue', 'is_blue', 'Formula', 'Items', '', 'mood == &quot;blue&quot;']),
    aRow(['Odd', 'odd', 'Formula', 'Items', '', 'moot + 1']),
  ]
  const bytes = await aWorkbook([
    { name: 'Shots', rows: items.join('') },
    { name: 'Fields', rows: fields.join('') },
  ])
  await show('old.xlsx', bytes.slice())

  expect(await screen.findByText('One of a list, as the file describes it: 1 value, such as blue')).toBeDefined()
  expect(screen.getByText('Formula, as the file describes it: mood == "blue"')).toBeDefined()
  expect(
    screen.getByText(/^Field "Odd" is not used: Its formula cannot be calculated here: There is no moot/),
  ).toBeDefined()
  expect(screen.queryByRole('region', { name: 'New in the studio' })).toBeNull()

  fireEvent.click(screen.getByRole('button', { name: 'Is blue' }))
  fireEvent.click(await screen.findByRole('option', { name: 'New field: Formula' }))
  expect(await screen.findByText(/^Field "Is blue" is not used: .* There is no mood here/)).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Mood' }))
  fireEvent.click(await screen.findByRole('option', { name: 'New field: One of a list' }))

  expect(
    await screen.findByText(
      'The studio gets the field Is blue (is_blue), as the file describes it: Formula, mood == "blue".',
    ),
  ).toBeDefined()
  expect(screen.getByText(/^The studio gets the field Mood \(mood\).*: red, blue\.$/)).toBeDefined()
})

test('a column becomes a field of the guessed kind or of another, all at once, or none', async () => {
  const rows = ['blue,48', 'red,12', 'blue,30', 'red,'].map((cells, at) => `SQ900,sh90${at},${cells}`)
  await show('kitsu.csv', `Collection,Name,Mood,Cost\n${rows.join('\n')}\n`)

  expect(await screen.findByText('One of a list? 4 values, such as blue, red')).toBeDefined()
  fireEvent.click(await screen.findByRole('button', { name: 'Make fields of all 2 columns' }))
  expect(await screen.findByText(/Column "Mood" becomes the new field Mood \(mood\): One of a list/)).toBeDefined()
  expect(screen.getByText(/Column "Cost" becomes the new field Cost \(cost\): Number, 3 values/)).toBeDefined()
  expect(screen.getByRole('region', { name: 'New in the studio' })).toBeDefined()
  expect(screen.queryByText(/is not used/)).toBeNull()

  fireEvent.click(screen.getByRole('button', { name: 'Cost' }))
  fireEvent.click(await screen.findByRole('option', { name: 'New field: Checkbox' }))
  expect(await screen.findByText('3 values, such as 48, 12, 30; 3 of them are left out')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Cost' }))
  fireEvent.click(await screen.findByRole('option', { name: 'Not used' }))
  expect(
    await screen.findByText('Column "Cost" (3 rows) is not used: No field has this name; map it if one fits.'),
  ).toBeDefined()
})

test('casts in a file are counted, and unknown names in them are reported', async () => {
  await show('cast.csv', 'Collection,Name,Item type,Cast\nSQ010,sh010,,"Ana:2, Tree"\nlib,Ana,asset,\n')

  expect(await screen.findByRole('row', { name: 'Casts 1 0 0' })).toBeDefined()
  expect(screen.getByText('Line 2 (SQ010/sh010): There is no "Tree" in this project.')).toBeDefined()
})

test('an imported cut asks for a first frame, handles and the names of clips, as the command line does', async () => {
  const event = (number: number, from: string, to: string) =>
    `00${number}  A001 V C ${from} ${to} ${from} ${to}\n* FROM CLIP NAME: SQ900_sh9010_v00${number}\n`
  const events = [event(1, '01:00:00:00', '01:00:02:00'), event(2, '01:00:02:00', '01:00:03:00')]
  await show('lock.edl', `TITLE: LOCK\n${events.join('')}`)
  // No collection is given.
  expect(await screen.findByRole('button', { name: 'Nothing to import' })).toBeDefined()

  type('Names of the clips', '{collection}_{item}_v*')
  type('First frame of every shot', '1001')
  type('Handles of every shot', '8')

  expect(await screen.findByRole('button', { name: 'Import 1 item' })).toBeDefined()
  type('First frame of every shot', 'soon')
  expect(await screen.findByText('"soon" is not a whole number.')).toBeDefined()
})

test('timecodes whose rate is unknown ask for it, and keep what else is chosen', async () => {
  const text = 'Shot,Cut In,Cut Out,Mood\nsh9010,01:00:05:12,01:00:07:00,calm\n'
  await show('cut.csv', text)
  const label = 'Frame rate of the sheet'
  expect(
    await screen.findByText(
      'Column "Cut In" (1 row) is not used: Its cells are timecodes, and their frame rate is unknown: give it in a column FPS, or enter it under “Frame rate of the sheet”.',
    ),
  ).toBeDefined()
  type('Collection for items that name none', 'SQ900')
  fireEvent.click(screen.getByRole('button', { name: 'Mood' }))
  fireEvent.click(await screen.findByRole('option', { name: 'New field: Text' }))
  expect(await screen.findByText(/Column "Mood" becomes the new field Mood/)).toBeDefined()

  type(label, 'film')
  expect(await screen.findByText('"film" is not a frame rate: write 24, 23.976 or 24000/1001.')).toBeDefined()
  type(label, '')
  expect(await screen.findByRole('button', { name: 'Import 1 item' })).toBeDefined()
  expect(screen.getByLabelText(label)).toBeDefined()
  type(label, '24')

  expect(
    await screen.findByText(
      'Column "Cut In" has timecodes (1 row), which become frames counted from midnight at 24 fps.',
    ),
  ).toBeDefined()
  expect(screen.getByText(/Column "Mood" becomes the new field Mood/)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Import 1 item' })).toBeDefined()
})

test('a sheet whose rows or space give the rate of its timecodes is not asked for it', async () => {
  const text = 'Collection,Shot,Cut In,FPS\nSQ900,sh9010,01:00:05:12,24\n'
  await show('cut.csv', text)

  expect(await screen.findByText(/timecodes \(1 row\), which become frames/)).toBeDefined()
  expect(screen.queryByLabelText('Frame rate of the sheet')).toBeNull()
  cleanup()
  await show('plain.csv', 'Collection,Shot,Cut In,Cut Out\nSQ900,sh9010,1001,1048\n')
  expect(await screen.findByRole('button', { name: 'Import 1 item' })).toBeDefined()
  expect(screen.queryByLabelText('Frame rate of the sheet')).toBeNull()
  cleanup()
  await show('cut.csv', 'Collection,Shot,Cut In\nSQ900,sh9010,01:00:05:12\n', {
    items: [anItem(1, { frameRate: '25/1' })],
  })
  expect(await screen.findByText(/counted from midnight at 25 fps/)).toBeDefined()
  expect(screen.queryByLabelText('Frame rate of the sheet')).toBeNull()
})

test('a list whose rate is none says so', async () => {
  await show('lock.edl', 'TITLE: LOCK\n')
  type('Frame rate of the list', 'film')

  expect(await screen.findByText('"film" is not a frame rate: write 24, 23.976 or 24000/1001.')).toBeDefined()
})

const vendor = newRow('field_definitions', {
  id: newId<FieldId>(),
  key: 'vendor',
  name: 'Vendor',
  kind: 'choice',
  options: ['Inhouse', 'Acme'].map((name) => ({ id: name.toLowerCase(), name, color: '#22c55e' })),
})

test('options missing from a list are added, all at once or one by one, or mapped to existing ones', async () => {
  const cells = ['Northwind', 'Acmee', 'Sol', 'northwind']
  const rows = cells.map((cell, at) => `SQ900,sh90${at},${cell}`).join('\n')
  await show('bids.csv', `Collection,Name,Vendor\n${rows}\n`, { fields: [vendor] })

  expect(await screen.findByText('1 value. Did you mean Acme?')).toBeDefined()
  expect(screen.getByText('2 values')).toBeDefined()
  expect(
    screen.getByText('Line 4 (SQ900/sh902): Vendor: “Sol” is not one of its options (Inhouse, Acme).'),
  ).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Add all 2 options' }))
  expect(await screen.findByText('Vendor gets 2 new options: Northwind (2 values), Sol (1 value).')).toBeDefined()

  fireEvent.click(screen.getByRole('button', { name: 'Vendor: Acmee' }))
  fireEvent.click(await screen.findByRole('option', { name: 'Same as Acme' }))
  expect(await screen.findByRole('region', { name: 'New in the studio' })).toBeDefined()
  await waitFor(() => expect(screen.queryByText(/“Acmee” is not one of its options/)).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: 'Vendor: Sol' }))
  fireEvent.click(await screen.findByRole('option', { name: 'Not used' }))
  expect(await screen.findByText('Vendor gets 1 new option: Northwind (2 values).')).toBeDefined()
})

test('without the right to change fields the dialog says so, and names can still be mapped', async () => {
  const proposal = {
    field: 'Vendor',
    key: 'vendor',
    column: 'Vendor',
    option: 'Sol',
    values: 1,
    state: 'proposed',
  } as const
  const proposals = [proposal]
  render(
    <OptionMapping proposals={proposals} fields={[vendor]} mayAdd={false} chosen={{}} onChoose={() => undefined} />,
  )

  expect(screen.getByText('Your role may not add options: ask somebody whose role may.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Add Sol' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Vendor: Sol' }))
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    'Not used',
    'Same as Inhouse',
    'Same as Acme',
  ])
})

test('statuses and stages missing from the studio are added all at once, or mapped to existing ones', async () => {
  await show(
    'tasks.csv',
    'Sequence,Entity,Task Type,Task Status\nSQ900,sh900,Roto,Parked\nSQ900,sh901,Layout,Aproved\n',
  )

  expect(await screen.findByText('1 row. Did you mean Done?')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Add all 2' }))
  expect(await screen.findByText('The studio gets 1 new status: Parked (1 row).')).toBeDefined()
  expect(screen.getByText('The studio and this space get 1 new stage: Roto (1 row).')).toBeDefined()

  fireEvent.click(screen.getByRole('button', { name: 'Stage: Roto' }))
  fireEvent.click(await screen.findByRole('option', { name: 'Same as Layout' }))
  expect(await screen.findByText('The stage Roto (1 row) is read as Layout.')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Status: Parked' }))
  fireEvent.click(await screen.findByRole('option', { name: 'Not used' }))
  expect(await screen.findByText(/There is no status "Parked"/)).toBeDefined()
})

test('without the right to add statuses, stages or kinds the dialog says so, and names can still be mapped', async () => {
  const proposals = [{ of: 'kind', name: 'Vehicle', rows: 2, state: 'proposed' }] as const
  const present = { status: [], stage: [], kind: ['Prop'] }
  render(<NameMapping {...{ proposals, present }} mayAdd={false} chosen={{}} onChoose={() => undefined} />)

  expect(
    screen.getByText('Your role may not add statuses, stages or kinds: ask somebody whose role may.'),
  ).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Add Vehicle' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Kind: Vehicle' }))
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    'Not used',
    'Same as Prop',
  ])
})

test('the mapping of a name is remembered for the studio’s next file, is shown, and can be changed', async () => {
  const { opened } = await openTestSpace({ fields: [vendor] })
  const carryOut = {
    id: 'space.apply-import',
    title: 'Import',
    group: 'Space',
    scope: 'global',
    run: () => undefined,
  } as const
  onTestFinished(registry.register([carryOut]))
  const open = (file: string, text: string): void => {
    cleanup()
    render(<ImportDialog client={opened.client} model={opened.model} file={new File([text], file)} />)
  }
  const first = 'Collection,Name,Layout,Vendor\nSQ900,sh900,Aproved,Acmee\n'
  open('monday.csv', first)
  fireEvent.click(await screen.findByRole('button', { name: 'Status: Aproved' }))
  fireEvent.click(await screen.findByRole('option', { name: 'Same as Done' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Vendor: Acmee' }))
  fireEvent.click(await screen.findByRole('option', { name: 'Same as Acme' }))
  // Only the mappings of an actual import are remembered.
  open('monday.csv', first)
  expect(await screen.findByText('1 row. Did you mean Done?')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Status: Aproved' }))
  fireEvent.click(await screen.findByRole('option', { name: 'Same as Done' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Vendor: Acmee' }))
  fireEvent.click(await screen.findByRole('option', { name: 'Same as Acme' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Import 1 item' }))

  open(
    'tuesday.csv',
    'Collection,Name,Animation,Vendor\nSQ900,sh901,aproved,acmee\nSQ900,sh902,Aproved,Acmee\nSQ900,sh903,,\n',
  )
  expect(await screen.findByText('The status aproved (2 rows) is read as Done.')).toBeDefined()
  expect(screen.getByText('2 rows; remembered from an earlier file')).toBeDefined()
  expect(screen.getByText('2 values; remembered from an earlier file')).toBeDefined()

  fireEvent.click(screen.getByRole('button', { name: 'Status: aproved' }))
  fireEvent.click(await screen.findByRole('option', { name: 'Not used' }))
  expect(await screen.findByText('2 rows. Did you mean Done?')).toBeDefined()
  fireEvent.click(await screen.findByRole('button', { name: 'Import 1 item' }))
  open('wednesday.csv', first)
  expect(await screen.findByText('1 row. Did you mean Done?')).toBeDefined()
  expect(screen.getByText('1 value; remembered from an earlier file')).toBeDefined()
})

test('a remembered mapping is dropped once its target is gone, and studios are kept apart', async () => {
  const { opened } = await openTestSpace()
  const { studioId } = opened.model.studio
  const kept = { names: { 'status\naproved': 'same as Gone', 'status\nparked': 'same as Done' }, options: {} }
  localStorage.setItem(`importAnswers_${studioId}`, JSON.stringify(kept))
  localStorage.setItem('importAnswers_other', JSON.stringify({ names: { 'status\nsent': 'same as Done' } }))
  const text = 'Collection,Name,Layout\nSQ900,sh900,Aproved\nSQ900,sh901,Parked\nSQ900,sh902,Sent\n'
  render(<ImportDialog client={opened.client} model={opened.model} file={new File([text], 'a.csv')} />)

  expect(await screen.findByText('The status Parked (1 row) is read as Done.')).toBeDefined()
  expect(screen.getAllByText(/remembered from an earlier file/)).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Add Sent' })).toBeDefined()
})

test('an old workbook is refused with what to save it as', async () => {
  await show('bids.xls', 'x')

  expect(
    await screen.findByText('"bids.xls" is in a spreadsheet format that cannot be read. Save it as .xlsx or .csv.'),
  ).toBeDefined()
})
