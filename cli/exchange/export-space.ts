import type { ItemRow } from '#core/schema/items.ts'
import type { MediaRow } from '#core/schema/media.ts'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { toCsvLine } from '#core/exchange/csv-line.ts'
import { exportSheet } from '#core/exchange/export-sheet.ts'
import { loadCast, type CastOpener } from '#core/exchange/load-cast.ts'
import type { Gateway, PullAnswer } from '#core/gateway/ports.ts'
import { chunk } from '#core/lib/collections.ts'
import type { MediaId } from '#core/lib/ids.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { fetchOriginal } from './fetch-original.ts'
import { openLines, type LineFile } from './file-lines.ts'
import { toCatalogue, toContent } from '#core/exchange/to-content.ts'

/** How many items are requested, and held in memory, at once. */
const atOnce = 8

export type SpaceParts = {
  readonly gateway: Gateway
  readonly opener: CastOpener
  readonly studio: StudioReplica
  readonly space: SpaceReplica
  readonly folder: string
  readonly hasOriginals: boolean
  /** The base of relative file addresses. */
  readonly serverUrl: string
}

export type SpaceCounts = { items: number; comments: number; revisions: number; media: number; fetched: number }

/**
 * Writes a space into a folder: `items.csv`, `comments.ndjson`, `revisions.ndjson`, `media.csv` and, if asked for, the
 * files.
 */
export async function exportSpace(parts: SpaceParts): Promise<SpaceCounts> {
  const { studio, space, folder } = parts
  const content = toContent(studio, space, await loadCast(parts.opener, { studio, space }, 'export'))
  const sheet = await openLines(path.join(folder, 'items.csv'))
  for (const line of exportSheet(content, toCatalogue(studio, space))) await sheet.write(line)
  await sheet.close()

  const counts: SpaceCounts = { items: content.items.length, comments: 0, revisions: 0, media: 0, fetched: 0 }
  const [comments, revisions, media] = await Promise.all(
    ['comments.ndjson', 'revisions.ndjson', 'media.csv'].map((name) => openLines(path.join(folder, name))),
  )
  if (comments === undefined || revisions === undefined || media === undefined) return counts
  await media.write(toCsvLine(mediaColumns))
  for (const items of chunk(content.items, atOnce)) {
    const answers = await Promise.all(items.map(({ id }) => parts.gateway.pull({ scope: `item:${id}`, since: 0 })))
    for (const [at, item] of items.entries()) {
      const tables = answers[at]?.tables ?? {}
      await writeItem({ item, tables, parts }, { comments, revisions, media, counts })
    }
  }
  await Promise.all([comments.close(), revisions.close(), media.close()])
  return counts
}

type Tables = PullAnswer['tables']
type Written = { readonly item: ItemRow; readonly tables: Tables; readonly parts: SpaceParts }
type Files = {
  readonly comments: LineFile
  readonly revisions: LineFile
  readonly media: LineFile
  readonly counts: SpaceCounts
}

async function writeItem({ item, tables, parts }: Written, files: Files): Promise<void> {
  const { studio, space } = parts
  const stageOf = (taskId: string): string | undefined => {
    const task = space.replica.find('item_tasks', taskId)
    return task === undefined ? undefined : studio.replica.find('stages', task.stageId)?.name
  }
  const place = (taskId: string) => ({ item: item.slug, stage: stageOf(taskId) ?? null })
  const person = (id: string | undefined) =>
    id === undefined ? null : (studio.replica.find('studio_members', id)?.email ?? id)
  const when = (moment: number): string => new Date(moment).toISOString()
  for (const { taskId, createdBy, createdAt, ...row } of tables.comments ?? []) {
    const attachments = (tables.comment_attachments ?? []).filter(({ commentId }) => commentId === row.id)
    const line = {
      ...place(taskId),
      author: person(createdBy),
      at: when(createdAt),
      ...row,
      media: attachments.map(({ mediaId }) => mediaId),
    }
    await files.comments.write(`${JSON.stringify(line)}\n`)
    files.counts.comments += 1
  }
  for (const { taskId, createdBy, createdAt, ...row } of tables.task_versions ?? []) {
    const links = (tables.version_media ?? []).filter(({ versionId }) => versionId === row.id)
    const line = {
      ...place(taskId),
      author: person(createdBy),
      at: when(createdAt),
      ...row,
      media: links.map(({ mediaId }) => mediaId),
    }
    await files.revisions.write(`${JSON.stringify(line)}\n`)
    files.counts.revisions += 1
  }
  for (const row of tables.media ?? []) {
    await files.media.write(toCsvLine(toMediaCells(item, row)))
    files.counts.media += 1
  }
  if (parts.hasOriginals) files.counts.fetched += await fetchOriginals(item, tables.media ?? [], parts)
}

const mediaColumns = ['item', 'id', 'file', 'type', 'bytes', 'width', 'height', 'frame rate', 'frames', 'at', 'path']

function toMediaCells(item: ItemRow, row: MediaRow): readonly string[] {
  const { id, filename, contentType, sizeBytes, width, height, frameRate, frameCount, createdAt } = row
  const values = [item.slug, id, filename, contentType, sizeBytes, width, height, frameRate, frameCount]
  const cells = values.map((value) => value?.toString() ?? '')
  return [...cells, new Date(createdAt).toISOString(), originalPath(item, row)]
}

/** Returns where a media row's file goes, below its space's folder. */
function originalPath({ slug }: ItemRow, { id, filename }: MediaRow): string {
  return path.posix.join('media', slug, `${id} ${filename}`)
}

/** Downloads files that are missing or incomplete, one at a time, streaming to disk. */
async function fetchOriginals(item: ItemRow, rows: readonly MediaRow[], parts: SpaceParts): Promise<number> {
  const missing: MediaRow[] = []
  for (const row of rows) {
    const present = await stat(path.join(parts.folder, originalPath(item, row))).catch(() => undefined)
    if (row.isStored && present?.size !== row.sizeBytes) missing.push(row)
  }
  if (missing.length === 0) return 0
  const urls = await parts.gateway.loadMediaUrls(missing.map(({ id }): MediaId => id))
  let fetched = 0
  for (const row of missing) {
    const url = urls.get(row.id)
    if (url === undefined) continue
    fetched += 1
    const file = path.join(parts.folder, originalPath(item, row))
    await fetchOriginal({ url: new URL(url, parts.serverUrl), file, sizeBytes: row.sizeBytes })
  }
  return fetched
}
