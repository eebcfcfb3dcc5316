import { readDrawings, type Drawing } from '#core/comments/drawing.ts'
import type { StoredHereReference } from '#core/comments/metadata.ts'
import type { MediaId, StatusId } from '#core/lib/ids.ts'
import { isUuid, toId, type ItemId, type SpaceId } from '#core/lib/ids.ts'

export type DraftMode = 'comment' | 'revision'

/** A file that goes with a post; `sentBytes` grows during upload. */
export type DraftFile = {
  readonly id: MediaId
  readonly name: string
  readonly blob: Blob
  readonly sentBytes: number
  readonly isSent: boolean
  readonly error: string | undefined
}

/** A file of a stored draft, without its bytes. */
export type KeptFile = Pick<DraftFile, 'id' | 'name'>

/** The item a draft is about; finds the draft once its tasks are gone. */
export type DraftItem = { readonly spaceId: SpaceId; readonly id: ItemId; readonly slug: string }

/** What someone is about to post to a task. */
export type Draft = {
  /** Absent until it is known. */
  readonly item: DraftItem | undefined
  readonly mode: DraftMode
  readonly text: string
  /** The text, or its beginning, was typed before there was a field, and the person has not seen it. */
  readonly isUnseen: boolean
  readonly hours: number
  readonly minutes: number
  /** Absent if the status stays unchanged. */
  readonly statusId: StatusId | undefined
  /** The frame rate and first frame number of the film that numbered pictures become, as typed. */
  readonly rate: string
  readonly firstFrame: string
  readonly references: readonly StoredHereReference[]
  readonly files: readonly DraftFile[]
  /** Files from before a reload whose bytes are still being read. */
  readonly keptFiles: readonly KeptFile[]
  readonly drawings: readonly Drawing[]
  readonly isPosting: boolean
}

export const emptyDraft: Draft = {
  item: undefined,
  mode: 'comment',
  text: '',
  isUnseen: false,
  hours: 0,
  minutes: 0,
  rate: '',
  firstFrame: '',
  statusId: undefined,
  references: [],
  files: [],
  keptFiles: [],
  drawings: [],
  isPosting: false,
}

/** Tells whether the draft contains nothing worth keeping. */
export function isEmptyDraft(draft: Draft): boolean {
  return (
    draft.text.trim() === '' &&
    draft.files.length === 0 &&
    draft.keptFiles.length === 0 &&
    draft.drawings.length === 0 &&
    draft.statusId === undefined &&
    spentMinutes(draft) === 0
  )
}

export function spentMinutes({ hours, minutes }: Pick<Draft, 'hours' | 'minutes'>): number {
  return hours * 60 + minutes
}

/** Tells whether the draft can be posted (document 3, section 5). */
export function canPost(draft: Draft, currentStatusId: StatusId | undefined): boolean {
  if (draft.isPosting || draft.keptFiles.length > 0) return false
  if (draft.mode === 'revision') return spentMinutes(draft) > 0
  const isStatusChanged = draft.statusId !== undefined && draft.statusId !== currentStatusId
  return draft.text.trim() !== '' || draft.files.length > 0 || draft.drawings.length > 0 || isStatusChanged
}

/** Tells whether the draft is about the item that an address names in a space. */
export function isDraftOf({ item }: Draft, { spaceId, name }: { readonly spaceId: SpaceId; readonly name: string }) {
  return item?.spaceId === spaceId && (item.slug === name || item.id === name)
}

/** Returns the status to post with; undefined if it is no longer offered, as after someone has deleted it. */
export function chosenStatusId(
  { statusId }: Pick<Draft, 'statusId'>,
  offered: readonly { readonly id: StatusId }[],
): StatusId | undefined {
  return offered.some(({ id }) => id === statusId) ? statusId : undefined
}

/** Returns the references the text still names: one whose mark was deleted is not posted. */
export function usedReferences({ text, references }: Draft): readonly StoredHereReference[] {
  return references.filter(({ label }) => text.includes(`@here[${label}]`))
}

/** Returns the files with one moved to the place of another. */
export function moveFile(files: readonly DraftFile[], from: number, to: number): readonly DraftFile[] {
  const [moved] = files.slice(from, from + 1)
  if (moved === undefined || to < 0 || to >= files.length) return files
  return files.toSpliced(from, 1).toSpliced(to, 0, moved)
}

/** Serialises a draft; its files only by id and name. */
export function writeDraft(draft: Draft): string {
  const { item, mode, text, isUnseen, hours, minutes, rate, firstFrame, statusId, references, drawings } = draft
  const files = [...draft.keptFiles, ...draft.files].map(({ id, name }) => ({ id, name }))
  const film = { rate, firstFrame }
  return JSON.stringify({ item, mode, text, isUnseen, hours, minutes, ...film, statusId, references, files, drawings })
}

/** Reads what `writeDraft` wrote; anything else gives an empty draft. */
export function readDraft(kept: string | undefined): Draft {
  try {
    const value: unknown = JSON.parse(kept ?? '')
    if (typeof value !== 'object' || value === null || !('text' in value)) return emptyDraft
    // Each part is checked before it is used.
    const parts = value as Readonly<Record<string, unknown>>
    const numberOf = (part: unknown): number => (typeof part === 'number' ? part : 0)
    const textOf = (part: unknown): string => (typeof part === 'string' ? part : '')
    return {
      ...emptyDraft,
      item: readItem(parts['item']),
      mode: parts['mode'] === 'revision' ? 'revision' : 'comment',
      text: textOf(parts['text']),
      isUnseen: parts['isUnseen'] === true,
      hours: numberOf(parts['hours']),
      minutes: numberOf(parts['minutes']),
      rate: textOf(parts['rate']),
      firstFrame: textOf(parts['firstFrame']),
      statusId: isUuid(parts['statusId']) ? toId<StatusId>(parts['statusId']) : undefined,
      // Written by this app; a reference that cannot be followed says so when clicked.
      references: Array.isArray(parts['references']) ? (parts['references'] as readonly StoredHereReference[]) : [],
      keptFiles: readKeptFiles(parts['files']),
      drawings: readDrawings(parts['drawings']),
    }
  } catch {
    return emptyDraft
  }
}

function readItem(value: unknown): DraftItem | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { spaceId, id, slug } = value as Readonly<Record<string, unknown>>
  if (!isUuid(spaceId) || !isUuid(id) || typeof slug !== 'string') return undefined
  return { spaceId: toId<SpaceId>(spaceId), id: toId<ItemId>(id), slug }
}

function readKeptFiles(value: unknown): readonly KeptFile[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((file: unknown) => {
    if (typeof file !== 'object' || file === null || !('id' in file) || !('name' in file)) return []
    return isUuid(file.id) && typeof file.name === 'string' ? [{ id: toId<MediaId>(file.id), name: file.name }] : []
  })
}
