import { groupBy } from '#core/lib/collections.ts'
import { foldName } from '#core/lib/slug.ts'
import { err, ok, type Result } from '#core/lib/result.ts'
import { findStage, findStatus } from '#core/studios/find-by-name.ts'
import type { Sheet } from './csv.ts'
import type { FileProblem } from './file-problem.ts'
import { findKindNamed } from './find-kind.ts'
import type { ImportRow, TaskValues } from './import-row.ts'
import { makeNameRows, type NameCatalogue } from './name-rows.ts'
import { findMisspelt } from './option-names.ts'
import {
  proposeNames,
  toKindKey,
  toNameKey,
  type NameAnswers,
  type NameProposal,
  type ProposedNames,
  type UnknownName,
} from './propose-names.ts'
import { readSheet, type ReadSheet, type SheetOptions } from './read-sheet.ts'
import type { UnknownTask } from './stage-columns.ts'
import {
  findTypeOfKind,
  makeStatusKey,
  listStagesElsewhere,
  listUnknownKinds,
  listUnknownStatuses,
} from './unknown-names.ts'

/** A person's answers about names that the studio lacks, and the names it has. */
export type NamesGiven = { readonly answers: NameAnswers; readonly catalogue: NameCatalogue }

type ReadNamed = ReadSheet & { readonly names?: ProposedNames }

/**
 * Reads a sheet with the statuses, stages and kinds to be added to the studio: stages first, since they decide what
 * columns and rows mean. Names treated as existing ones are replaced by those in its rows.
 */
export function readNamedSheet(
  sheet: Sheet,
  options: SheetOptions,
  given: NamesGiven | undefined,
): Result<ReadNamed, FileProblem> {
  const first = readSheet(sheet, options)
  if (!first.ok || given === undefined) return first
  const { answers, catalogue } = given
  const find = makeFinder(catalogue)
  const stages = proposeNames(first.value.unknownStages.map(withLike(catalogue)), answers, find)
  const read = readAgain(sheet, options, stages) ?? first
  if (!read.ok) return err(read.error)
  const { rows } = read.value
  // Ask about all other missing names at once, also in rows whose stage is still in question.
  const asked = stages.filter(({ state, like }) => state === 'proposed' && like === undefined)
  const seen = withUnknownTasks(rows, read.value.ofUnknownStages, new Set(asked.map(({ name }) => foldName(name))))
  const judged = proposeNames(
    [
      ...listStagesElsewhere(rows, catalogue),
      ...listUnknownStatuses(seen, catalogue),
      ...listUnknownKinds(seen, catalogue),
    ],
    answers,
    find,
  )
  const others = asked.length === 0 ? judged : markUnneeded(judged, rows, catalogue)
  const proposals = [
    ...others.filter(({ of }) => of === 'status'),
    ...stages,
    ...others.filter(({ of }) => of !== 'status'),
  ]
  const made = makeNameRows(proposals, { catalogue, typeOf: (kind) => findTypeOfKind(rows, kind) })
  return ok({ ...read.value, rows: withMeant(rows, others, catalogue.statuses), names: { proposals, made } })
}

type NamedRow = UnknownTask['row']

/** Adds the tasks of these stages (folded names) to the rows. */
function withUnknownTasks(
  rows: readonly NamedRow[],
  tasks: readonly UnknownTask[],
  stages: ReadonlySet<string>,
): readonly NamedRow[] {
  const more = groupBy(
    tasks.filter(({ stage }) => stages.has(foldName(stage))),
    ({ row }) => row.line,
  )
  if (more.size === 0) return rows
  const seen = rows.map((row): NamedRow => {
    const here = more.get(row.line) ?? []
    more.delete(row.line)
    return here.length === 0
      ? row
      : { ...row, tasks: new Map([...row.tasks, ...here.flatMap((each) => [...each.row.tasks])]) }
  })
  const rest = [...more.values()].flatMap((each) => each.map(({ row }) => row))
  return [...seen, ...rest].toSorted((one, other) => one.line - other.line)
}

/** Marks accepted names as unneeded if all rows with them are left out with their stage. */
function markUnneeded(
  judged: readonly NameProposal[],
  rows: readonly NamedRow[],
  catalogue: NameCatalogue,
): readonly NameProposal[] {
  if (judged.every(({ state }) => state !== 'taken')) return judged
  const needed = new Set(
    [...listUnknownStatuses(rows, catalogue), ...listUnknownKinds(rows, catalogue)].map(({ of, name }) =>
      toNameKey(of, name),
    ),
  )
  return judged.map((each) =>
    each.state === 'taken' && each.of !== 'stage' && !needed.has(toNameKey(each.of, each.name))
      ? { ...each, state: 'unneeded' }
      : each,
  )
}

function withLike({ stages }: NameCatalogue): (unknown: UnknownName) => UnknownName {
  return (unknown) => {
    const like = findMisspelt(stages, unknown.name)
    return like === undefined ? unknown : { ...unknown, like: like.name }
  }
}

function makeFinder({ statuses, stages, kinds = [] }: NameCatalogue) {
  return (of: NameProposal['of'], text: string): string | undefined => {
    if (of === 'status') return findStatus(statuses, text)?.name
    return (of === 'stage' ? findStage(stages, text) : findKindNamed(kinds, text))?.name
  }
}

/** Reads the sheet again with the answers about stages; undefined if they change nothing. */
function readAgain(sheet: Sheet, options: SheetOptions, stages: readonly NameProposal[]) {
  const taken = stages.filter(({ state }) => state === 'taken').map(({ name }) => name)
  const same = stages.flatMap(({ name, column, sameAs }) => (sameAs === undefined ? [] : [{ name, column, sameAs }]))
  const refused = stages.filter(({ state, column }) => state === 'refused' && column !== undefined)
  if (taken.length + same.length + refused.length === 0) return undefined
  return readSheet(sheet, {
    ...options,
    stages: [...options.stages, ...taken],
    stageWords: new Map(same.map(({ name, sameAs }) => [foldName(name), sameAs])),
    noStages: new Set([...(options.noStages ?? []), ...refused.map(({ name }) => foldName(name))]),
    mapping: [
      ...options.mapping,
      ...same.flatMap(({ column, sameAs }) => (column === undefined ? [] : [[sameAs.toLowerCase(), column] as const])),
    ],
  })
}

/** Replaces statuses and kinds in rows by the names they are treated as. */
function withMeant(
  rows: readonly ImportRow[],
  proposals: readonly NameProposal[],
  present: NameCatalogue['statuses'],
): readonly ImportRow[] {
  const toStatusKey = makeStatusKey(present)
  const listSame = (of: NameProposal['of'], toKey: (name: string) => string): ReadonlyMap<string, string> =>
    new Map(
      proposals.flatMap((each) =>
        each.of === of && each.sameAs !== undefined ? [[toKey(each.name), each.sameAs] as const] : [],
      ),
    )
  const [statuses, kinds] = [listSame('status', toStatusKey), listSame('kind', toKindKey)]
  if (statuses.size + kinds.size === 0) return rows
  const nameStatus = (values: TaskValues): TaskValues => {
    const meant = values.status === undefined ? undefined : statuses.get(toStatusKey(values.status))
    return meant === undefined ? values : { ...values, status: meant }
  }
  return rows.map((row) => {
    const kind = row.kindName === undefined ? undefined : kinds.get(toKindKey(row.kindName))
    return {
      ...row,
      tasks: new Map([...row.tasks].map(([stage, values]) => [stage, nameStatus(values)])),
      ...(kind !== undefined && { kindName: kind }),
    }
  })
}
