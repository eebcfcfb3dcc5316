import type { Command } from 'commander'
import { declare, flag, listFlag, type ProgramParts } from '../declare.ts'
import type { ExportItemsOptions } from './export/items.ts'
import type { ExportStudioOptions } from './export/studio.ts'
import type { ImportApplyOptions } from './import/apply.ts'
import type { ImportPlanOptions } from './import/plan.ts'

/** Bringing items in from files and out to files. */
export function declareExchange(program: Command, parts: ProgramParts): void {
  declareImport(program.command('import').description('bring items in from CSV, EDL and OpenTimelineIO'), parts)
  const out = program.command('export').description('write items or a whole studio to files')
  declare<ExportItemsOptions>(out, parts, {
    name: 'items',
    summary: 'write a space as CSV, which "import plan" reads back to the same state',
    options: [flag('-o, --out <file>', 'write to a file instead of standard output')],
    examples: ['export items --space ep01 > ep01.csv'],
    load: async () => (await import('./export/items.ts')).runExportItems,
  })
  declare<ExportStudioOptions>(out, parts, {
    name: 'studio <folder>',
    summary: 'write everything you may see to a folder: items, comments, revisions, media; a repeat goes on',
    options: [
      flag('--originals', 'fetch the files themselves, too'),
      flag('--tar <file>', 'then pack the folder into a tar archive, or - for standard output'),
    ],
    examples: [
      'export studio backup --originals',
      'export studio backup --project the-salt-road',
      'export studio backup --originals --tar - | zstd > studio.tar.zst',
    ],
    load: async () => (await import('./export/studio.ts')).runExportStudio,
  })
}

function declareImport(noun: Command, parts: ProgramParts): void {
  declare<ImportPlanOptions>(noun, parts, {
    name: 'plan <file>',
    summary: 'compare a file with a space and write down what an import would do; changes nothing',
    options: [
      flag('--format <name>', 'csv, kitsu, edl or otio, where the name of the file does not say'),
      flag('--collection <name>', 'collection of items that name none'),
      listFlag(
        '--map <pair>',
        "which column is what: --map name='Shot Code'; or a JSON file of such pairs; repeatable",
      ),
      flag('--encoding <name>', 'utf-8, latin-1 or utf-16, where the file does not say'),
      flag('--blank-clears', 'an empty cell takes the value away instead of leaving it'),
      flag('--rate <fps>', 'frames a second of an EDL: 24, 23.976, 24000/1001'),
      flag('--first-frame <number>', 'number the first frame of every shot so, such as 1001').argParser(Number),
      flag('--handles <frames>', 'handles of every shot, where the cut does not tell').argParser(Number),
      flag('-o, --out <plan>', 'where the plan goes; beside you as <file>.plan.json unless given'),
      flag('--all', 'show unchanged items, too'),
    ],
    examples: [
      'import plan shots.csv --space ep01',
      "import plan tracker.csv --space ep01 --map name='Shot Code' --map 'shotgrid id=Id'",
      'import plan locked.edl --space ep01 --collection sq010 --rate 23.976 --first-frame 1001 --handles 8',
      'import plan cut.otio --space ep01 --collection sq010',
    ],
    load: async () => (await import('./import/plan.ts')).runImportPlan,
  })
  declare<ImportApplyOptions>(noun, parts, {
    name: 'apply <plan>',
    summary: 'carry a plan out, all of it or nothing; "undo" takes it back',
    options: [
      flag('--skip-conflicts', 'leave out what is in conflict, and do the rest'),
      flag('-n, --dry-run', 'show how much it is and change nothing'),
    ],
    examples: ['import apply shots.csv.plan.json --yes'],
    load: async () => (await import('./import/apply.ts')).runImportApply,
  })
}
