import { kindTitles } from '#core/fields/kind-titles.ts'
import type { CollectionId, ItemId, TaskId } from '#core/lib/ids.ts'
import { describeNames } from './describe-names.ts'
import { describeOptions } from './describe-options.ts'
import type { ImportChanges } from './import-changes.ts'
import type { LeftOut } from './import-row.ts'
import { listLines } from './list-lines.ts'
import type { FieldProposal } from './propose-fields.ts'
import { toNameKey, type NamedThing } from './propose-names.ts'
import type { ImportFile } from './read-import-file.ts'
import type { Names } from './plan-tasks.ts'

/** The number of things an import creates, changes, and finds in the file without changing them. */
export type Tally = { readonly created: number; readonly changed: number; readonly left: number }

/** An import in numbers. */
export type PlanSummary = {
  readonly collections: Tally
  readonly items: Tally
  readonly tasks: Tally
  /** Links of casts; removed ones count as changed. */
  readonly links: Tally
  /** Comments on tasks. */
  readonly comments: Tally
  /** Changed values of items and tasks. */
  readonly fields: number
  readonly people: {
    /** Members named in the file. */
    readonly known: number
    /** Anybody else it names: they would have to be invited, which an import never does. */
    readonly unknown: readonly { readonly name: string; readonly tasks: number }[]
  }
  /** Authors of comments who are not members; their names stay with the comments. */
  readonly authors: readonly { readonly name: string; readonly comments: number }[]
  /** Statuses matched to another program's words. */
  readonly taken: readonly { readonly word: string; readonly status: string }[]
  /** Statuses and kinds that the studio lacks, with the number of rows that are refused or go without. */
  readonly missing: {
    readonly statuses: readonly { readonly name: string; readonly rows: number }[]
    readonly kinds: readonly { readonly name: string; readonly rows: number }[]
  }
}

type Given = {
  readonly changes: ImportChanges
  readonly names: Names
  /** Existing things that the file names. */
  readonly met: {
    readonly collections: ReadonlySet<CollectionId>
    readonly items: ReadonlySet<ItemId>
    readonly tasks: ReadonlySet<TaskId>
    readonly comments: number
  }
  readonly authors: ReadonlyMap<string, number>
}

/** Counts what an import would do. */
export function summarize({ changes, names, met, authors }: Given): PlanSummary {
  const made = new Set<string>(changes.collections.map(({ id }) => id))
  const changedTasks = new Set<string>(changes.taskChanges.map(({ id }) => id))
  return {
    collections: {
      created: made.size,
      changed: 0,
      left: [...met.collections].filter((id) => !made.has(id)).length,
    },
    items: {
      created: changes.items.length,
      changed: changes.itemChanges.length,
      left: met.items.size - changes.itemChanges.length,
    },
    tasks: {
      created: changes.tasks.length,
      changed: changedTasks.size,
      left: [...met.tasks].filter((id) => !changedTasks.has(id)).length,
    },
    links: countLinks(changes.links ?? []),
    comments: { created: changes.comments?.length ?? 0, changed: 0, left: met.comments },
    fields:
      changes.taskChanges.length + changes.itemChanges.reduce((sum, { fields }) => sum + Object.keys(fields).length, 0),
    people: {
      known: names.knownPeople.size,
      unknown: [...names.unknownPeople].map(([name, tasks]) => ({ name, tasks })),
    },
    authors: [...authors].map(([name, comments]) => ({ name, comments })),
    taken: [...names.taken].map(([word, status]) => ({ word, status })),
    missing: { statuses: listRows(names.unknownStatuses), kinds: listRows(names.unknownKinds) },
  }
}

function listRows(names: ReadonlyMap<string, number>): PlanSummary['missing']['kinds'] {
  return [...names].map(([name, rows]) => ({ name, rows }))
}

function countLinks(links: NonNullable<ImportChanges['links']>): Tally {
  const created = links.filter(({ expected }) => (expected?.count ?? 0) === 0).length
  return { created, changed: links.length - created, left: 0 }
}

type Read = Pick<ImportFile, 'left' | 'notes' | 'people' | 'proposed' | 'options' | 'names'>

/** Describes a plan in sentences, for app and command line alike: its numbers, and what is not used and why. */
export function describePlan(summary: PlanSummary, read: Read): readonly string[] {
  const { collections, items, tasks, links, comments, fields, people } = summary
  const ofCasts = links.created + links.changed
  const known = people.known + read.people.filter(({ isMember }) => isMember).length
  const numbers =
    `Collections: ${describeTally(collections)}. Items: ${describeTally(items)}. Tasks: ${describeTally(tasks)}. ` +
    (ofCasts === 0
      ? ''
      : `Casts: ${links.created} ${links.created === 1 ? 'link' : 'links'} created, ${links.changed} changed. `) +
    (comments.created + comments.left === 0 ? '' : `Comments: ${describeTally(comments)}. `) +
    `Values: ${fields} changed. People: ${known} known, ${listStrangers(summary, read).length} unknown.`
  return [
    numbers,
    ...describeNotes(summary, read),
    ...describeProposals(read.proposed.map(({ proposal }) => proposal)),
    ...describeOptions(read.options.flatMap(({ proposals }) => proposals)),
    ...describeNames(read.names?.proposals ?? []),
  ]
}

/** Describes what a person should know about a plan besides its numbers and fields. */
export function describeNotes(summary: PlanSummary, read: Read): readonly string[] {
  const strangers = listStrangers(summary, read)
  const asked = new Set(
    read.names?.proposals.filter(({ state }) => state !== 'refused').map(({ of, name }) => toNameKey(of, name)),
  )
  const notAsked = (of: NamedThing, names: PlanSummary['missing']['kinds']): PlanSummary['missing']['kinds'] =>
    names.filter(({ name }) => !asked.has(toNameKey(of, name)))
  return [
    ...read.notes,
    ...summary.taken.map(({ word, status }) => `"${word}" is read as ${status}.`),
    ...notAsked('status', summary.missing.statuses).map(
      (each) => `There is no status ${countRows(each)}: add it to the studio, or write another, and plan again.`,
    ),
    ...notAsked('kind', summary.missing.kinds).map(
      (each) => `There is no kind of item ${countRows(each)}: add it to the studio first, or these items have no kind.`,
    ),
    ...strangers.map((who) => `Not a member: ${who}.`),
    ...summary.authors.map(
      ({ name, comments }) =>
        `"${name}" is not a member: the name stays on ${comments === 1 ? 'a comment' : `${comments} comments`}.`,
    ),
    ...(strangers.length > 0 ? ['Nobody was invited. Invite them, and plan again once they have joined.'] : []),
    ...describeLeft(read.left),
  ]
}

/** Describes columns that become fields or could, one sentence each; refused ones are left out. */
export function describeProposals(proposals: readonly FieldProposal[]): readonly string[] {
  return proposals
    .filter(({ state, isStage }) => state === 'taken' || (state === 'proposed' && isStage !== true))
    .map(describeProposal)
}

function describeProposal({ state, ...field }: FieldProposal): string {
  const { column, name, key, kind, unit, options, values, misfits, examples, described, of } = field
  const ofTasks = of === 'task' ? ' of tasks' : ''
  const title = `${kindTitles[kind]}${unit === '' ? '' : ` in ${unit}`}`
  const such = examples.length > 0 ? `, such as ${listSome(examples, 3)}` : ''
  const says = options.length > 0 ? `: ${listSome(options, 8)}` : such
  const what = `${title}, ${values} ${values === 1 ? 'value' : 'values'}${says}`
  const does = misfits === 1 ? 'does not fit and is' : 'do not fit and are'
  const wrong = misfits === 0 ? '' : ` ${misfits} of them ${does} left out.`
  if (described !== undefined) {
    const of = described.of === 'task' ? ' of tasks' : ''
    const as = kind === 'formula' ? `${title}, ${listSome([described.formula], 1)}` : what
    return state === 'taken'
      ? `The studio gets the field ${name} (${key})${of}, as the file describes it: ${as}.${wrong}`
      : `The studio could get the field "${column}"${of}, as the file describes it: ${as}.${wrong}`
  }
  return state === 'taken'
    ? `Column "${column}" becomes the new field ${name} (${key})${ofTasks}: ${what}.${wrong}`
    : `Column "${column}" could become a field${ofTasks}: ${what}.${wrong}`
}

function countRows({ name, rows }: { readonly name: string; readonly rows: number }): string {
  return `"${name}" (${rows} ${rows === 1 ? 'row' : 'rows'})`
}

function listSome(texts: readonly string[], most: number): string {
  const short = texts.slice(0, most).map((text) => {
    const line = text.replace(/\s+/g, ' ')
    return line.length > 40 ? `${line.slice(0, 39)}…` : line
  })
  return short.join(', ') + (texts.length > most ? ', …' : '')
}

function listStrangers({ people }: PlanSummary, { people: listed }: Read): readonly string[] {
  return [
    ...people.unknown.map(({ name, tasks: count }) => `"${name}" (${count} ${count === 1 ? 'task' : 'tasks'})`),
    ...listed.filter(({ isMember }) => !isMember).map(({ name, email }) => `"${name}" <${email}>`),
  ]
}

function describeTally({ created, changed, left }: Tally): string {
  return `${created} created, ${changed} changed, ${left} left`
}

/** Describes what is left out: columns and other parts one by one, lines grouped by reason. */
function describeLeft(left: readonly LeftOut[]): readonly string[] {
  const lines = new Map<string, number[]>()
  const columns: string[] = []
  for (const each of left) {
    if ('line' in each) {
      const others = lines.get(each.reason)
      if (others === undefined) lines.set(each.reason, [each.line])
      else others.push(each.line)
    } else if ('part' in each) columns.push(`${each.part} is not used: ${each.reason}`)
    else {
      const rows = each.rows === undefined ? '' : ` (${each.rows} ${each.rows === 1 ? 'row' : 'rows'})`
      columns.push(`Column "${each.column}"${rows} is not used: ${each.reason}`)
    }
  }
  return [...columns, ...[...lines].map(([reason, all]) => `${describeLines(all)} not used: ${reason}`)]
}

/** Returns `Line 3 is` or `Lines 3, 7–9 are`. */
function describeLines(lines: readonly number[]): string {
  return lines.length === 1 ? `Line ${listLines(lines)} is` : `Lines ${listLines(lines)} are`
}
