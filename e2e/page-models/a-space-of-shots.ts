import type { Page } from '@playwright/test'
import { anAccount, callServer, startStudio } from './session.ts'

type Row = { readonly id: string; readonly custom_slug: string }

/** Creates a space in a studio of its own with that many shots waiting to be judged; returns its address. */
export async function aSpaceOfShots(page: Page, count: number): Promise<string> {
  await startStudio(page, anAccount('dailies'), `Dailies ${crypto.randomUUID().slice(0, 6)}`)
  const [studio] = await callServer<readonly Row[]>(page, 'studios?select=id,custom_slug')
  const projectId = crypto.randomUUID()
  const insert = async (table: string, rows: readonly object[]): Promise<void> => {
    await callServer(page, 'rpc/insert_rows', { p_table: table, p_rows: rows })
  }
  const [spaceId, collectionId] = [crypto.randomUUID(), crypto.randomUUID()]
  await insert('projects', [{ id: projectId, studio_id: studio?.id, name: 'Film' }])
  const stages = await callServer<readonly Row[]>(page, `stages?select=id&name=eq.Animation`)
  const statuses = await callServer<readonly Row[]>(page, 'task_statuses?select=id&order=position')
  await insert('spaces', [{ id: spaceId, project_id: projectId, name: 'Shots', type_id: 'grid' }])
  const stageIds = stages.map(({ id }) => id)
  const config = { p_space_id: spaceId, p_stage_ids: stageIds, p_status_ids: statuses.map(({ id }) => id) }
  await callServer(page, 'rpc/save_space_config', config)
  await insert('collections', [{ id: collectionId, space_id: spaceId, name: 'SQ900', order_rank: 1000 }])
  const items = Array.from({ length: count }, (_, index) => ({
    id: crypto.randomUUID(),
    collection_id: collectionId,
    title: `sh${String((index + 1) * 10).padStart(4, '0')}`,
    order_rank: (index + 1) * 1000,
  }))
  await insert('items', items)
  const [stage_id, status_id] = [stageIds[0], statuses[0]?.id]
  await insert(
    'item_tasks',
    items.map(({ id }) => ({ id: crypto.randomUUID(), item_id: id, stage_id, status_id })),
  )
  return `/studio/${studio?.custom_slug}/project/film/space/shots`
}
