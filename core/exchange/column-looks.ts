import { foldName } from '#core/lib/slug.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { StatusRow } from '#core/schema/task-statuses.ts'
import { findForeignStatus } from '#core/studios/find-by-name.ts'
import type { RowOptions } from './built-row.ts'
import type { Sheet } from './csv.ts'
import { readFrameRange } from './frame-cells.ts'
import { guessField } from './guess-field.ts'
import { looksLikeKinds, meansKindsDespite, type KindNames } from './kind-columns.ts'
import { readLengthColumn } from './length-cells.ts'
import { listTexts } from './option-columns.ts'
import { hasThousands } from './plain-numbers.ts'
import { findTimeUnit } from './read-hours.ts'
import { readSectionMeaning } from './section-columns.ts'
import { holdPaths } from './section-text.ts'
import { guessStage } from './stage-columns.ts'
import { explainNoRate, explainUnknownRate, isTimecode } from './timecode-cells.ts'
import { normalize } from './title-words.ts'

type LookOptions = Pick<RowOptions, 'rate' | 'controls' | 'members' | 'dayOrder'> & {
  readonly stages: readonly string[]
  readonly statuses: readonly Pick<StatusRow, 'name' | 'shortCode'>[]
  readonly kinds?: readonly KindNames[] | undefined
  /** Folded names of columns that a person says are not stages. */
  readonly noStages?: ReadonlySet<string>
}

/** Makes functions that judge a column by its cells: whether it holds statuses, paths, frames or a unit of time. */
export function makeLooks(
  { header, records }: Sheet,
  { stages, statuses, kinds = [], noStages, rate, controls, members = [], dayOrder }: LookOptions,
) {
  return {
    holdsStatuses: (at: number): boolean => {
      const texts = new Set(listTexts(records, at))
      return texts.size === 0 || [...texts].some((text) => findForeignStatus(statuses, text) !== undefined)
    },
    differs: (one: number, other: number): boolean => records.some(({ cells }) => differ(cells[one], cells[other])),
    sectionsOf: (at: number) =>
      readSectionMeaning(foldName(header[at] ?? ''), listTexts(records, at), { stages, statuses }),
    unitOf: (at: number) => findTimeUnit(listTexts(records, at)),
    isOfStatuses: (at: number): boolean => {
      const texts = listTexts(records, at)
      return texts.length > 0 && texts.every((text) => findForeignStatus(statuses, text) !== undefined)
    },
    stageOf: (at: number): string | undefined => {
      const stage = guessStage(header[at] ?? '', listTexts(records, at), statuses)
      return stage === undefined || noStages?.has(foldName(stage)) === true ? undefined : stage
    },
    holdsPaths: (at: number): boolean => holdPaths(listTexts(records, at)),
    holdsAddresses: (at: number): boolean => {
      const texts = listTexts(records, at)
      return texts.length > 0 && texts.every((text) => /^https?:\/\/\S+$/i.test(text))
    },
    holdsOwnIds: (at: number): boolean => holdsOwnIds({ header, records }, at),
    holdsValues: (at: number): boolean => {
      const texts = listTexts(records, at)
      const isStatus = (text: string): boolean => findForeignStatus(statuses, text) !== undefined
      const isOfValues = /^(number|date|checkbox|person|url)$/.test(guessField(texts, members, dayOrder).kind)
      return texts.length > 0 && isOfValues && !texts.some(isStatus)
    },
    holdsRanges: (at: number): boolean => {
      const texts = listTexts(records, at)
      const ranges = texts.filter((text) => readFrameRange(text) !== undefined)
      return ranges.length * 2 >= texts.length && ranges.length > 0
    },
    lengthsOf: (at: number, titles: { readonly title: string; readonly written: string }) => {
      const ofTimes = () => explainUnknownRate({ header, records }, 'times', { rate, controls })
      return readLengthColumn(titles, listTexts(records, at), ofTimes)
    },
    explainNoRate: (at: number) => explainNoRate({ header, records }, at, { rate, controls }),
    holdsKinds: (at: number): boolean => looksLikeKinds(listTexts(records, at), kinds),
    meansKinds: (at: number, field: FieldDefinition): boolean =>
      !header.some((title) => foldName(title) === 'item-type') &&
      meansKindsDespite(field, { texts: listTexts(records, at), kinds }),
    holdsTimecodes: (at: number): boolean => {
      const texts = listTexts(records, at)
      return texts.length > 0 && texts.every(isTimecode)
    },
    holdsFrames: (at: number): boolean => {
      const texts = listTexts(records, at)
      return texts.length > 0 && texts.every((text) => /^\d{1,7}$/.test(text) || hasThousands(text))
    },
  }
}

/** Tells whether two cells are both filled and not the same. */
export function differ(one = '', two = ''): boolean {
  return one.trim() !== '' && two.trim() !== '' && one.trim() !== two.trim()
}

/** Tells whether a column names other rows by the ids in another column, and never by what a third one says. */
function holdsOwnIds({ header, records }: Sheet, at: number): boolean {
  const texts = new Set(listTexts(records, at))
  const columns = header.map((title, other) => ({ isOfIds: /(^| )(id|key)$/.test(normalize(title)), other }))
  const holdsAny = (other: number): boolean => listTexts(records, other).some((text) => texts.has(text))
  const isOfIds = columns.some(({ isOfIds: is, other }) => {
    const ids = new Set(is && other !== at ? listTexts(records, other) : [])
    return texts.size > 0 && [...texts].every((text) => ids.has(text))
  })
  return isOfIds && !columns.some(({ isOfIds: is, other }) => !is && other !== at && holdsAny(other))
}
