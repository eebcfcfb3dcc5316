import type { Page } from '@playwright/test'
import { callServer } from './session.ts'

export type PlannedStudio = {
  readonly slug: string
  readonly studioId: string
  readonly projectSlug: string
  readonly spaceSlug: string
  readonly userId: string
  /** Task ids by item and stage: 'sh010 Layout'. */
  readonly taskIds: ReadonlyMap<string, string>
}

type Named = { readonly id: string; readonly name: string }

/** Fills the signed-in person's studio: two shots with two stages each, all four tasks in the queue. */
export async function planStudio(page: Page): Promise<PlannedStudio> {
  const [studio] = await callServer<readonly (Named & { custom_slug: string })[]>(
    page,
    'studios?select=id,name,custom_slug',
  )
  const studioId = studio?.id ?? ''
  const stages = await callServer<readonly Named[]>(
    page,
    `stages?select=id,name&studio_id=eq.${studioId}&order=order_index`,
  )
  const statuses = await callServer<readonly Named[]>(page, `task_statuses?select=id,name&studio_id=eq.${studioId}`)
  const chosen = ['Layout', 'Animation'].map((name) => stages.find((stage) => stage.name === name)?.id ?? '')
  const userId = await page.evaluate(() => String(JSON.parse(localStorage.getItem('xsheet-session') ?? '{}').user?.id))
  const [projectId, spaceId] = [crypto.randomUUID(), crypto.randomUUID()]
  await insert(page, 'projects', { id: projectId, studio_id: studioId, name: 'The Film' })
  await insert(page, 'spaces', { id: spaceId, project_id: projectId, name: 'Shots' })
  await callServer(page, 'rpc/save_space_config', {
    p_space_id: spaceId,
    p_stage_ids: chosen,
    p_status_ids: statuses.map(({ id }) => id),
  })
  const collectionId = crypto.randomUUID()
  await insert(page, 'collections', { id: collectionId, space_id: spaceId, name: 'sq010' })
  const taskIds = new Map<string, string>()
  const items = ['sh010', 'sh020'].map((title) => ({
    id: crypto.randomUUID(),
    title,
    tasks: chosen.map((stage_id, index) => {
      const id = crypto.randomUUID()
      taskIds.set(`${title} ${index === 0 ? 'Layout' : 'Animation'}`, id)
      return { id, stage_id }
    }),
  }))
  await callServer(page, 'rpc/create_items_with_tasks', {
    p_space_id: spaceId,
    p_collection_id: collectionId,
    p_items: items,
  })
  await callServer(page, 'rpc/queue_unplanned_tasks', { p_studio_id: studioId })
  return { slug: studio?.custom_slug ?? '', studioId, projectSlug: 'the-film', spaceSlug: 'shots', userId, taskIds }
}

/** Inserts a row as the signed-in person. */
export async function insert(page: Page, table: string, row: object): Promise<void> {
  const status = await page.evaluate(
    async ({ address, sent }) => {
      const config = await (await fetch('/config.json')).json()
      const { access_token: accessToken } = JSON.parse(localStorage.getItem('xsheet-session') ?? '{}')
      const headers = {
        apikey: config.supabasePublishableKey,
        authorization: `Bearer ${accessToken}`,
        'content-type': 'application/json',
        prefer: 'return=minimal',
      }
      return (await fetch(`/rest/v1/${address}`, { method: 'POST', headers, body: JSON.stringify(sent) })).status
    },
    { address: table, sent: row },
  )
  if (status !== 201) throw new Error(`${table}: ${status}`)
}
