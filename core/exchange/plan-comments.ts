import { momentInZone } from '#core/lib/moment-in-zone.ts'
import { foldName } from '#core/lib/slug.ts'
import type { CommentId, ItemId, StageId, TaskId } from '#core/lib/ids.ts'
import type { ItemRow } from '#core/schema/items.ts'
import type { StageRow } from '#core/schema/stages.ts'
import { findStage } from '#core/studios/find-by-name.ts'
import type { NewImportComment } from './import-changes.ts'
import type { ImportComment, ImportRow } from './import-row.ts'
import type { ItemIndex } from './item-index.ts'
import { PlanConflict } from './plan-conflict.ts'
import type { ShownChange } from './plan-tasks.ts'
import type { Catalogue } from './space-content.ts'
import type { WrittenMoment } from './read-day.ts'

/** The options for importing comments. */
export type CommentOptions = {
  /** The time zone of timestamps without one. */
  readonly timeZone: string
  /** The stage for comments whose task nothing else tells; without it they are left out. */
  readonly stage?: string | undefined
  /** Whether the importer may bring in other people's comments; true if absent. */
  readonly mayBring?: boolean
}

/** Comments of a space imported before, by task and key. */
export type KnownComments = ReadonlySet<string>

/** Makes the key of a known comment. */
export function commentKey(taskId: TaskId, key: string): string {
  return `${taskId} ${key}`
}

/** Finds the item a row of comments is about: the first existing one of its names. Fails with a `PlanConflict`. */
export function findCommentItem(row: ImportRow, index: ItemIndex): { item: ItemRow; rest: string } {
  const names = [...new Set([...(row.title === undefined ? [] : [row.title]), ...(row.commentLinks ?? [])])]
  for (const name of names) {
    const item = index.findItem({ ...row, externalIds: {} }, name)
    if (item !== undefined) return { item, rest: names.filter((each) => each !== name).join(' ') }
  }
  // Versions are named after their shots: `sq010_sh020_anim_v003`.
  for (const name of names)
    for (const at of Array.from(name.matchAll(/[_\-. ]/g), ({ index: found }) => found).toReversed()) {
      const item = index.findItem({ ...row, externalIds: {} }, name.slice(0, at))
      if (item !== undefined) return { item, rest: [name.slice(at + 1), ...names].join(' ') }
    }
  throw new PlanConflict('This item does not exist here: import it first, or choose the space that has it.')
}

/** Tasks by item and stage. */
export type TasksOfItems = ReadonlyMap<ItemId, ReadonlyMap<StageId, TaskId>>

type ListedTask = { readonly id: TaskId; readonly itemId: ItemId; readonly stageId: StageId }

/** Indexes the tasks that comments can be about; empty if no row has comments. */
export function listTasks(rows: readonly ImportRow[], all: readonly ListedTask[]): TasksOfItems {
  const tasks = new Map<ItemId, Map<StageId, TaskId>>()
  if (!rows.some(({ comments }) => comments !== undefined)) return tasks
  for (const { id, itemId, stageId } of all) {
    const known = tasks.get(itemId)
    if (known === undefined) tasks.set(itemId, new Map([[stageId, id]]))
    else known.set(stageId, id)
  }
  return tasks
}

type Given = {
  readonly catalogue: Catalogue
  readonly options: CommentOptions
  /** The space's comments imported before. */
  readonly known: KnownComments
  readonly newId: () => CommentId
}

/** An item's tasks, and other texts that may name one, such as a version. */
type Of = { readonly tasks: ReadonlyMap<StageId, TaskId>; readonly hint: string }

/** Plans an import's comments row by row: each once per task, even if it is imported again. */
export class CommentPlanner {
  readonly #given: Given
  readonly made: NewImportComment[] = []
  /** How many exist already. */
  there = 0
  /** Authors who are not members here, and how many comments each has. */
  readonly strangers = new Map<string, number>()
  /** Lines of comments in this file, by task and key. */
  readonly #lines = new Map<string, number>()

  constructor(given: Given) {
    this.#given = given
  }

  /** Plans the comments of one item. */
  take({ comments = [], line }: Pick<ImportRow, 'comments' | 'line'>, of: Of) {
    const place = (comment: ImportComment): string => (comment.line === line ? '' : `Line ${comment.line}: `)
    const shown: ShownChange[] = []
    const left: string[] = []
    for (const comment of comments) {
      const { stages, reason } = this.#findStages(comment, of)
      if (reason !== undefined) left.push(place(comment) + reason)
      for (const stage of stages) {
        const taskId = of.tasks.get(stage.id)
        const outcome =
          taskId === undefined ? `There is no ${stage.name} task to comment on.` : this.#put(comment, taskId)
        if (outcome === 'made') shown.push({ field: `${stage.name} comment`, from: '', to: formatComment(comment) })
        else if (outcome === 'there') this.there += 1
        else left.push(place(comment) + outcome)
      }
    }
    return { shown, left }
  }

  #put(comment: ImportComment, taskId: TaskId): string {
    const { catalogue, options, known, newId } = this.#given
    const key = commentKey(taskId, comment.key)
    const line = this.#lines.get(key)
    if (line !== undefined) return `Repeats line ${line}.`
    this.#lines.set(key, comment.line)
    if (known.has(key)) return 'there'
    const { author, moment, text } = comment
    const by = findAuthor(author, catalogue)
    if (options.mayBring === false) return 'Your role may not import comments: ask a lead or an admin.'
    if (by.authorName !== undefined && by.authorId === undefined)
      this.strangers.set(by.authorName, (this.strangers.get(by.authorName) ?? 0) + 1)
    const saidAt = moment === undefined ? undefined : toIso(moment, options.timeZone)
    this.made.push({
      id: newId(),
      taskId,
      content: text,
      ...by,
      ...(saidAt !== undefined && { saidAt }),
      key: comment.key,
    })
    return 'made'
  }

  /** Finds the stages a comment is about: those it names, else one in a version's name, else the one in the options. */
  #findStages(
    { stages, text }: ImportComment,
    { tasks, hint }: Of,
  ): { readonly stages: readonly StageRow[]; readonly reason?: string } {
    const { catalogue, options } = this.#given
    if (text.length > 20_000) return { stages: [], reason: 'A comment has at most 20,000 characters.' }
    const found = stages.flatMap((name) => findStage(catalogue.stages, name) ?? [])
    if (found.length > 0) return { stages: [...new Set(found)] }
    if (stages.length > 0)
      return {
        stages: [],
        reason: `There is no stage "${stages.join('", "')}": add it to the studio, or write another.`,
      }
    const own = catalogue.stages.filter(({ id }) => tasks.has(id))
    const hinted = hint.split(/[_\-. /]+/).flatMap((word) => (word.length > 1 ? (findStage(own, word) ?? []) : []))
    const wanted = options.stage === undefined ? undefined : findStage(catalogue.stages, options.stage)
    const meant = hinted[0] ?? wanted ?? (own.length === 1 ? own[0] : undefined)
    return meant === undefined
      ? { stages: [], reason: 'The comment names no task: choose the stage of such comments.' }
      : { stages: [meant] }
  }
}

/** Finds a current or former member by name or address; anybody else keeps the name in the file. */
function findAuthor(
  author: string | undefined,
  { members }: Catalogue,
): Pick<NewImportComment, 'authorId' | 'authorName'> {
  if (author === undefined) return {}
  const address = /<([^<>\s]+@[^<>\s]+)>\s*$/.exec(author)?.[1]
  const wanted = (address ?? author).trim().toLowerCase()
  const found = members.filter(
    ({ email, displayName }) => wanted === email.toLowerCase() || foldName(wanted) === foldName(displayName),
  )
  const [member] = found
  return member === undefined || found.length > 1
    ? { authorName: author.slice(0, 200) }
    : { authorId: member.userId, authorName: member.displayName }
}

function toIso({ day, time = '00:00:00', zone }: WrittenMoment, timeZone: string): string {
  const at = zone === undefined ? momentInZone(day, time, timeZone) : Date.parse(`${day}T${time}${zone}`)
  return new Date(at).toISOString()
}

/** Shortens a comment to its author, day and beginning. */
function formatComment({ author, moment, text }: ImportComment): string {
  const line = text.replace(/\s+/g, ' ').trim()
  const who = [author, moment?.day].filter((part) => part !== undefined).join(', ')
  const begin = line.length > 60 ? `${line.slice(0, 59)}…` : line
  return who === '' ? begin : `${who}: ${begin}`
}
