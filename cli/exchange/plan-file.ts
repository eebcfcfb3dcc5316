import * as v from 'valibot'
import { countChanges, type ImportChanges } from '#core/exchange/import-changes.ts'
import type { PlanEntry } from '#core/exchange/import-plan.ts'
import type { PlanSummary } from '#core/exchange/plan-summary.ts'
import type { FieldProposal } from '#core/exchange/propose-fields.ts'
import type { NameProposal } from '#core/exchange/propose-names.ts'
import type { OptionProposal } from '#core/exchange/propose-options.ts'
import type { ImportFile } from '#core/exchange/read-import-file.ts'
import { CliError, nothingMatched } from '../cli-error.ts'
import { readFileIfThere, writeFileSafely } from '../config.ts'

/** A saved import plan: what it would do, to be read and applied later. */
export type PlanFile = {
  readonly format: 'xsheet-import'
  readonly version: 1
  readonly operationId: string
  readonly madeAt: string
  readonly host: string
  readonly studioId: string
  readonly spaceId: string
  readonly space: string
  readonly source: { readonly file: string; readonly sha256: string }
  readonly counts: Readonly<Record<PlanEntry['kind'], number>>
  /** Everything from here on is for people; only `changes` is applied. */
  readonly summary: PlanSummary
  readonly left: ImportFile['left']
  readonly people: ImportFile['people']
  /** Columns that could become fields, or will. */
  readonly fields: readonly FieldProposal[]
  /** Options that lists lack, and what becomes of them. */
  readonly options: readonly OptionProposal[]
  /** Statuses, stages and kinds that the studio lacks, and what becomes of them. */
  readonly names: readonly NameProposal[]
  readonly entries: readonly PlanEntry[]
  readonly changes: ImportChanges
}

const list = v.array(v.looseObject({ id: v.string() }))
const shape = v.looseObject({
  format: v.literal('xsheet-import'),
  version: v.literal(1),
  operationId: v.pipe(v.string(), v.uuid()),
  host: v.string(),
  studioId: v.string(),
  spaceId: v.pipe(v.string(), v.uuid()),
  counts: v.looseObject({ conflict: v.number() }),
  entries: v.array(v.looseObject({ line: v.number() })),
  changes: v.looseObject({ collections: list, items: list, tasks: list, itemChanges: list, taskChanges: list }),
})

export async function savePlanFile(file: string, plan: PlanFile): Promise<void> {
  await writeFileSafely(file, `${JSON.stringify(plan, undefined, 2)}\n`)
}

export async function loadPlanFile(file: string): Promise<PlanFile> {
  const text = await readFileIfThere(file)
  if (text === undefined) throw nothingMatched(`${file} does not exist.`)
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    throw new CliError('usage', `${file} is not a plan.`, 'Make one with: studio-cli import plan <file>')
  }
  const read = v.safeParse(shape, content)
  if (!read.success) throw new CliError('usage', `${file} is not a plan: ${read.issues[0].message}`, 'Make it again.')
  // The lists are passed on as written; the server validates each value again.
  return content as PlanFile
}

/** Counts the rows a plan touches. */
export function sizeOf({ changes }: PlanFile): number {
  return countChanges(changes)
}
