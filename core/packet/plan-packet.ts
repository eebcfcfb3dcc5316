import { parseComment, toPlainText, type MentionablePerson } from '#core/comments/markup.ts'
import { readCommentMetadata, type StoredHereReference } from '#core/comments/metadata.ts'
import type { EpochMs } from '#core/lib/calendar-date.ts'
import type { MediaId, SpaceId, UserId } from '#core/lib/ids.ts'
import { describeMark, describeReference } from '#core/reviews/review-notes.ts'
import { spanOf } from '#core/reviews/entry-range.ts'
import { findShownFile, type ShownContent } from '#core/reviews/find-shown-file.ts'
import { firstFrameOf } from '#core/revisions/frame-number.ts'
import { frameAtTime, parseFrameRate, toFrameRate } from '#core/revisions/frame-rate.ts'
import type { ItemReplica } from '#core/revisions/item-replica.ts'
import { mediaKindOf } from '#core/revisions/media-kind.ts'
import { shownFileOf } from '#core/revisions/shown-file.ts'
import type { ItemRow } from '#core/schema/items.ts'
import type { ReviewEntryRow } from '#core/schema/review-entries.ts'
import type { ReviewSessionRow } from '#core/schema/review-sessions.ts'
import { offeredStatuses } from '#core/studios/offered-statuses.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { getFileExtension, getMadeFileExtension, toPacketPath } from './file-name.ts'
import type { PacketSource } from './gather-packet.ts'
import type { FilmChoice, Packet, PacketEntry, PacketFilm, PacketNote, PacketStatus } from './packet.ts'

/** A file to be packed. */
export type PacketFile = {
  readonly path: string
  readonly mediaId: MediaId
  readonly role: 'film' | 'original' | 'poster'
  readonly entry: Pick<PacketEntry, 'shot' | 'stage' | 'taskId'>
  /** Undefined if only the storage knows, as for proxies and posters. */
  readonly sizeBytes: number | undefined
  /** Whether it is the only file of its revision, so that its hash identifies the revision on the server. */
  readonly isWholeRevision: boolean
}

export type PacketPlan = { readonly packet: Packet; readonly files: readonly PacketFile[] }

type Input = {
  readonly id: string
  readonly studio: StudioReplica
  readonly session: ReviewSessionRow
  readonly sources: readonly PacketSource[]
  readonly films: FilmChoice
  readonly takenAt: EpochMs
  readonly takenBy: UserId
}

/** Plans a packet's contents and files from the opened sources of a session. */
export function planPacket(input: Input): PacketPlan {
  const { id, studio, session, sources, films, takenAt, takenBy } = input
  const nameOf = makeNameOf(studio)
  const planned = sources.map((source, index) => planEntry(source, { ...input, place: index + 1, nameOf }))
  const spaceIds = new Set(sources.map(({ entry }) => entry.spaceId))
  const packet: Packet = {
    format: 'xsheet-packet',
    version: 1,
    id,
    studio: { id: studio.studioId, name: studio.findStudio()?.name ?? '' },
    project: { id: session.projectId, name: studio.replica.find('projects', session.projectId)?.name ?? '' },
    session: {
      id: session.id,
      name: session.name,
      kind: session.kind,
      day: session.day,
      isLocked: session.isLocked,
    },
    taken: { at: takenAt, by: { name: nameOf(takenBy), userId: takenBy } },
    films,
    statuses: Object.fromEntries([...spaceIds].map((spaceId) => [spaceId, listStatuses(studio, spaceId)])),
    entries: planned.map(({ entry }) => entry),
  }
  return { packet, files: planned.flatMap(({ files }) => files) }
}

/** Removes files that could not be fetched from a packet, and adds the hashes of the others. */
export function withoutFiles(
  packet: Packet,
  { missing, sha256 }: { readonly missing: ReadonlySet<string>; readonly sha256?: Readonly<Record<string, string>> },
): Packet {
  const kept = (path: string | undefined): string | undefined =>
    path === undefined || missing.has(path) ? undefined : path
  const entries = packet.entries.map((entry): PacketEntry => {
    if (entry.film === undefined) return entry
    const { path, original, poster, ...film } = entry.film
    return {
      ...entry,
      film: { ...film, ...present({ path: kept(path), original: kept(original), poster: kept(poster) }) },
    }
  })
  return { ...packet, entries, ...(sha256 !== undefined && { sha256 }) }
}

type Around = Input & { readonly place: number; readonly nameOf: (id: UserId | undefined) => string }

function planEntry(
  source: PacketSource,
  around: Around,
): { readonly entry: PacketEntry; readonly files: readonly PacketFile[] } {
  const { entry, space, item } = source
  const { studio } = around
  const task = space?.replica.find('item_tasks', entry.taskId)
  const row = space?.replica.find('items', entry.itemId)
  const stage = task && studio.replica.find('stages', task.stageId)
  const content = findShownFile({ entry, task }, { space, item })
  const shot = row?.title ?? 'Deleted task'
  const named = { shot, stage: stage?.name ?? '', taskId: entry.taskId }
  const found = content.kind === 'file' ? planFilm({ entry, row, content, item, named }, around) : undefined
  const why = content.kind === 'file' ? found?.why : reasons[content.kind]
  return {
    entry: {
      id: entry.id,
      taskId: entry.taskId,
      itemId: entry.itemId,
      spaceId: entry.spaceId,
      shot,
      stage: named.stage,
      notes: task === undefined || item === undefined ? [] : listNotes({ task, item, row, film: found?.film }, around),
      ...present({
        sequence: space?.replica.find('collections', row?.collectionId ?? '')?.name,
        statusId: task?.statusId,
        judgedStatusId: entry.judgedStatusId,
        film: found?.film,
        why,
      }),
    },
    files: found?.files ?? [],
  }
}

const reasons: Readonly<Record<Exclude<ShownContent['kind'], 'file'>, string>> = {
  loading: 'Whoever took this packet could not open its space, or it was deleted.',
  'task-deleted': 'The task was deleted.',
  'version-deleted': 'The revision to review was deleted.',
  'nothing-posted': 'Nothing had been posted when the packet was taken.',
}

type Seen = {
  readonly entry: ReviewEntryRow
  readonly row: ItemRow | undefined
  readonly content: Extract<ShownContent, { kind: 'file' }>
  readonly item: ItemReplica | undefined
  readonly named: PacketFile['entry']
}

function planFilm({ entry, row, content, item, named }: Seen, { studio, session, films, place }: Around) {
  const { media, version } = content
  const shown = shownFileOf(media)
  const kind = shown?.kind ?? mediaKindOf(media.contentType)
  const rate = media.frameRate
  const count = media.frameCount
  const span = kind === 'video' && count !== undefined ? spanOf(entry, row, count) : undefined
  const isCut = span !== undefined && (span.from > 0 || span.to < (count ?? 0) - 1)
  const at = { place, shot: named.shot, stage: named.stage, version: version.versionNumber }
  const poster = media.posterMediaId ?? media.thumbnailMediaId
  const isProxy = shown !== undefined && shown.id !== media.id
  const hasFilms = films !== 'none' && media.isStored
  const own = toPacketPath(at, getFileExtension(media))
  const paths = {
    path:
      hasFilms && shown !== undefined
        ? isProxy
          ? toPacketPath(at, `_proxy${getMadeFileExtension(kind)}`)
          : own
        : undefined,
    original: films === 'originals' && hasFilms && (isProxy || shown === undefined) ? own : undefined,
    poster: poster === undefined ? undefined : toPacketPath(at, '_poster.webp'),
  }
  const isWholeRevision = item?.getVersionMedia(version.id).length === 1
  const aFile = (file: Pick<PacketFile, 'role' | 'mediaId'> & { readonly path: string | undefined }) => {
    const { path, mediaId, role } = file
    const isOwn = mediaId === media.id
    const whole = { isWholeRevision: isOwn && isWholeRevision, sizeBytes: isOwn ? media.sizeBytes : undefined }
    return path === undefined ? [] : [{ path, mediaId, role, entry: named, ...whole }]
  }
  const film: PacketFilm = {
    mediaId: media.id,
    version: version.versionNumber,
    kind,
    firstNumber: firstFrameOf(row, studio.replica.find('projects', session.projectId), media),
    ...present({ rate, frameCount: count, span: isCut ? span : undefined, ...paths }),
  }
  const why = !media.isStored
    ? `${media.filename} was not completely uploaded when the packet was taken.`
    : films === 'none'
      ? 'This packet was taken without films.'
      : shown === undefined
        ? `Browsers cannot show ${media.filename}, and it has no preview.`
        : undefined
  const files: readonly PacketFile[] = [
    ...aFile({ path: paths.path, mediaId: shown?.id ?? media.id, role: 'film' }),
    ...aFile({ path: paths.original, mediaId: media.id, role: 'original' }),
    ...aFile({ path: paths.poster, mediaId: poster ?? media.id, role: 'poster' }),
  ]
  return { film, why, files }
}

type Said = {
  readonly task: { readonly id: ReviewEntryRow['taskId'] }
  readonly item: ItemReplica
  readonly row: ItemRow | undefined
  readonly film: PacketFilm | undefined
}

function listNotes({ task, item, row, film }: Said, { studio, session, nameOf }: Around): readonly PacketNote[] {
  const people = studio
    .getMembers()
    .map(({ userId, displayName }): MentionablePerson => ({ id: userId, name: displayName }))
  const rate = film?.rate === undefined ? toFrameRate(undefined) : parseFrameRate(film.rate)
  const counted = { item, row, project: studio.replica.find('projects', session.projectId) }
  const framesOf = (reference: StoredHereReference): PacketNote['frames'] => {
    const { data } = reference
    const label = describeReference(reference, counted)
    if (data.range !== undefined) return [{ ...data.range, label }]
    if (data.timestamp === undefined) return []
    const frame = frameAtTime(data.timestamp, rate)
    return [{ from: frame, to: frame, label }]
  }
  return item.getComments(task.id).flatMap((comment): readonly PacketNote[] => {
    const read = readCommentMetadata(comment.metadata)
    const { sessionId, hereReferences, drawings } = read
    const text = toPlainText(parseComment(comment.content, people), (mark) => describeMark(mark, read, counted)).trim()
    if (text === '' && drawings.length === 0) return []
    return [
      {
        id: comment.id,
        author: nameOf(comment.createdBy),
        at: comment.createdAt,
        text,
        isOfSession: sessionId === session.id,
        frames: hereReferences.flatMap(framesOf),
        drawings,
        hereReferences,
      },
    ]
  })
}

function makeNameOf(studio: StudioReplica): (id: UserId | undefined) => string {
  const names = new Map(studio.getMembers().map(({ userId, displayName }) => [userId, displayName]))
  return (id) => (id === undefined ? undefined : names.get(id)) ?? 'Somebody'
}

function listStatuses(studio: StudioReplica, spaceId: SpaceId): readonly PacketStatus[] {
  return offeredStatuses(studio, spaceId).map(({ id, name, shortCode, color, isDone, isDefault }) => ({
    id,
    name,
    shortCode,
    color,
    isDone,
    isDefault,
  }))
}

/** Drops undefined fields from an object. */
function present<Fields extends object>(
  fields: Fields,
): { readonly [Name in keyof Fields]?: NonNullable<Fields[Name]> } {
  // Only undefined fields are dropped.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    readonly [Name in keyof Fields]?: NonNullable<Fields[Name]>
  }
}
