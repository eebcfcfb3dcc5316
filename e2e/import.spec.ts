import { readFileSync } from 'node:fs'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { chooserOf } from './page-models/choose-file.ts'
import { findViolations } from './page-models/judge.ts'
import { anAccount, callServer, startStudio } from './page-models/session.ts'
import { SpacePage } from './page-models/space-page.ts'

/** Runs a command by its name in the palette. */
async function runByName(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill(name)
  await expect(page.getByRole('option', { name }).first()).toBeVisible()
  await page.keyboard.press('Enter')
}

test('a sheet is planned, reported in full, imported and undone; items are exported as a workbook', async ({
  page,
}) => {
  const space = new SpacePage(page)
  await space.enter('Mei Tanaka')
  const mark = crypto.randomUUID().slice(0, 6)
  const sheet = `Sequence;Name;Mood;Animation\nin_${mark};sh_${mark};blue;wip\nin_${mark};;;\n;loose_${mark};;nope\n`

  const chooser = await chooserOf(page, () => runByName(page, 'Import a file'))
  await chooser.setFiles({ name: 'shots.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) })
  const dialog = page.getByRole('dialog', { name: 'Import shots.csv' })
  await expect(dialog.getByText('Column "Mood" (1 row) is not used: No field has this name')).toBeVisible()
  await expect(dialog.getByText(`Line 3 (in_${mark}/): The row has no name.`)).toBeVisible()
  await expect(dialog.getByText('There is no status "nope" (Animation).')).toBeVisible()
  await expect(dialog.getByRole('region', { name: 'In conflict, left out: 2' })).toBeVisible()
  await expect(dialog.getByRole('row', { name: 'Items 1 0 0' })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Import 1 item' }).press('Enter')

  await page.getByLabel('Filter items by name').fill(mark)
  await expect(space.row(`sh_${mark}`)).toBeVisible()
  await expect(space.row(`loose_${mark}`)).toHaveCount(0)
  await page.getByLabel('Filter items by name').press('Enter')

  const download = page.waitForEvent('download')
  await runByName(page, 'Export the items as a workbook')
  const file = await download
  expect(file.suggestedFilename()).toMatch(/\.xlsx$/)
  expect(readFileSync(await file.path()).toString('latin1')).toContain(`sh_${mark}`)

  await space.press('Control+z')
  await expect(space.row(`sh_${mark}`)).toHaveCount(0)
})

type Row = { readonly id: string; readonly custom_slug: string }

/** Creates an empty space with two stages in a studio of its own; returns its address. */
async function anEmptySpace(page: Page): Promise<string> {
  await startStudio(page, anAccount('importer'), `Imports ${crypto.randomUUID().slice(0, 6)}`)
  const ask = async (path: string) => await callServer<readonly Row[]>(page, path)
  const [studio] = await ask('studios?select=id,custom_slug')
  const [projectId, spaceId] = [crypto.randomUUID(), crypto.randomUUID()]
  const insert = async (table: string, row: object): Promise<void> => {
    await callServer(page, 'rpc/insert_rows', { p_table: table, p_rows: [row] })
  }
  await insert('projects', { id: projectId, studio_id: studio?.id, name: 'Film' })
  await insert('spaces', { id: spaceId, project_id: projectId, name: 'Shots', type_id: 'grid' })
  const idsOf = (rows: readonly Row[]): readonly string[] => rows.map(({ id }) => id)
  await callServer(page, 'rpc/save_space_config', {
    p_space_id: spaceId,
    p_stage_ids: idsOf(await ask('stages?select=id&order=order_index&limit=2')),
    p_status_ids: idsOf(await ask('task_statuses?select=id')),
  })
  return `/studio/${studio?.custom_slug}/project/film/space/shots`
}

test('a large import cut off by the network shows its progress and continues without duplicates', async ({ page }) => {
  const address = await anEmptySpace(page)
  await page.goto(address)
  await expect(page.getByText('Synced', { exact: true }).first()).toBeVisible()
  const lines = Array.from({ length: 1500 }, (_, at) => `SQ010;SH${String(at).padStart(4, '0')}`)
  const sheet = Buffer.from(`Sequence;Name\n${lines.join('\n')}\n`)
  let steps = 0
  await page.route('**/rpc/apply_import', async (route) => {
    steps += 1
    await (steps === 1 ? route.continue() : route.abort())
  })

  const chooser = await chooserOf(page, () => runByName(page, 'Import a file'))
  await chooser.setFiles({ name: 'shots.csv', mimeType: 'text/csv', buffer: sheet })
  await page.getByRole('button', { name: 'Import 1500 items' }).press('Enter')
  await expect(page.getByText('3,001 of 4,501 rows of shots.csv are imported.')).toBeVisible()
  // Still offline: Continue remains.
  await page.getByRole('button', { name: 'Continue' }).press('Enter')
  await expect.poll(() => steps).toBeGreaterThan(4)
  await expect(page.getByRole('button', { name: 'Continue' })).toHaveCount(1)
  await page.unroute('**/rpc/apply_import')
  await page.getByRole('button', { name: 'Continue' }).press('Enter')

  await expect(page.getByText('shots.csv: 1500 items and 3000 tasks created, 0 values changed')).toBeVisible()
  const counted = await callServer<readonly object[]>(page, 'items?select=title&title=in.(SH0000,SH0999,SH1000,SH1499)')
  expect(counted).toHaveLength(4)
})

test('an import adds missing list options by keyboard, and its undo removes them', async ({ page }) => {
  const address = await anEmptySpace(page)
  const [studio] = await callServer<readonly Row[]>(page, 'studios?select=id')
  const options = [{ id: 'acme', name: 'Acme', color: '#22c55e' }]
  const field = {
    id: crypto.randomUUID(),
    studio_id: studio?.id,
    key: 'vendor',
    name: 'Vendor',
    kind: 'choice',
    options,
  }
  await callServer(page, 'rpc/insert_rows', { p_table: 'field_definitions', p_rows: [field] })
  const listOptions = async (): Promise<readonly string[]> => {
    const [row] = await callServer<readonly { readonly options: typeof options }[]>(
      page,
      'field_definitions?select=options',
    )
    return row?.options.map(({ name }) => name) ?? []
  }
  await page.goto(address)
  await expect(page.getByText('Synced', { exact: true }).first()).toBeVisible()
  const sheet = Buffer.from('Sequence,Name,Vendor\nSQ010,SH010,Northwind\nSQ010,SH020,ACME\nSQ010,SH030,Acmee\n')

  const chooser = await chooserOf(page, () => runByName(page, 'Import a file'))
  await chooser.setFiles({ name: 'bids.csv', mimeType: 'text/csv', buffer: sheet })
  const dialog = page.getByRole('dialog', { name: 'Import bids.csv' })
  await expect(dialog.getByText('1 value. Did you mean Acme?')).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Add Northwind' }).press('Enter')
  await expect(dialog.getByText('Vendor gets 1 new option: Northwind (1 value).')).toBeVisible()
  await dialog.getByRole('button', { name: 'Import 3 items' }).press('Enter')
  await expect(page.getByText('bids.csv: 1 option, 3 items and 6 tasks created, 0 values changed')).toBeVisible()
  expect(await listOptions()).toEqual(['Acme', 'Northwind'])

  await page.keyboard.press('Control+z')
  await expect(page.getByText('Undone: Import bids.csv')).toBeVisible()
  expect(await listOptions()).toEqual(['Acme'])
})

// As Kitsu exports a production's tasks.
const kitsuTasks = [
  'Project,Task Type,Sequence,Entity Type,Entity,Task Status',
  'Film,Setup,SQ01,Shot,SH010,On hold',
  'Film,Matchmove,SQ01,Shot,SH010,wip',
  'Film,Roto,SQ01,Shot,SH020,Ready for comp',
  'Film,Modeling,Cars,Vehicle,Van,Awaiting render',
  'Film,Setup,SQ01,Shot,SH020,Aproved',
]

test('an import creates missing statuses, stages and kinds on one confirmation, and its undo removes them', async ({
  page,
}) => {
  await page.goto(await anEmptySpace(page))
  await expect(page.getByText('Synced', { exact: true }).first()).toBeVisible()
  const listNames = async (table: string): Promise<readonly string[]> => {
    const rows = await callServer<readonly { readonly name: string }[]>(page, `${table}?select=name&order=name`)
    return rows.map(({ name }) => name)
  }
  const listAll = async () => await Promise.all(['task_statuses', 'stages', 'item_kinds'].map(listNames))
  const before = await listAll()
  const sheet = Buffer.from(`${kitsuTasks.join('\n')}\n`)
  const open = async (): Promise<Locator> => {
    const chooser = await chooserOf(page, () => runByName(page, 'Import a file'))
    await chooser.setFiles({ name: 'tasks.csv', mimeType: 'text/csv', buffer: sheet })
    return page.getByRole('dialog', { name: 'Import tasks.csv' })
  }

  const dialog = await open()
  await expect(dialog.getByText('1 row. Did you mean DONE?')).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  // The focus ring around the last of three in a row is not cut off.
  const last = dialog.getByRole('button', { name: /^Status: / }).nth(2)
  await last.focus()
  const room = await last.evaluate((element) => {
    let box = element.parentElement
    while (box !== null && getComputedStyle(box).overflowX === 'visible') box = box.parentElement
    return (box?.getBoundingClientRect().right ?? 0) - element.getBoundingClientRect().right
  })
  expect(room).toBeGreaterThanOrEqual(4)
  await dialog.getByRole('button', { name: 'Add all 7' }).press('Enter')
  await expect(
    dialog.getByText('The studio and this space get 2 new stages: Matchmove (1 row), Roto (1 row).'),
  ).toBeVisible()
  await dialog.getByRole('button', { name: 'Status: Aproved' }).press('Enter')
  await expect(page.getByRole('option', { name: 'Same as DONE' })).toBeVisible()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('The status Aproved (1 row) is read as DONE.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Import 3 items' }).press('Enter')
  await expect(page.getByText('tasks.csv: 3 statuses, 2 stages, 1 kind, 3 items and 5 tasks created')).toBeVisible()
  await expect(page.getByRole('columnheader', { name: /Matchmove/ })).toBeVisible()
  const [statuses, stages, kinds] = await listAll()
  expect(statuses).toEqual([...(before[0] ?? []), 'On hold', 'Ready for comp', 'Awaiting render'].toSorted())
  expect(stages).toEqual([...(before[1] ?? []), 'Matchmove', 'Roto'].toSorted())
  expect(kinds).toEqual([...(before[2] ?? []), 'Vehicle'].toSorted())

  const again = await open()
  await expect(again.getByRole('row', { name: 'Items 0 0 3' })).toBeVisible()
  await expect(again.getByRole('row', { name: 'Tasks 0 0 5' })).toBeVisible()
  await again.press('Escape')
  await page.keyboard.press('Control+z')
  await expect(page.getByText('Undone: Import tasks.csv')).toBeVisible()
  expect(await listAll()).toEqual(before)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('an import plan scrolls as one page and counts the rows left out at its foot', async ({ page }) => {
    await page.goto(await anEmptySpace(page))
    await expect(page.getByText('No Collections Yet')).toBeVisible()
    const sheet =
      'Sequence,Name,Mood,Lens,Camera,Vendor,Storyboard\nSQ010,SH010,a,b,c,d,nope\nSQ010,SH020,a,b,c,d,wip\n'

    const chooser = await chooserOf(page, () => runByName(page, 'Import a file'))
    await chooser.setFiles({ name: 'shots.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) })
    const dialog = page.getByRole('dialog', { name: 'Import shots.csv' })
    await expect(dialog.getByText('1 row is left out, see above')).toBeInViewport()
    await expect(dialog.getByRole('button', { name: 'Import 1 item' })).toBeInViewport()

    const shape = await dialog.evaluate((element) => {
      const all = [...element.querySelectorAll<HTMLElement>('*')]
      // Columns that were recognised are collapsed.
      const seen = all.filter((each) => each.checkVisibility())
      const nameOf = (each: HTMLElement): string => `${each.tagName} ${each.textContent.slice(0, 20)}`
      const scrolls = (each: HTMLElement): boolean =>
        /auto|scroll/.test(getComputedStyle(each).overflowY) && each.scrollHeight > each.clientHeight
      return {
        scrolled: all.filter(scrolls).map((each) => each.tagName),
        low: seen.filter((each) => each.matches('[aria-haspopup], summary') && each.offsetHeight < 40).map(nameOf),
        wide: all.filter((each) => each.getBoundingClientRect().right > innerWidth).map(nameOf),
      }
    })
    expect(shape).toEqual({ scrolled: ['DIV'], low: [], wide: [] })
    const conflict = dialog.getByText('Line 2 (SQ010/SH010): There is no status "nope" (Storyboard).')
    await conflict.scrollIntoViewIfNeeded()
    await expect(conflict).toBeInViewport()
    expect(await findViolations(page)).toEqual([])
  })
})
