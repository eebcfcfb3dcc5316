import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { callServer } from './session.ts'

type Post = {
  /** The slug of an item in the demo studio's first space. */
  readonly item: string
  readonly stage: string
  /** Paths of the files, with their types. */
  readonly files: readonly { readonly file: string; readonly contentType: string }[]
}

type Task = { readonly id: string; readonly studio_id: string }

/** Posts a revision as the signed-in person, without the form; returns its number. */
export async function postFiles(page: Page, { item, stage, files }: Post): Promise<number> {
  const [row] = await callServer<readonly { id: string }[]>(page, `items?select=id&custom_slug=eq.${item}`)
  const query = `item_tasks?select=id,studio_id&item_id=eq.${row?.id}&title=eq.${stage}`
  const [task] = await callServer<readonly Task[]>(page, query)
  if (task === undefined) throw new Error(`${item} has no task ${stage}`)
  const mediaIds: string[] = []
  for (const { file, contentType } of files) {
    const body = readFileSync(file)
    const id = randomUUID()
    const slot = { id, filename: path.basename(file), content_type: contentType, size_bytes: body.length }
    const address = await requestSlot(page, { files: [slot], studio_id: task.studio_id, task_id: task.id })
    const sent = await page.request.put(address, { data: body, headers: { 'content-type': contentType } })
    if (!sent.ok()) throw new Error(`${file}: ${sent.status()} ${await sent.text()}`)
    await callServer(page, 'rpc/complete_upload', { p_media_id: id, p_details: {} })
    mediaIds.push(id)
  }
  const version = { p_task_id: task.id, p_version_id: randomUUID(), p_comment_id: randomUUID() }
  const revision = { ...version, p_comment: 'Posted for a journey', p_time_spent: '1h', p_media_ids: mediaIds }
  const { version_number: number } = await callServer<{ version_number: number }>(page, 'rpc/create_revision', revision)
  return number
}

async function requestSlot(page: Page, body: object): Promise<string> {
  const headers = await page.evaluate(async () => {
    const config = await (await fetch('/config.json')).json()
    const { access_token: accessToken } = JSON.parse(localStorage.getItem('xsheet-session') ?? '{}')
    return { apikey: String(config.supabasePublishableKey), authorization: `Bearer ${accessToken}` }
  })
  const answer = await page.request.post('/functions/v1/upload-attachment', { data: body, headers })
  const { uploads } = (await answer.json()) as { readonly uploads?: readonly { readonly upload_url: string }[] }
  const [slot] = uploads ?? []
  if (slot === undefined) throw new Error(`No slot: ${answer.status()}`)
  return slot.upload_url
}
