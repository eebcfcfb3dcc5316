import { foldName } from '#core/lib/slug.ts'
import type { StatusRow } from '#core/schema/task-statuses.ts'
import { findForeignStatus, isStatusWord } from '#core/studios/find-by-name.ts'
import type { CsvRecord, Sheet } from './csv.ts'
import type { ImportRow } from './import-row.ts'
import { listTexts } from './option-columns.ts'
import type { UnknownName } from './propose-names.ts'
import type { SheetColumn } from './sheet-columns.ts'

// Steps of a pipeline that studios have besides those that a new studio begins with, folded as names are.
const before = 'previs previz pre-vis script design animatic concept-art colour-script color-script dressing casting'
const within =
  'matchmove match-move tracking camera-tracking rotomation roto rotoscoping paint prep cleanup clean-up blocking ' +
  'splining polish posing rough tie-down inbetween inbetweening ink ink-and-paint colour color background bg cfx ' +
  'groom hair cloth simulation sim crowd crowds surfacing texturing texture textures shading lookdev look-dev ' +
  'sculpt uv matte-painting dmp set-dressing environment camera effects render rendering'
const after = 'postvis comp precomp slap-comp conform edit editing sound mix sound-mix music di delivery online grade'
const common = new Set([before, within, after].join(' ').split(' '))
const [early, late] = [before, after].map((words) => new Set(words.split(' ')))

/** The part of a pipeline that a stage of this name belongs to. */
export function guessCategory(name: string): 'pre-production' | 'production' | 'post-production' {
  const folded = foldName(name)
  if (early?.has(folded) === true) return 'pre-production'
  return late?.has(folded) === true ? 'post-production' : 'production'
}

/**
 * The stage that a column of statuses could be, by its title: at least half of the different words in it are statuses, or any
 * of them under the name of a step that many studios have. Titles such as `Client status` name none.
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

/** Columns that could be stages of the studio, each name once. */
export function listStageColumns({ header, records }: Sheet, columns: readonly SheetColumn[]): readonly UnknownName[] {
  const names = new Set<string>()
  return columns.flatMap((column, at): readonly UnknownName[] => {
    const stage = column.kind === 'left' ? column.stage : undefined
    if (stage === undefined || names.has(foldName(stage))) return []
    names.add(foldName(stage))
    return [{ of: 'stage', name: stage, rows: listTexts(records, at).length, column: header[at] ?? '' }]
  })
}

/** What a file says of a task in a stage that the studio does not have. */
export type UnknownTask = {
  readonly stage: string
  readonly row: Pick<ImportRow, 'line' | 'tasks' | 'kindName' | 'problem'>
}

/** The statuses in columns that could be stages of the studio. */
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
