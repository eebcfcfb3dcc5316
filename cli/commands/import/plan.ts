import path from 'node:path'
import { planImport, type PlanEntry } from '#core/domain/exchange/import-plan.ts'
import { newId } from '#core/lib/ids.ts'
import type { Context } from '#cli/context.ts'
import { openOneSpace } from '#cli/exchange/open-one-space.ts'
import { savePlanFile, sizeOf, type PlanFile } from '#cli/exchange/plan-file.ts'
import { readSource, type SourceOptions } from '#cli/exchange/read-source.ts'
import { toCatalogue, toContent } from '#cli/exchange/to-content.ts'
import { exitCodes, type ExitCode } from '#cli/exit-code.ts'
import type { GlobalOptions } from '#cli/global-options.ts'

export type ImportPlanOptions = Pick<GlobalOptions, 'project' | 'space'> &
  SourceOptions & { readonly out?: string; readonly all?: boolean }

/** Writes down what an import would do, and shows it. Nothing is changed at the studio. */
export async function runImportPlan(options: ImportPlanOptions, context: Context): Promise<ExitCode> {
  const { studio, space, name } = await openOneSpace(options, context)
  const catalogue = toCatalogue(studio, space)
  const source = await readSource(
    options,
    catalogue.stages.map((stage) => stage.name),
  )
  const content = toContent(studio, space)
  const { entries, changes } = planImport({ rows: source.rows, content, catalogue, newId })
  const { url: host } = await context.loadHost()
  const file = options.out ?? `${options.file === '-' ? 'import' : path.basename(options.file)}.plan.json`
  const counts = count(entries)
  const plan: PlanFile = {
    format: 'xsheet-import',
    version: 1,
    operationId: newId(),
    madeAt: new Date().toISOString(),
    host,
    studioId: studio.studioId,
    spaceId: space.spaceId,
    space: name,
    source: { file: options.file, sha256: source.sha256 },
    counts,
    entries,
    changes,
  }
  await savePlanFile(path.resolve(context.io.cwd, file), plan)
  context.print({
    rows: entries.filter(({ kind }) => options.all === true || kind !== 'unchanged').map(toRow),
    fields: ['line', 'kind', 'path', 'changes', 'problem'],
  })
  if (source.unknown.length > 0) context.say(`Not known, and left out: ${source.unknown.join(', ')}.`)
  if (source.passedOver.length > 0) context.say(`Has no place here, and left out: ${source.passedOver.join(', ')}.`)
  context.say(
    `${counts.new} new, ${counts.changed} changed, ${counts.unchanged} unchanged, ${counts.conflict} in conflict.`,
  )
  context.say(sizeOf(plan) === 0 ? 'There is nothing to do.' : `Carry it out with: studio-cli import apply ${file}`)
  return counts.conflict === 0 ? exitCodes.done : exitCodes.partlyDone
}

function count(entries: readonly PlanEntry[]): PlanFile['counts'] {
  const counts = { new: 0, changed: 0, unchanged: 0, conflict: 0 }
  for (const { kind } of entries) counts[kind] += 1
  return counts
}

function toRow({ line, kind, path: place, changes, problem }: PlanEntry) {
  return {
    line,
    kind,
    path: place,
    changes: changes.map(({ field, from, to }) => `${field}: ${from === '' ? '–' : from} → ${to === '' ? '–' : to}`),
    problem: problem ?? null,
  }
}
