import { AppError } from '#core/lib/errors.ts'
import type { ItemId, MediaId, TaskId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import { assertNever } from '#core/lib/assert.ts'

/** The kinds of targets of an @here. */
export const hereReferenceTypes = ['item', 'video', 'image', 'file'] as const
export type HereReferenceType = (typeof hereReferenceTypes)[number]

/** The target of an @here in a comment; `timestamp` is in seconds. */
export type HereReference = {
  readonly id: string
  readonly type: HereReferenceType
  readonly label: string
  readonly data: HereReferenceData
}

/** The data needed to go there; which fields are present depends on the type. */
export type HereReferenceData = {
  readonly selectedItemIds?: readonly ItemId[]
  readonly timestamp?: number
  /** The range of frames it is about, from 0 and inclusive, if more than one; `timestamp` is the first. */
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

/** Returns the type of a stored reference; throws `here-reference-unknown` for any other. */
export function toHereReferenceType(type: unknown): HereReferenceType {
  const known = hereReferenceTypes.find((candidate) => candidate === type)
  if (known !== undefined) return known
  throw new AppError('here-reference-unknown', messages['here-reference-unknown'](String(type)))
}

/** The target of a new reference other than a film's moment, as the composer knows it. */
export type HereTarget =
  | { readonly type: 'item'; readonly names: readonly string[] }
  | { readonly type: 'image' | 'file'; readonly fileName: string }

/**
 * Returns a reference's label: the file's name, or the first item's name and how many more. Films use `formatMoment`.
 */
export function hereReferenceLabel(target: HereTarget): string {
  switch (target.type) {
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

/** Finds the reference of an @here: the one with its label, else the one at its position among the text's @heres. */
export function findHereReference<Reference extends { readonly label: string }>(
  references: readonly Reference[],
  mark: { readonly label: string | undefined; readonly index: number },
): Reference | undefined {
  const labelled = references.find((reference) => reference.label === mark.label)
  return labelled ?? references[mark.index]
}
