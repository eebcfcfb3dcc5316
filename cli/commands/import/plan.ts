import path from 'node:path'
import { describeExcess } from '#core/exchange/import-changes.ts'
import { planImport, type PlanEntry } from '#core/exchange/import-plan.ts'
import { describePlan } from '#core/exchange/plan-summary.ts'
import { loadCastOf } from '#core/exchange/load-cast.ts'
import { loadCommentsOf } from '#core/exchange/load-comments.ts'
import { findStage } from '#core/studios/find-by-name.ts'
import { nothingMatched } from '#cli/cli-error.ts'
import { listNewFields } from '#core/exchange/propose-fields.ts'
import { newId } from '#core/lib/ids.ts'
import { describeChoice } from '#cli/exchange/field-answers.ts'
import { flagControls } from '#cli/exchange/flag-controls.ts'
import { describeNameChoice } from '#cli/exchange/name-answers.ts'
import { describeOptionChoice } from '#cli/exchange/option-answers.ts'
import { openOneSpace } from '#cli/exchange/open-one-space.ts'
import { savePlanFile, sizeOf, type PlanFile } from '#cli/exchange/plan-file.ts'
import { readSource, type SourceOptions } from '#cli/exchange/read-source.ts'
import { toCatalogue, toContent } from '#core/exchange/to-content.ts'
import { exitCodes } from '#cli/exit-code.ts'
import type { GlobalOptions } from '#cli/global-options.ts'
import { defineVerb, flag } from '#cli/define-verb.ts'

export type ImportPlanOptions = Pick<GlobalOptions, 'project' | 'space' | 'timeZone'> &
  SourceOptions & { readonly out?: string; readonly all?: boolean; readonly commentsTo?: string }

export const verb = defineVerb({
  arguments: '<file>',
  summary: 'compare a file with a space and save what an import would do; changes nothing',
  options: [
    flag(
      '--format <name>',
      'csv, xlsx, json, edl, otio, xml, kitsu, shotgrid, ftrack or ayon (default: by the file name)',
    ),
    flag('--sheet <name>', 'sheet of a workbook, or list of a JSON file (default: the first)'),
    flag('--collection <name>', 'collection for items that name none'),
    flag(
      '--map <pair>',
      "map a column: name='Shot Code', leave one out: -=Notes, or a JSON file of such pairs; repeatable",
      {
        as: 'list',
      },
    ),
    flag('--encoding <name>', 'utf-8, latin-1 or utf-16 (default: as the file says)'),
    flag('--blank-clears', 'an empty cell clears the value instead of keeping it'),
    flag('--dates <order>', 'dmy or mdy, for days like 6/3/2026 (default: as other days of the file show)'),
    flag('--comments-to <stage>', 'stage of comments that name no task'),
    flag('--rate <fps>', 'frame rate of an EDL, or of timecodes in a sheet without FPS: 24, 23.976, 24000/1001'),
    flag(
      '--match <template>',
      "how clips, or a sheet’s items without a collection, are named: '{collection}_{item}_v*'; '{collection}_*' keeps the whole name",
    ),
    flag('--first-frame <number>', 'number of every shot’s first frame, such as 1001', { as: 'number' }),
    flag('--handles <frames>', 'handles of every shot, if the cut does not say', { as: 'number' }),
    flag('--fields <what>', 'columns without a field: propose (suggest fields), none or all', {
      default: 'propose',
    }),
    flag(
      '--field <column>',
      "make a field of a column: Mood, of a kind: 'Mood=choice', or not: 'Mood=no'; repeatable",
      {
        as: 'list',
      },
    ),
    flag('--options <what>', 'names that a list field lacks: propose (suggest options), none or all', {
      default: 'propose',
    }),
    flag(
      '--option <name>',
      "add an option: 'Vendor=Sol', or not: 'Vendor=Sol=no', or read it as another: 'Vendor=Sool=Sol'; repeatable",
      {
        as: 'list',
      },
    ),
    flag('--missing <what>', 'statuses, stages and kinds the studio lacks: propose (suggest them), none or all', {
      default: 'propose',
    }),
    flag(
      '--status <name>',
      "add a status: 'On hold', or not: 'On hold=no', or read it as another: 'Aproved=DONE'; repeatable",
      { as: 'list' },
    ),
    flag('--stage <name>', "the same for a stage: Roto, 'Roto=no', 'Roto=Compositing'; repeatable", { as: 'list' }),
    flag('--kind <name>', "the same for a kind of item: Vehicle, 'Vehicle=no', 'Vehicle=Prop'; repeatable", {
      as: 'list',
    }),
    flag('-o, --out <plan>', 'where to save the plan (default: <file>.plan.json in this folder)'),
    flag('--all', 'include unchanged items'),
  ],
  examples: [
    'import plan shots.csv --space ep01',
    "import plan tracker.csv --space ep01 --map name='Shot Code' --map 'shotgrid id=Id'",
    'import plan locked.edl --space ep01 --collection sq010 --rate 23.976 --first-frame 1001 --handles 8',
    'import plan cut.otio --space ep01 --collection sq010',
    "import plan conform.edl --space ep01 --rate 24 --match '{collection}_{item}_v*'",
    'import plan bids.xlsx --space ep01 --sheet Shots',
    'import plan notes.csv --space ep01 --comments-to anim',
    "import plan kitsu.csv --space ep01 --fields all --field 'Mood=text' --field 'Old notes=no'",
    "import plan bids.csv --space ep01 --options all --option 'Vendor=Northwnd=Northwind'",
    "import plan statuses.csv --space ep01 --missing all --status 'Aproved=DONE'",
  ],
  /** Writes and shows a plan of what an import would do. Changes nothing in the studio. */
  run: async (options: ImportPlanOptions, context) => {
    const { client, studio, space, name } = await openOneSpace(options, context)
    const catalogue = toCatalogue(studio, space)
    const { commentsTo } = options
    if (commentsTo !== undefined && findStage(catalogue.stages, commentsTo) === undefined)
      throw nothingMatched(`There is no stage "${commentsTo}".`)
    const mayMakeFields = studio.can('create')
    const timeZone = options.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
    const source = await readSource(options, { catalogue, space: name, mayMakeFields, timeZone })
    const asked = listProposals(source)
    const newFields = listNewFields(source)
    const content = toContent(studio, space, await loadCastOf(client, { studio, space }, source.rows))
    const knownComments = await loadCommentsOf(client.gateway, space.spaceId, source.rows)
    const comments = { timeZone, stage: commentsTo, mayBring: studio.can('delete') }
    const newOptions = source.options
    const { rows, names: newNames } = source
    const given = { rows, content, catalogue, newFields, newNames, newOptions, newId, comments, knownComments }
    const { entries, changes, summary } = planImport({ ...given, controls: flagControls })
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
      summary,
      left: source.left,
      people: source.people,
      ...asked,
      entries,
      changes,
    }
    await savePlanFile(path.resolve(context.io.cwd, file), plan)
    context.print({
      rows: entries
        .filter(({ kind, left }) => options.all === true || kind !== 'unchanged' || left.length > 0)
        .map(toRow),
      fields: ['line', 'kind', 'path', 'changes', 'left', 'problem'],
    })
    const choices = describeChoices(asked, mayMakeFields)
    for (const line of [...describePlan(summary, source), ...choices]) context.warn(line)
    context.warn(
      `${counts.new} new, ${counts.changed} changed, ${counts.unchanged} unchanged, ${counts.conflict} in conflict.`,
    )
    const excess = describeExcess(changes)
    if (excess !== undefined) context.warn(excess)
    else context.say(sizeOf(plan) === 0 ? 'Nothing to do.' : `Apply it with: studio-cli import apply ${file}`)
    return counts.conflict === 0 && excess === undefined ? exitCodes.done : exitCodes.partlyDone
  },
})

function listProposals({ proposed, options, names }: Awaited<ReturnType<typeof readSource>>) {
  return {
    fields: proposed.map(({ proposal }) => proposal),
    options: options.flatMap((each) => each.proposals),
    names: names?.proposals ?? [],
  }
}

function describeChoices({ fields, options, names }: ReturnType<typeof listProposals>, mayMake: boolean) {
  return [
    ...describeChoice(fields, mayMake),
    ...describeOptionChoice(options, mayMake),
    ...describeNameChoice(names, mayMake),
  ]
}

function count(entries: readonly PlanEntry[]): PlanFile['counts'] {
  const counts = { new: 0, changed: 0, unchanged: 0, conflict: 0 }
  for (const { kind } of entries) counts[kind] += 1
  return counts
}

function toRow({ line, kind, path: place, changes, left, problem }: PlanEntry) {
  return {
    line,
    kind,
    path: place,
    changes: changes.map(({ field, from, to }) => `${field}: ${from === '' ? '–' : from} → ${to === '' ? '–' : to}`),
    left,
    problem: problem ?? null,
  }
}
