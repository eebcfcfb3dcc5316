import type { SpaceReplica } from '#core/items/space-replica.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { Gateway } from '#core/gateway/ports.ts'
import { newId, type OperationId } from '#core/lib/ids.ts'
import { ok, type Result } from '#core/lib/result.ts'
import { applyImport, undoImportedChanges, type ImportOutcome } from './apply-import.ts'
import type { FileProblem } from './file-problem.ts'
import { loadCastOf, type CastOpener } from './load-cast.ts'
import { loadCommentsOf } from './load-comments.ts'
import type { CommentOptions } from './plan-comments.ts'
import type { ImportProgress } from './import-progress.ts'
import { toReverse, type ImportChanges } from './import-changes.ts'
import { planImport, type ImportPlan } from './import-plan.ts'
import { describeKept, describeNames } from './describe-names.ts'
import { describeOptions } from './describe-options.ts'
import type { NameAnswers, NameProposal } from './propose-names.ts'
import { describeNotes, describeProposals } from './plan-summary.ts'
import type { OptionProposal } from './propose-options.ts'
import { listNewFields, type FieldProposal } from './propose-fields.ts'
import type { KnownColumn } from './known-columns.ts'
import { readImportFile, type ImportFileOptions } from './read-import-file.ts'
import { toCatalogue, toContent } from './to-content.ts'

/** A space and its name. */
export type ImportPlace = {
  readonly studio: StudioReplica
  readonly space: SpaceReplica
  readonly name: string
  /** Opens the rest of the project, for files with casts, and asks for comments imported before. */
  readonly opener: CastOpener & { readonly gateway: Pick<Gateway, 'call'> }
}

/** A file's plan for a space, with sentences for the person besides the numbers. */
export type FilePlan = ImportPlan & {
  readonly notes: readonly string[]
  /** Titles of columns that are not recognised and could be mapped. */
  readonly unused: readonly string[]
  /** Columns recognised by their titles. */
  readonly columns: readonly KnownColumn[]
  /** Columns that could become fields, or will. */
  readonly proposals: readonly FieldProposal[]
  /** Option names that lists lack, and what happens to them. */
  readonly options: readonly OptionProposal[]
  /** Statuses, stages and kinds that the studio lacks, and what happens to them. */
  readonly names: readonly NameProposal[]
  /** Whether it has timecodes whose rate has to be given. */
  readonly asksRate: boolean
  /** Whether the file contains comments. */
  readonly hasComments: boolean
  /** The statuses, stages, kinds, fields and options it creates, in sentences. */
  readonly made: readonly string[]
}

/** The options a person gives for a file. */
type GivenOptions = Omit<
  ImportFileOptions,
  | 'stages'
  | 'statuses'
  | 'members'
  | 'kinds'
  | 'fields'
  | 'taskFields'
  | 'studioFields'
  | 'hasRole'
  | 'checkFormulas'
  | 'space'
  | 'project'
  | 'names'
> & {
  readonly comments: CommentOptions
  /** What to do with statuses, stages and kinds that the studio lacks. */
  readonly nameAnswers: NameAnswers
}

/** Compares a file with an open space without changing anything; problems with the whole file have a position. */
export async function planFile(
  bytes: Uint8Array,
  { studio, space, name, opener }: ImportPlace,
  given: GivenOptions,
): Promise<Result<FilePlan, FileProblem>> {
  const catalogue = toCatalogue(studio, space)
  const { members, statuses, kinds, fields, taskFields, studioFields, project, hasRole, checkFormulas } = catalogue
  const stages = catalogue.stages.map((stage) => stage.name)
  const ofStudio = { statuses, members, kinds, fields, taskFields, studioFields, project, hasRole, checkFormulas }
  const known = { ...ofStudio, stages, space: name }
  const names = { answers: given.nameAnswers, catalogue }
  const { timeZone } = given.comments
  const file = await readImportFile(bytes, { timeZone, ...given, ...known, names })
  if (!file.ok) return file
  const newFields = listNewFields(file.value)
  const casting = await loadCastOf(opener, { studio, space }, file.value.rows)
  const content = toContent(studio, space, casting)
  const { rows } = file.value
  const knownComments = await loadCommentsOf(opener.gateway, space.spaceId, rows)
  const plan = planImport({
    rows,
    content,
    catalogue,
    newFields,
    newNames: file.value.names,
    newOptions: file.value.options,
    newId,
    comments: { ...given.comments, mayBring: studio.can('delete') },
    knownComments,
  })
  const unused = file.value.left.flatMap((each) => ('column' in each && each.rows === undefined ? [each.column] : []))
  const proposals = file.value.proposed.map(({ proposal }) => proposal)
  const options = file.value.options.flatMap((each) => each.proposals)
  const named = file.value.names?.proposals ?? []
  const made = [
    ...describeNames(named.filter(({ state }) => state === 'taken')),
    ...describeProposals(proposals.filter(({ state }) => state === 'taken')),
    ...describeOptions(options.filter(({ state }) => state === 'taken')),
  ]
  const hasComments = rows.some((row) => row.comments !== undefined)
  const notes = [
    ...describeNotes(plan.summary, file.value),
    ...describeNames(named.filter(({ state }) => state === 'same' || state === 'excess' || state === 'unneeded')),
    ...describeOptions(options.filter(({ state }) => state === 'same' || state === 'excess')),
  ]
  const { columns, asksRate = false } = file.value
  return ok({ ...plan, columns, asksRate, hasComments, notes, unused, proposals, options, names: named, made })
}

type Here = { readonly gateway: Pick<Gateway, 'call' | 'pull'> }

type Applied = {
  readonly changes: ImportChanges
  /** A repeat with the same id continues where the first attempt stopped. */
  readonly operationId: OperationId
  readonly onFields?: (changes: ImportChanges) => void
  readonly onStep?: (progress: ImportProgress) => void
}

/** Carries out a plan. Fails as `applyImport` does. */
export async function importInto(
  { gateway }: Here,
  { studioId, spaceId }: Pick<SpaceReplica, 'studioId' | 'spaceId'>,
  applied: Applied,
): Promise<ImportOutcome> {
  return await applyImport(gateway, { ...applied, studioId, spaceId, onConflict: 'refuse' })
}

/**
 * Undoes an import; returns how many values stay because somebody else has changed them, and what stays because the
 * studio uses it. Fails as `undoImportedChanges` does.
 */
export async function undoImportInSpace(
  { gateway }: Here,
  { studioId, spaceId }: Pick<SpaceReplica, 'studioId' | 'spaceId'>,
  changes: ImportChanges,
): Promise<{ readonly changed: number; readonly kept: readonly string[] }> {
  const request = { studioId, spaceId, reverse: toReverse(changes), operationId: newId<OperationId>() }
  const { conflicts, kept = [] } = await undoImportedChanges(gateway, request)
  return { changed: conflicts.length, kept: describeKept(kept) }
}
