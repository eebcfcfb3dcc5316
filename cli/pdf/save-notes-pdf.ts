import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Drawing } from '#core/comments/drawing.ts'
import type { MediaId } from '#core/lib/ids.ts'
import { countAnswered, type ReviewNote } from '#core/reviews/review-notes.ts'
import type { MediaRow } from '#core/schema/media.ts'
import type { ReviewSessionRow } from '#core/schema/review-sessions.ts'
import type { Context } from '#cli/context.ts'
import type { TaskWithHistory } from '#cli/select/load-items.ts'
import { loadFonts } from './fonts.ts'
import { writeNotesPdf, type DrawnPicture } from './write-notes-pdf.ts'

type Printed = {
  readonly session: ReviewSessionRow
  readonly notes: readonly ReviewNote[]
  readonly by: 'shot' | 'artist'
  readonly histories: readonly TaskWithHistory[]
}

const mostBytes = 30 * 1024 * 1024

/** Writes the notes of a session to a PDF; JPEG and PNG pictures are drawn on, films are grey frames. */
export async function saveNotesPdf(
  { session, notes, by, histories }: Printed,
  file: string,
  context: Context,
): Promise<void> {
  const findMedia = (id: MediaId): MediaRow | undefined =>
    histories.map(({ item }) => item.replica.find('media', id)).find((row) => row !== undefined)
  const drawn = [...new Set(notes.flatMap(({ drawings }) => drawings.map(({ mediaId }) => mediaId)))]
  const pictures = await loadPictures(
    drawn.flatMap((id) => findMedia(id) ?? []),
    context,
  )
  const findPicture = ({ mediaId, frame }: Drawing): DrawnPicture => {
    const { width = 1920, height = 1080, filename = '' } = findMedia(mediaId) ?? {}
    return { width, height, caption: `${filename} frame ${frame + 1}`.trim(), bytes: pictures.get(mediaId) }
  }
  const { answered, noted } = countAnswered(notes)
  const about = `${session.day} · ${notes.length} notes on ${noted} tasks · ${answered} answered since`
  const fonts = await loadFonts()
  const bytes = await writeNotesPdf({ title: `Notes of ${session.name}`, about, notes, by, fonts, findPicture })
  await writeFile(path.resolve(context.io.cwd, file), bytes)
  context.printRecord({ file, notes: notes.length, bytes: bytes.byteLength })
}

/** The pictures that a PDF takes as they are; one that does not come leaves its frame grey. */
async function loadPictures(media: readonly MediaRow[], context: Context): Promise<ReadonlyMap<MediaId, Uint8Array>> {
  const wanted = media.filter(
    ({ contentType, sizeBytes }) => /^image\/(jpeg|png)$/.test(contentType) && sizeBytes <= mostBytes,
  )
  if (wanted.length === 0) return new Map()
  const gateway = await context.loadGateway()
  const { supabaseUrl } = await context.loadHost()
  const urls = await gateway.loadMediaUrls(wanted.map(({ id }) => id))
  const loaded = await Promise.all(
    wanted.map(async ({ id }): Promise<readonly [MediaId, Uint8Array] | undefined> => {
      const url = urls.get(id)
      if (url === undefined) return undefined
      const response = await fetch(new URL(url, supabaseUrl)).catch(() => undefined)
      if (response?.ok !== true) return undefined
      const bytes = new Uint8Array(await response.arrayBuffer())
      return isPicture(bytes) ? [id, bytes] : undefined
    }),
  )
  return new Map(loaded.filter((each) => each !== undefined))
}

/** Whether bytes begin as a JPEG or a PNG, whatever they were called. */
function isPicture(bytes: Uint8Array): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xd8) || (bytes[0] === 0x89 && bytes[1] === 0x50)
}
