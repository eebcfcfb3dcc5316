import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { newId, type StageId, type StatusId, type UserId } from '#core/lib/ids.ts'
import type { MemberRow } from '#core/schema/studio-members.ts'
import { defaultStatuses } from '#core/studios/default-statuses.ts'
import { planImport } from './import-plan.ts'
import { describePlan } from './plan-summary.ts'
import { findImportFormat, readImportFile, type ImportFileOptions } from './read-import-file.ts'
import type { Catalogue } from './space-content.ts'
import { noImportChoices } from './test/no-import-choices.ts'

// Files of other programs, made by hand from their documentation, independently of the readers.

const names = ['Layout', 'Animation', 'Compositing', 'Modeling', 'Concept']
const stages = names.map((name, orderIndex) => {
  return { id: newId<StageId>(), name, color: '', category: 'production' as const, icon: undefined, orderIndex }
})
const members = ['Mei Tanaka', 'Jonas Weber', 'Priya Raman'].map((displayName) => {
  const email = `${displayName.toLowerCase().replace(' ', '.')}@northlight.example`
  return { userId: newId<UserId>(), displayName, email } as MemberRow
})
const statuses = defaultStatuses.map((status) => ({ ...status, id: newId<StatusId>() }))
const catalogue: Catalogue = { stages, members, statuses, activeStageIds: stages.map(({ id }) => id) }

/** Returns every message of a file's plan for an empty space. */
async function tell(file: string, more: Partial<ImportFileOptions>): Promise<string> {
  const read = await readImportFile(readFileSync(new URL(`fixtures/${file}`, import.meta.url)), {
    format: findImportFormat(file.split('.').at(-1) ?? '') ?? 'csv',
    stages: names,
    members,
    statuses,
    fieldAnswers: { rest: 'propose', columns: new Map(), isAllowed: true },
    space: 'E01',
    ...noImportChoices,
    ...more,
  })
  if (!read.ok) return `${read.error.line}:${read.error.column} ${read.error.message}\n`
  const content = { collections: [], items: [], tasks: [], hoursOf: () => undefined, isIllustration: false }
  const { entries, changes, summary } = planImport({ rows: read.value.rows, content, catalogue, newId })
  const ranges = new Map(changes.items.map((item) => [item.title, item]))
  const lines = entries.map(({ line, kind, path, left, problem }) => {
    const { frameIn, frameOut, frameRate, handleIn, handleOut } = ranges.get(path.split('/').at(-1) ?? '') ?? {}
    const range =
      frameIn === undefined ? '' : ` ${frameIn}–${frameOut} +${handleIn ?? ''}+${handleOut ?? ''} ${frameRate ?? ''}`
    return [`${line} ${kind} ${path}${range}`, ...left, ...(problem === undefined ? [] : [problem])].join('\n    ')
  })
  const said = (changes.comments ?? []).map(
    ({ authorName, saidAt, content: text }) =>
      `${authorName ?? '–'}, ${saidAt ?? '–'}: ${text.replaceAll('\n', ' / ')}`,
  )
  return `${[...lines, ...said, '', ...describePlan(summary, read.value)].join('\n')}\n`
}

const cut = { collection: 'R1' }
test.each([
  ['kitsu-server-shots.csv', {}],
  ['kitsu-page-shots.csv', {}],
  ['kitsu-playlist.csv', {}],
  ['kitsu-comments.json', {}],
  ['kitsu-api-shots.json', {}],
  ['shotgrid-page-shots.csv', {}],
  ['shotgrid-page-tasks.csv', { collection: 'SQ010' }],
  ['shotgrid-page-versions.csv', {}],
  ['shotgrid-page-notes.csv', {}],
  ['shotgrid-notes-rest.json', {}],
  ['shotgrid-notes-python.json', {}],
  ['ftrack-tasks-utf-16.csv', {}],
  ['ayon-export.csv', {}],
  ['ayon-graphql.json', {}],
  ['bid-google.csv', {}],
  ['excel-german.csv', { encoding: 'latin-1' }],
  ['excel-french.txt', {}],
  ['excel-american.csv', {}],
  ['excel-bid.xlsx', {}],
  ['excel-two-titles.xlsx', {}],
  ['status-report.csv', {}],
  ['notes.csv', {}],
  ['monday-board.csv', {}],
  ['monday-subitems.csv', {}],
  ['clickup-tasks.csv', { timeZone: 'Europe/Oslo' }],
  ['google-band.csv', {}],
  ['odd-titles.csv', {}],
  ['task-days.csv', {}],
  ['german-start-end.csv', {}],
  ['french-start-end.csv', {}],
  ['shotgrid-frame-range.csv', {}],
  ['ftrack-parents.csv', {}],
  ['ayon-folders.csv', {}],
  ['notion-shots.csv', {}],
  ['twin-titles.csv', {}],
  ['drop-frame.edl', { ...cut, rate: { numerator: 30_000, denominator: 1001 }, firstFrame: 1001 }],
  ['premiere.edl', { ...cut, rate: { numerator: 24, denominator: 1 } }],
  ['nested.otio', cut],
  ['resolve.xml', cut],
] as const)('%s is told as it was read through once', async (file, more) => {
  await expect(await tell(file, more)).toMatchFileSnapshot(`fixtures/told/${file}.txt`)
})
