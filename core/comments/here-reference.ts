import { AppError } from '#core/lib/errors.ts'
import type { ItemId, MediaId, TaskId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import { assertNever } from '#core/lib/assert.ts'
import { frameAtTime, type FrameRate } from '#core/revisions/frame-rate.ts'
import { toShortTimecode } from '#core/revisions/timecode.ts'

/** What an @here can point at. */
export const hereReferenceTypes = ['item', 'video', 'image', 'file'] as const
export type HereReferenceType = (typeof hereReferenceTypes)[number]

/** Where an @here of a comment leads; `timestamp` is in seconds. */
export type HereReference = {
  readonly id: string
  readonly type: HereReferenceType
  readonly label: string
  readonly data: HereReferenceData
}

/** What is needed to jump there; which fields are present depends on the type. */
export type HereReferenceData = {
  readonly selectedItemIds?: readonly ItemId[]
  readonly timestamp?: number
  /** The frames it is about, from 0 and both of them in it, where it is about more than one; `timestamp` is the first. */
  readonly range?: { readonly from: number; readonly to: number }
  readonly videoSrc?: string
  readonly imageSrc?: string
  readonly fileSrc?: string
  readonly fileName?: string
  readonly version?: string
  readonly mediaId?: MediaId
  readonly taskId?: TaskId
  readonly taskName?: string
}

/** The type a stored reference names; throws `here-reference-unknown` for any other. */
export function toHereReferenceType(type: unknown): HereReferenceType {
  const known = hereReferenceTypes.find((candidate) => candidate === type)
  if (known !== undefined) return known
  throw new AppError('here-reference-unknown', messages['here-reference-unknown'](String(type)))
}

/** What a new reference points at, as the composer knows it. */
export type HereTarget =
  | { readonly type: 'item'; readonly names: readonly string[] }
  | { readonly type: 'video'; readonly seconds: number; readonly rate: FrameRate; readonly number?: number }
  | { readonly type: 'image' | 'file'; readonly fileName: string }

/** The words shown for a reference: the time as `mm:ss:ff`, with the frame's number where frames are numbered, the file's name, or the item's name and how many more. */
export function hereReferenceLabel(target: HereTarget): string {
  switch (target.type) {
    case 'video':
      return [
        toShortTimecode(frameAtTime(target.seconds, target.rate), target.rate),
        ...(target.number === undefined ? [] : [`(${target.number})`]),
      ].join(' ')
    case 'image':
    case 'file':
      return target.fileName
    case 'item': {
      const [first = 'item', ...others] = target.names
      return others.length === 0 ? first : `${first} +${others.length}`
    }
    default:
      return assertNever(target)
  }
}

/** The reference an @here of the text means: the one with its label, else the one at its place among the text's @heres. */
export function findHereReference<Reference extends { readonly label: string }>(
  references: readonly Reference[],
  mark: { readonly label: string | undefined; readonly index: number },
): Reference | undefined {
  const labelled = references.find((reference) => reference.label === mark.label)
  return labelled ?? references[mark.index]
}
