import { expect, test } from '@playwright/test'
import { findViolations } from './page-models/judge.ts'
import { planStudio } from './page-models/planned-studio.ts'
import { anAccount, callServer, startStudio } from './page-models/session.ts'

type Row = { readonly id: string; readonly space_id: string }

test('the tree of episodes and sequences is navigated, collapsed and opened by keyboard', async ({ page }) => {
  await startStudio(page, anAccount('tree'), 'Tree Studio')
  const plan = await planStudio(page)
  const [first] = await callServer<readonly Row[]>(page, 'collections?select=id,space_id&name=eq.sq010')
  const call = async (procedure: string, args: object) => await callServer(page, `rpc/${procedure}`, args)
  const [second, spaceId] = [crypto.randomUUID(), first?.space_id]
  const p_rows = [{ id: second, space_id: spaceId, name: 'sq020', episode: 'Part 2', order_rank: 2000 }]
  await call('insert_rows', { p_table: 'collections', p_rows })
  const p_changes = [{ key: { id: first?.id }, values: { episode: 'Part 1' } }]
  await call('update_rows', { p_table: 'collections', p_changes })
  const made = { p_space_id: spaceId, p_collection_id: second, p_items: [{ title: 'sh110' }] }
  await call('create_items_with_tasks', made)

  await page.goto(`/studio/${plan.slug}/project/the-film`)
  const tree = page.getByRole('tree', { name: 'Episodes and sequences' })
  await expect(tree.getByRole('treeitem')).toHaveText([/Shots/, /Part 1/, /sq010/, /Part 2/, /sq020/])
  expect(await findViolations(page)).toEqual([])

  await page.keyboard.press('s')
  await page.keyboard.press('ArrowDown')
  await expect(tree.getByRole('treeitem', { name: /Part 1/ })).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(tree.getByRole('treeitem', { name: /sq010/ })).toHaveCount(0)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(tree.getByRole('treeitem', { name: /sq020/ })).toBeFocused()
  await page.keyboard.press('Enter')

  await page.waitForURL('**/project/the-film/space/shots')
  const shot = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'sh110' }) })
  await expect(shot.getByRole('gridcell').first()).toBeFocused()
  await page.keyboard.press('Enter')
  await page.waitForURL(/item=sh110/)
})
