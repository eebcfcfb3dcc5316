import { fetchStored } from '#core/lib/storage-check.ts'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { MediaId } from '#core/lib/ids.ts'
import { countAnswered, type NumberedDrawing, type ReviewNote } from '#core/reviews/review-notes.ts'
import { mediaKindOf } from '#core/revisions/media-kind.ts'
import type { MediaRow } from '#core/schema/media.ts'
import type { ReviewSessionRow } from '#core/schema/review-sessions.ts'
import type { Context } from '#cli/context.ts'
import type { TaskWithHistory } from '#cli/select/load-items.ts'
import { openWebp } from './decode-webp.ts'
import { loadFonts } from './fonts.ts'
import { toPng } from './to-png.ts'
import { writeNotesPdf, type DrawnPicture } from './write-notes-pdf.ts'

type Printed = {
  readonly session: ReviewSessionRow
  readonly notes: readonly ReviewNote[]
  readonly by: 'shot' | 'artist'
  readonly histories: readonly TaskWithHistory[]
}

const mostBytes = 30 * 1024 * 1024

/** Writes a session's notes to a PDF, with drawings over their pictures; a film's picture is its poster. */
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
  const findPicture = ({ mediaId, number }: NumberedDrawing): DrawnPicture => {
    const { width = 1920, height = 1080, filename = '', contentType = '' } = findMedia(mediaId) ?? {}
    const bytes = pictures.get(mediaId)
    const isPoster = bytes !== undefined && mediaKindOf(contentType) === 'video'
    const caption = `${filename} frame ${number}${isPoster ? ', on its poster' : ''}`.trim()
    return { width, height, caption, bytes }
  }
  const { answered, noted } = countAnswered(notes)
  const about = `${session.day} · ${notes.length} notes on ${noted} tasks · ${answered} answered since`
  const fonts = await loadFonts()
  const bytes = await writeNotesPdf({ title: `Notes of ${session.name}`, about, notes, by, fonts, findPicture })
  await writeFile(path.resolve(context.io.cwd, file), bytes)
  context.printRecord({ file, notes: notes.length, bytes: bytes.byteLength })
}

/** Loads the pictures that were drawn on, by the file they stand for; one that fails to load leaves its frame grey. */
async function loadPictures(media: readonly MediaRow[], context: Context): Promise<ReadonlyMap<MediaId, Uint8Array>> {
  const wanted = media.flatMap((row) => {
    const id = pictureIdOf(row)
    return id === undefined ? [] : [{ of: row.id, id }]
  })
  if (wanted.length === 0) return new Map()
  const gateway = await context.loadGateway()
  const { supabaseUrl } = await context.loadHost()
  const urls = await gateway.loadMediaUrls(wanted.map(({ id }) => id))
  const toPicture = makePictureConverter()
  const loaded = await Promise.all(
    wanted.map(async ({ of, id }): Promise<readonly [MediaId, Uint8Array] | undefined> => {
      const url = urls.get(id)
      if (url === undefined) return undefined
      const response = await fetchStored(new URL(url, supabaseUrl)).catch(() => undefined)
      if (response?.ok !== true) return undefined
      const picture = await toPicture(new Uint8Array(await response.arrayBuffer()))
      return picture && [of, picture]
    }),
  )
  return new Map(loaded.filter((each) => each !== undefined))
}

/** Returns the picture itself, or for a film its poster. */
export function pictureIdOf({
  id,
  contentType,
  sizeBytes,
  posterMediaId,
  thumbnailMediaId,
}: Pick<MediaRow, 'id' | 'contentType' | 'sizeBytes' | 'posterMediaId' | 'thumbnailMediaId'>): MediaId | undefined {
  const isDrawn = /^image\/(jpeg|png|webp)$/.test(contentType) && sizeBytes <= mostBytes
  return isDrawn ? id : (posterMediaId ?? thumbnailMediaId)
}

/**
 * Returns a function that converts bytes to a format PDFs accept, JPEG or PNG, regardless of the declared type. Loads
 * the decoder once, when first needed.
 */
export function makePictureConverter(): (bytes: Uint8Array) => Promise<Uint8Array | undefined> {
  let opened: ReturnType<typeof openWebp> | undefined
  return async (bytes) => {
    if (isPicture(bytes)) return bytes
    if (!isWebp(bytes)) return undefined
    opened ??= openWebp()
    const pixels = (await opened)(bytes)
    return pixels && toPng(pixels)
  }
}

function isPicture(bytes: Uint8Array): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xd8) || (bytes[0] === 0x89 && bytes[1] === 0x50)
}

function isWebp(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(8, 12)).toString('latin1') === 'WEBP'
}
