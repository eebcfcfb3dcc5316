// The Web Crypto global of browsers, Node and Deno, declared here because this folder compiles without the DOM types.
declare const crypto: { getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer> }

declare const brand: unique symbol
type Branded<Name extends string> = string & { readonly [brand]: Name }

export type StudioId = Branded<'StudioId'>
export type ProjectId = Branded<'ProjectId'>
export type SpaceId = Branded<'SpaceId'>
export type CollectionId = Branded<'CollectionId'>
export type ItemId = Branded<'ItemId'>
export type StageId = Branded<'StageId'>
export type FieldId = Branded<'FieldId'>
export type StatusId = Branded<'StatusId'>
export type TaskId = Branded<'TaskId'>
export type VersionId = Branded<'VersionId'>
/** Time logged without a revision. */
export type TimeEntryId = Branded<'TimeEntryId'>
export type MediaId = Branded<'MediaId'>
export type CommentId = Branded<'CommentId'>
export type UserId = Branded<'UserId'>
export type BlockId = Branded<'BlockId'>
export type RoleId = Branded<'RoleId'>
export type PresetId = Branded<'PresetId'>
export type BoardId = Branded<'BoardId'>
export type CanvasItemId = Branded<'CanvasItemId'>
export type ReviewSessionId = Branded<'ReviewSessionId'>
export type ReviewEntryId = Branded<'ReviewEntryId'>
export type ItemKindId = Branded<'ItemKindId'>
export type StageNeedId = Branded<'StageNeedId'>
export type SpaceViewId = Branded<'SpaceViewId'>
export type ProjectViewId = Branded<'ProjectViewId'>
/** A group of objects on a board. */
export type CanvasGroupId = Branded<'CanvasGroupId'>
export type NotificationId = Branded<'NotificationId'>
export type OperationId = Branded<'OperationId'>

/** Any of the ids above; each is a UUID in text form and none is assignable to another. */
export type AnyId =
  | StudioId
  | ProjectId
  | SpaceId
  | CollectionId
  | ItemId
  | StageId
  | FieldId
  | StatusId
  | TaskId
  | VersionId
  | TimeEntryId
  | MediaId
  | CommentId
  | UserId
  | BlockId
  | RoleId
  | PresetId
  | BoardId
  | CanvasItemId
  | CanvasGroupId
  | ReviewSessionId
  | ReviewEntryId
  | ItemKindId
  | StageNeedId
  | SpaceViewId
  | ProjectViewId
  | NotificationId
  | OperationId

/** A studio's revision number: an integer that grows by one per writing transaction; 0 comes before everything. */
export type Rev = number

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Tells whether a value is a UUID of any version in its 36-character text form. */
export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && uuidPattern.test(value)
}

/** Casts a string from outside (a row, an address) to an id of the wanted kind, without checking it. */
export function toId<Id extends AnyId>(value: string): Id {
  // Brands exist only for the compiler; the caller knows which kind of row the text came from.
  return value as Id
}

/** Makes a new UUID of version 7 (RFC 9562): its first 48 bits are the time, so later ids sort later. */
export function newId<Id extends AnyId>(nowMs: number = Date.now()): Id {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  for (let index = 0; index < 6; index += 1) bytes[index] = Math.floor(nowMs / 256 ** (5 - index)) % 256
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return toId<Id>([hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-'))
}

/**
 * Derives the id of something an owner has one of, or one of for each number up to 255: a UUID of version 8 (RFC 9562)
 * made from the owner's id. Two clients that create it at the same time derive the same id, so it is created once.
 */
export function idWithin<Id extends AnyId>(owner: AnyId, number = 0): Id {
  const last = Number.parseInt(owner.slice(-2), 16) ^ number
  return toId<Id>(`${owner.slice(0, 14)}8${owner.slice(15, -2)}${last.toString(16).padStart(2, '0')}`)
}
