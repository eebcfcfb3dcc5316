import { foldName } from '#core/lib/slug.ts'
import type { StatusRow } from '#core/schema/task-statuses.ts'
import { findForeignStatus, isStatusWord } from '#core/studios/find-by-name.ts'
import type { CsvRecord, Sheet } from './csv.ts'
import type { ImportRow } from './import-row.ts'
import { listTexts } from './option-columns.ts'
import type { UnknownName } from './propose-names.ts'
import type { SheetColumn } from './sheet-column.ts'

// Common pipeline steps besides the stages a new studio starts with, folded like names.
const before = 'previs previz pre-vis script design animatic concept-art colour-script color-script dressing casting'
const within =
  'matchmove match-move tracking camera-tracking rotomation roto rotoscoping paint prep cleanup clean-up blocking ' +
  'splining polish posing rough tie-down inbetween inbetweening ink ink-and-paint colour color background bg cfx ' +
  'groom hair cloth simulation sim crowd crowds surfacing texturing texture textures shading lookdev look-dev ' +
  'sculpt uv matte-painting dmp set-dressing environment camera effects render rendering'
const after = 'postvis comp precomp slap-comp conform edit editing sound mix sound-mix music di delivery online grade'
const common = new Set([before, within, after].join(' ').split(' '))
const [early, late] = [before, after].map((words) => new Set(words.split(' ')))

/** Guesses the part of the pipeline a stage belongs to, from its name. */
export function guessCategory(name: string): 'pre-production' | 'production' | 'post-production' {
  const folded = foldName(name)
  if (early?.has(folded) === true) return 'pre-production'
  return late?.has(folded) === true ? 'post-production' : 'production'
}

/**
 * Guesses the stage for a column of statuses from its title: at least half of its distinct words must be statuses, or
 * any of them if the title is a common pipeline step. Titles such as `Client status` name none.
 */
export function guessStage(
  title: string,
  texts: readonly string[],
  statuses: readonly Pick<StatusRow, 'name' | 'shortCode'>[],
): string | undefined {
  const plain = title.replace(/[\s_\-:|]+(?:task )?stat(?:us|e)$/i, '').trim()
  const isCommon = common.has(foldName(plain))
  const saysStatus = plain !== title.trim() || /\b(status|state|review|approval|approved|feedback)\b/i.test(title)
  if (plain === '' || plain.length > 100 || (saysStatus && !isCommon)) return undefined
  const words = new Set(texts.filter((text) => !/^(-|–|n\/?a|none|no task)$/i.test(text)))
  const known = [...words].filter((text) => isStatusWord(text) || findForeignStatus(statuses, text) !== undefined)
  return known.length > 0 && (isCommon || known.length * 2 >= words.size) ? plain : undefined
}

/** Lists columns that could become stages of the studio, each name once. */
export function listStageColumns({ header, records }: Sheet, columns: readonly SheetColumn[]): readonly UnknownName[] {
  const names = new Set<string>()
  return columns.flatMap((column, at): readonly UnknownName[] => {
    const stage = column.kind === 'left' ? column.stage : undefined
    if (stage === undefined || names.has(foldName(stage))) return []
    names.add(foldName(stage))
    return [{ of: 'stage', name: stage, rows: listTexts(records, at).length, column: header[at] ?? '' }]
  })
}

/** A task in a file whose stage the studio lacks. */
export type UnknownTask = {
  readonly stage: string
  readonly row: Pick<ImportRow, 'line' | 'tasks' | 'kindName' | 'problem'>
}

/** Lists the statuses in columns that could become stages of the studio. */
export function listColumnTasks(
  records: readonly CsvRecord[],
  columns: readonly SheetColumn[],
): readonly UnknownTask[] {
  return columns.flatMap((column, at): readonly UnknownTask[] => {
    const stage = column.kind === 'left' ? column.stage : undefined
    if (stage === undefined) return []
    return records.flatMap(({ line, cells }): readonly UnknownTask[] => {
      const status = (cells[at] ?? '').trim()
      return status === '' ? [] : [{ stage, row: { line, tasks: new Map([[stage, { status }]]) } }]
    })
  })
}
