import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openTestSpace } from '../test/a-space.ts'
import { ImportDialog } from './import-dialog.tsx'

async function show(name: string, text: string) {
  const { opened } = await openTestSpace()
  render(<ImportDialog model={opened.model} file={new File([text], name)} />)
}

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

test('a column that means nothing here is mapped, and then counts', async () => {
  await show('bids.csv', 'Collection,Name,Turnover From,Turnover To\nSQ900,sh9010,1001,1048\n')

  const from = await screen.findByRole('button', { name: /Turnover From/ })
  expect(screen.getByText(/Column "Turnover From" is not used/)).toBeDefined()
  fireEvent.click(from)
  fireEvent.click(await screen.findByRole('option', { name: 'frame in' }))
  fireEvent.click(await screen.findByRole('button', { name: /Turnover To/ }))
  fireEvent.click(await screen.findByRole('option', { name: 'frame out' }))

  expect(await screen.findByRole('button', { name: 'Import 1 item' })).toBeDefined()
  expect(screen.queryByText(/Column "Turnover From" is not used/)).toBeNull()
})

test('a first frame, handles and the names of clips are asked of a cut, as at the command line', async () => {
  const event = (number: number, from: string, to: string) =>
    `00${number}  A001 V C ${from} ${to} ${from} ${to}\n* FROM CLIP NAME: SQ900_sh9010_v00${number}\n`
  const events = [event(1, '01:00:00:00', '01:00:02:00'), event(2, '01:00:02:00', '01:00:03:00')]
  await show('lock.edl', `TITLE: LOCK\n${events.join('')}`)
  // Nothing says which collection they go into.
  expect(await screen.findByRole('button', { name: 'Nothing to import' })).toBeDefined()

  type('Names of the clips', '{collection}_{item}_v*')
  type('First frame of every shot', '1001')
  type('Handles of every shot', '8')

  expect(await screen.findByRole('button', { name: 'Import 1 item' })).toBeDefined()
  type('First frame of every shot', 'soon')
  expect(await screen.findByText('"soon" is not a whole number.')).toBeDefined()
})
