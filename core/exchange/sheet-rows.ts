import { foldName } from '#core/lib/slug.ts'
import { findStage } from '#core/studios/find-by-name.ts'
import type { ImportRow, LeftOut, TaskValues } from './import-row.ts'
import { makePlacer } from './place-rows.ts'
import type { UnknownName } from './propose-names.ts'
import type { BuiltRow } from './built-row.ts'
import type { UnknownTask } from './stage-columns.ts'
import { count } from './unknown-names.ts'

type Within = { readonly stages: readonly string[]; readonly space?: string | undefined }

/** Assigns rows to collections and, in a list of tasks, to stages; the others are left out. */
export function placeRows(built: readonly BuiltRow[], options: Within) {
  const place = makePlacer(built, options.space)
  const stages = options.stages.map((name) => ({ id: name, name }))
  const isOfTasks = built.some(({ stage }) => stage !== undefined)
  const rows: ImportRow[] = []
  const left: LeftOut[] = []
  const ofUnknown: UnknownTask[] = []
  for (const each of built) {
    const { row, stage, otherKind, isItemRow } = each
    const found = stage === undefined ? undefined : findStage(stages, stage)
    const placed = place(each)
    if (stage !== undefined && found === undefined && otherKind === undefined) ofUnknown.push({ stage, row })
    const reason =
      otherKind !== undefined
        ? describeOtherKind(otherKind)
        : isOfTasks && stage === undefined && isItemRow !== true
          ? 'No stage is given.'
          : stage !== undefined && found === undefined
            ? `There is no stage "${stage}": add it to the studio, or write another.`
            : row.commentLinks !== undefined && row.comments?.length === 0
              ? ['The comment has no text.', ...(row.left ?? [])].join(' ')
              : placed.reason
    if (reason !== undefined) left.push({ line: row.line, reason })
    else rows.push({ ...row, ...placed.place, ...(found !== undefined && renameStage(row.tasks, found.name)) })
  }
  const named = count(
    ofUnknown.map(({ stage }) => [stage]),
    () => true,
    foldName,
  )
  return { rows, left, unknown: named.map((each): UnknownName => ({ of: 'stage', ...each })), ofUnknown }
}

/** Explains why a row that is not an item is left out. */
function describeOtherKind(kind: string): string {
  const isPlace = /^(sequence|episode|folder|project|scene|library|milestone|season)$/.test(kind)
  return `${/^[aeiou]/.test(kind) ? 'An' : 'A'} ${kind}: ${isPlace ? 'collections are created with their items' : 'only items and their tasks are imported'}.`
}

function renameStage(tasks: ImportRow['tasks'], stage: string) {
  const values: TaskValues = [...tasks.values()].at(-1) ?? {}
  return { tasks: new Map([[stage, values]]), isListOfTasks: true }
}
