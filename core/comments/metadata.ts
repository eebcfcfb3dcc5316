import { findText } from '#core/lib/json.ts'
import {
  isUuid,
  toId,
  type AnyId,
  type ItemId,
  type MediaId,
  type ReviewSessionId,
  type StageId,
  type StatusId,
  type TaskId,
  type UserId,
  type VersionId,
} from '#core/lib/ids.ts'
import { readDrawings, type Drawing } from './drawing.ts'
import type { HereReferenceData } from './here-reference.ts'

/** A stored @here target; its type is checked only when it is followed. */
export type StoredHereReference = {
  readonly id: string
  readonly type: string
  readonly label: string
  readonly data: HereReferenceData
}

/** The status a comment was posted with; `changedStatus` tells whether the comment set it. */
export type CommentStatusInfo = {
  readonly status: string
  readonly statusId: StatusId | undefined
  readonly changedStatus: boolean
}

/** The revision a comment announces. */
export type CommentRevision = {
  readonly versionId: VersionId
  readonly versionNumber: number
  readonly taskId: TaskId
  readonly stageId: StageId | undefined
  readonly taskName: string
  readonly comment: string
  readonly timeSpent: string | undefined
}

/** A comment's metadata besides its text, with the status before the change. */
export type ReadCommentMetadata = {
  readonly authorName: string | undefined
  readonly statusInfo: (CommentStatusInfo & { readonly fromStatusId: StatusId | undefined }) | undefined
  readonly revision: CommentRevision | undefined
  readonly hereReferences: readonly StoredHereReference[]
  readonly mentions: readonly UserId[]
  readonly drawings: readonly Drawing[]
  /** The review session it was written in. */
  readonly sessionId: ReviewSessionId | undefined
  /** Who imported it, if it was written elsewhere. */
  readonly imported: { readonly by: UserId | undefined } | undefined
}

type Fields = Readonly<Record<string, unknown>>

/** Reads stored comment metadata; malformed parts are absent. */
export function readCommentMetadata(metadata: Fields): ReadCommentMetadata {
  return {
    authorName: findText(metadata['authorName']),
    statusInfo: readStatusInfo(fieldsOf(metadata['statusInfo'])),
    revision: readRevision(fieldsOf(metadata['revision'])),
    hereReferences: listOf(metadata['hereReferences']).flatMap((entry) => readReference(fieldsOf(entry)) ?? []),
    mentions: listOf(metadata['mentions']).flatMap((entry) => idOf<UserId>(entry) ?? []),
    drawings: readDrawings(metadata['drawings']),
    sessionId: idOf<ReviewSessionId>(metadata['sessionId']),
    imported: readImported(fieldsOf(metadata['imported'])),
  }
}

function readStatusInfo(info: Fields | undefined): ReadCommentMetadata['statusInfo'] {
  if (info === undefined) return undefined
  return {
    status: findText(info['status']) ?? '',
    statusId: idOf<StatusId>(info['statusId']),
    changedStatus: info['changedStatus'] === true,
    fromStatusId: idOf<StatusId>(info['fromStatusId']),
  }
}

function readImported(imported: Fields | undefined): ReadCommentMetadata['imported'] {
  return imported && { by: idOf<UserId>(imported['by']) }
}

function readRevision(revision: Fields | undefined): CommentRevision | undefined {
  const versionId = idOf<VersionId>(revision?.['versionId'])
  const taskId = idOf<TaskId>(revision?.['taskId'])
  if (revision === undefined || versionId === undefined || taskId === undefined) return undefined
  return {
    versionId,
    versionNumber: numberOf(revision['versionNumber']) ?? 0,
    taskId,
    stageId: idOf<StageId>(revision['stageId']),
    taskName: findText(revision['taskName']) ?? '',
    comment: findText(revision['comment']) ?? '',
    timeSpent: findText(revision['timeSpent']),
  }
}

function readReference(entry: Fields | undefined): StoredHereReference | undefined {
  const data = fieldsOf(entry?.['data'])
  if (entry === undefined || data === undefined) return undefined
  const itemIds = listOf(data['selectedItemIds']).flatMap((id) => idOf<ItemId>(id) ?? [])
  return {
    id: findText(entry['id']) ?? '',
    type: findText(entry['type']) ?? '',
    label: findText(entry['label']) ?? '',
    data: {
      ...(itemIds.length > 0 && { selectedItemIds: itemIds }),
      ...present('timestamp', numberOf(data['timestamp'])),
      ...present('range', readRange(fieldsOf(data['range']))),
      ...present('fileName', findText(data['fileName'])),
      ...present('version', findText(data['version'])),
      ...present('mediaId', idOf<MediaId>(data['mediaId'])),
      ...present('taskId', idOf<TaskId>(data['taskId'])),
      ...present('taskName', findText(data['taskName'])),
    },
  }
}

function readRange(range: Fields | undefined): HereReferenceData['range'] {
  const [from, to] = [numberOf(range?.['from']), numberOf(range?.['to'])]
  if (from === undefined || to === undefined) return undefined
  return Number.isInteger(from) && Number.isInteger(to) && from >= 0 && from <= to ? { from, to } : undefined
}

function fieldsOf(value: unknown): Fields | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  // An object that is not an array has named values; each is checked before use.
  return value as Fields
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

function idOf<Id extends AnyId>(value: unknown): Id | undefined {
  return isUuid(value) ? toId<Id>(value) : undefined
}

/** Returns an object with one field, or without it if the value is undefined. */
function present<Name extends string, Value>(name: Name, value: Value | undefined): { readonly [Key in Name]?: Value } {
  // The type names the one field.
  return (value === undefined ? {} : { [name]: value }) as { readonly [Key in Name]?: Value }
}
