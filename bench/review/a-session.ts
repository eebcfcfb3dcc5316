import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { aStudio, call, insert, type TestStudio } from '#tests/database/a-studio.ts'
import type { TestHost } from '#tests/host/start-test-host.ts'

/** Frames per second of every film here. */
export const rate = 24

type FilmPlan = { readonly name: string; readonly size: string; readonly seconds: number }

/** A film on disk, with the facts the app finds out before sending it. */
export type Film = { readonly path: string; readonly facts: object }

/** Makes a film whose picture changes every frame, with a key frame per second like proxies; needs ffmpeg. */
export function makeFilm(folder: string, { name, size, seconds }: FilmPlan): Film {
  const path = join(folder, `${name}.mp4`)
  const source = ['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=${rate}:duration=${seconds}`]
  const video = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '28', '-pix_fmt', 'yuv420p', '-g', String(rate)]
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...source, ...video, '-movflags', '+faststart', path])
  const [width, height] = size.split('x').map(Number)
  const frames = { frame_rate: String(rate), frame_count: seconds * rate, duration_ms: seconds * 1000 }
  return { path, facts: { width, height, ...frames } }
}

export type ReviewPlace = {
  readonly studio: TestStudio & { readonly custom_slug: string }
  readonly client: TestStudio['owner']['client']
  readonly stageId: string
  readonly statusIds: readonly string[]
}

/** Creates a studio with people, and what is needed to create reviews. */
export async function aReviewStudio(host: TestHost): Promise<ReviewPlace> {
  const studio = await aStudio(host, 'Review')
  const { client } = studio.owner
  const { data: stages } = await client.from('stages').select('id').eq('studio_id', studio.id).eq('name', 'Animation')
  const { data: statuses } = await client
    .from('task_statuses')
    .select('id')
    .eq('studio_id', studio.id)
    .order('position')
  const statusIds = (statuses ?? []).map(({ id }) => String(id))
  return { studio, client, stageId: String(stages?.[0]?.id), statusIds }
}

type SessionPlan = {
  readonly name: string
  readonly count: number
  /** The films of the shots, repeated in turn; if empty, nothing is posted. */
  readonly films: readonly Film[]
}

/** Creates a session of that many shots in a project of its own; returns its address. */
export async function aSession(
  host: TestHost,
  place: ReviewPlace,
  { name, count, films }: SessionPlan,
): Promise<string> {
  const { client, studio, stageId, statusIds } = place
  const project = await insert(client, 'projects', { studio_id: studio.id, name })
  const space = await insert(client, 'spaces', { project_id: project.id, name: 'Shots', type_id: 'grid' })
  const config = { p_space_id: space.id, p_stage_ids: [stageId], p_status_ids: statusIds }
  await call(client, 'save_space_config', config)
  const collection = await insert(client, 'collections', { space_id: space.id, name: 'SQ010' })
  const items = Array.from({ length: count }, (_, index) => ({
    id: randomUUID(),
    collection_id: collection.id,
    title: titleOf(index),
    order_rank: (index + 1) * 1000,
  }))
  await call(client, 'insert_rows', { p_table: 'items', p_rows: items })
  const tasks = items.map(({ id }) => ({ id: randomUUID(), item_id: id, stage_id: stageId, status_id: statusIds[0] }))
  await call(client, 'insert_rows', { p_table: 'item_tasks', p_rows: tasks })
  for (const [index, task] of tasks.entries()) {
    const film = films[index % films.length]
    if (film !== undefined) await postFilm(host, place, { taskId: task.id, film })
  }
  const session = { p_session_id: randomUUID(), p_project_id: project.id, p_name: name, p_kind: 'dailies' }
  const entries = tasks.map(({ id }, index) => ({ id: randomUUID(), task_id: id, order_rank: (index + 1) * 1000 }))
  const day = new Date().toISOString().slice(0, 10)
  await call(client, 'start_review', { ...session, p_day: day, p_entries: entries })
  return `/studio/${studio.custom_slug}/project/${String(project['custom_slug'])}/reviews/${session.p_session_id}`
}

/** Returns the name of a session's n-th shot. */
function titleOf(index: number): string {
  return `sh${String((index + 1) * 10).padStart(4, '0')}`
}

async function postFilm(
  host: TestHost,
  { client, studio }: ReviewPlace,
  post: { taskId: string; film: Film },
): Promise<void> {
  const { data } = await client.auth.getSession()
  const headers = { apikey: host.keys.publishableKey, authorization: `Bearer ${data.session?.access_token ?? ''}` }
  const body = readFileSync(post.film.path)
  const id = randomUUID()
  const slot = { id, filename: 'film.mp4', content_type: 'video/mp4', size_bytes: body.length }
  const asked = await fetch(`${host.url}/functions/v1/upload-attachment`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ files: [slot], studio_id: studio.id, task_id: post.taskId }),
  })
  // The function's documented response.
  const { uploads } = (await asked.json()) as { readonly uploads: readonly { readonly upload_url: string }[] }
  const sent = await fetch(uploads[0]?.upload_url ?? '', {
    method: 'PUT',
    headers: { 'content-type': 'video/mp4' },
    body,
  })
  if (!sent.ok) throw new Error(`The film was not taken: ${sent.status} ${await sent.text()}`)
  await call(client, 'complete_upload', { p_media_id: id, p_details: post.film.facts })
  const version = { p_task_id: post.taskId, p_version_id: randomUUID(), p_comment_id: randomUUID() }
  await call(client, 'create_revision', { ...version, p_comment: '', p_time_spent: '1h', p_media_ids: [id] })
}
