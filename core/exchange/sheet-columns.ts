import type { ColumnMapping } from './column-mapping.ts'
import { findStage } from '#core/studios/find-by-name.ts'
import { findNamed } from '#core/lib/slug.ts'
import {
  lengthTitles,
  readBesideComment,
  readColumnOfFrames,
  readColumnOfProgram,
  foreignFields,
  foreignIds,
  reasonsToBecomeField,
  isCasting,
  placeTitles,
  reasonsOf,
  stageFields,
  taskReasons,
  taskFields as foreignTaskFields,
  taskTitles,
  commentNeedsAuthor,
} from './foreign-columns.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import { findFieldColumn } from './find-field-column.ts'
import { findCommentColumn, findCommentSheet, isOnlyComments, type CommentSheet } from './comment-columns.ts'
import { readBid, readStageBid } from './estimate-columns.ts'
import { toOwnTitles, toTitles } from './header-titles.ts'
import { isAmbiguousKindTitle, noKinds } from './kind-columns.ts'
import { isSectionTitle, type SectionMeaning } from './section-columns.ts'
import type { SheetColumn } from './sheet-column.ts'
import { readProgram, type SheetProgram } from './sheet-program.ts'
import type { TimeUnit } from './read-hours.ts'
import { explainUnfit } from './unfit-cells.ts'
import { normalize, splitWords, stripTitlePrefix } from './title-words.ts'
import {
  castColumns,
  collectionEpisode,
  collectionNumber,
  itemColumns,
  itemKind,
  toFieldTitle,
} from './sheet-fields.ts'

export type GivenHeader = {
  readonly header: readonly string[]
  /** The names of the studio's stages. */
  readonly stages: readonly string[]
  /** The studio's own fields that the items of the space have. */
  readonly fields?: readonly FieldDefinition[] | undefined
  /** The studio's own fields that its tasks have. */
  readonly taskFields?: readonly FieldDefinition[] | undefined
  /** All fields of the studio. */
  readonly studioFields?: readonly FieldDefinition[] | undefined
  readonly mapping: ColumnMapping
  /** Titles, in lower case, that a person wants a new field for, whatever they mean. */
  readonly asFields?: ReadonlySet<string> | undefined
  /** Whether the cells of a column, counted from 0, are statuses, so that a short title such as `color` means a stage. */
  readonly holdsStatuses: (column: number) => boolean
  /** The unit of time stated in all cells of a column; undefined if they do not state it. */
  readonly unitOf?: (column: number) => TimeUnit | undefined
  /** Whether all values of a column are statuses; below: paths like `Film / sq010 / sh010`, whole numbers. */
  readonly isOfStatuses?: (column: number) => boolean
  /** A stage that the studio lacks and that a column could be. */
  readonly stageOf?: ((column: number) => string | undefined) | undefined
  readonly holdsPaths?: (column: number) => boolean
  readonly holdsFrames?: (column: number) => boolean
  readonly holdsTimecodes?: (column: number) => boolean
  /** Whether it holds web addresses; ids of other rows; below: dates, numbers, people and other values, not statuses. */
  readonly holdsAddresses?: (column: number) => boolean
  readonly holdsOwnIds?: (column: number) => boolean
  readonly holdsValues?: (column: number) => boolean
  /** Whether it holds frame ranges: `1001-1048`. */
  readonly holdsRanges?: (column: number) => boolean
  /** Why its timecodes cannot be used: their frame rate is unknown. */
  readonly explainNoRate?: (column: number) => string | undefined
  /** What a column is whose heading may mean a length. */
  readonly lengthsOf?: (column: number, title: Title) => SheetColumn | undefined
  /** Whether a column holds kinds of items. */
  readonly holdsKinds?: (column: number) => boolean
  /** Whether a column named like a field of the studio's holds kinds all the same. */
  readonly meansKinds?: (column: number, field: FieldDefinition) => boolean
  /** Whether two columns differ in some row. */
  readonly differs?: (one: number, other: number) => boolean
  /** What the names in a column of sections stand for. */
  readonly sectionsOf?: (column: number) => SectionMeaning | undefined
  /** Whether some rows are tasks, listed among the items they belong to. */
  readonly hasTaskRows?: boolean
}

/**
 * Determines what each column of a header means: by the mapping, by our own titles, by those of other programs. Of
 * several with the same meaning the mapped one counts, else the one with our own title, else the first; the others are
 * left out.
 */
export function readHeader(given: GivenHeader): readonly SheetColumn[] {
  const mapped = new Set(given.mapping.map(([, theirs]) => normalize(theirs)))
  const columns = readColumns(given)
  const rankOf = (at: number): number => {
    const title = normalize(given.header[at] ?? '')
    const column = columns[at]
    if (mapped.has(title)) return 0
    // An e-mail address identifies a person best.
    if (column?.kind === 'row task' && /\be-?mail$/.test(title)) return 0.5
    if (column?.kind === 'comment') return column.field === title ? 1 : 2
    // A task may have any name; its step is a stage.
    return normalize(keyOf(column) ?? '') === title ? 1 : /^task( name)?$/.test(title) ? 3 : 2
  }
  const chosen = new Map<string, number>()
  for (const [at, column] of columns.entries()) {
    const key = keyOf(column)
    if (key === undefined) continue
    const before = chosen.get(key)
    if (before === undefined || rankOf(at) < rankOf(before)) chosen.set(key, at)
  }
  return columns.map((column, at) => {
    const key = keyOf(column)
    const counts = key === undefined ? at : (chosen.get(key) ?? at)
    if (counts === at) return column
    const isTwin = normalize(given.header[counts] ?? '') === normalize(given.header[at] ?? '')
    if (isTwin) return { kind: 'left', reason: `Column ${counts + 1} has the same heading and was used.` }
    const other = given.header[counts] ?? ''
    return column.kind === 'item' && given.differs?.(counts, at) === true
      ? { kind: 'left', reason: `"${other}" was used instead, and its values differ.`, isHomeless: true }
      : { kind: 'left', reason: `"${other}" means the same and was used.` }
  })
}

/** Lists pairs of used columns with the same title, as indexes from 0. */
export function listTwins(given: GivenHeader): readonly (readonly [number, number])[] {
  const titles = given.header.map(normalize)
  const columns = readColumns(given)
  return readHeader(given).flatMap((column, at): (readonly [number, number])[] => {
    const key = keyOf(column)
    if (key === undefined || key === 'item status') return []
    return titles.flatMap((title, other) =>
      other > at && title === titles[at] && keyOf(columns[other]) === key ? [[at, other] as const] : [],
    )
  })
}

/** Returns a key that columns of the same meaning share; undefined for those that are not used. */
function keyOf(column: SheetColumn | undefined): string | undefined {
  if (column?.kind === 'item') return column.field
  if (column?.kind === 'id') return `${column.system} id`
  if (column?.kind === 'row task') return column.field
  // A comment may have links in several columns.
  if (column?.kind === 'comment')
    return column.field === 'links' || column.field === 'tasks' ? undefined : `comment ${column.field}`
  if (column?.kind === 'task field') return `${column.stage ?? ''} field ${column.field.key}`
  if (column?.kind === 'field') return `field ${column.field.key}`
  return column?.kind === 'task' ? `${column.stage} ${column.field}` : undefined
}

/** Tells whether each row of a sheet is a comment and nothing else. */
export function isListOfComments({ header, mapping }: Pick<GivenHeader, 'header' | 'mapping'>): boolean {
  return isOnlyComments(findCommentSheet(toTitles(header, mapping)))
}

function readColumns(given: GivenHeader): readonly SheetColumn[] {
  const { header, stages, fields = [], taskFields = [], studioFields = fields, mapping, holdsStatuses } = given
  const own = { fields: [...new Set([...fields, ...studioFields.filter(({ of }) => of === 'item')])], taskFields }
  const titles = toOwnTitles(header, mapping, own)
  const comments = findCommentSheet(titles)
  const sectionAt = titles.findIndex(isSectionTitle)
  const sections = sectionAt === -1 ? undefined : given.sectionsOf?.(sectionAt)
  const isPlain = (title: string): boolean => titles.includes(title) && findFieldColumn(title, fields) === undefined
  const kind = {
    comments,
    hasPlace: titles.some((title) => title === 'collection' || placeTitles.has(stripTitlePrefix(title))),
    isCasting: !isOnlyComments(comments) && isCasting(titles) && !titles.some((title) => taskTitles.has(title)),
    // In a list of tasks each row is a task, with its stage in a cell.
    isOfTasks: given.hasTaskRows === true || sections === 'stage' || titles.some((title) => taskTitles.has(title)),
    sections,
    hasTaskRows: given.hasTaskRows === true,
    hasBothEnds: isPlain('start') && ['end', ...lengthTitles].some(isPlain),
    hasFirstAndLast: isPlain('first') && isPlain('last'),
    ...readProgram(titles),
    stages: stages.map((name) => ({ id: name, name })),
    fields,
    taskFields,
    elsewhere: studioFields.filter((field) => field.of === 'item' && !fields.includes(field)),
  }
  let stage: string | undefined
  return header.map((written, at): SheetColumn => {
    const title = titles[at] ?? ''
    // Kitsu puts a stage's assignees in the next column, always with the same title.
    if (/^assign(ations?|ees?)$/.test(title) && stage !== undefined) return { kind: 'task', stage, field: 'assignee' }
    const looks = {
      holdsStatuses: () => holdsStatuses(at),
      unitOf: () => given.unitOf?.(at),
      holdsFrames: () => given.holdsFrames?.(at) === true,
      holdsTimecodes: () => given.holdsTimecodes?.(at) === true,
      holdsAddresses: () => given.holdsAddresses?.(at) === true,
      holdsOwnIds: () => title.startsWith('parent') && given.holdsOwnIds?.(at) === true,
      holdsValues: () => titles.lastIndexOf(title) === titles.indexOf(title) && given.holdsValues?.(at) === true,
      isOfStatuses: () => given.isOfStatuses?.(at) === true,
      stageOf: () => given.stageOf?.(at),
      holdsPaths: () => given.holdsPaths?.(at) === true,
      holdsRanges: () => given.holdsRanges?.(at) === true,
      explainNoRate: () => given.explainNoRate?.(at),
      lengthsOf: (each: Title) => given.lengthsOf?.(at, each),
      holdsKinds: () => given.holdsKinds?.(at) !== false,
      meansKinds: (each: FieldDefinition) => given.meansKinds?.(at, each) === true,
    }
    const column = readColumn({ title, written }, { ...kind, ...looks })
    if (column.kind === 'task') stage = column.stage
    else if (column.kind === 'task field') stage = column.stage ?? stage
    else if (stage !== undefined && !title.startsWith(normalize(stage))) stage = undefined
    const isAsked = given.asFields?.has(written.trim().toLowerCase()) === true && !isOnlyComments(comments)
    // The studio has this field already, so no new one is created.
    const isOwn = column.kind.endsWith('field') || findFieldColumn(title, kind.elsewhere) !== undefined
    return isAsked && !isOwn ? { kind: 'left', reason: unknownTitleReason, isHomeless: true } : column
  })
}

type Kind = SheetProgram & {
  readonly hasPlace: boolean
  readonly comments: CommentSheet
  /** Whether each row is a cast link. */
  readonly isCasting: boolean
  readonly isOfTasks: boolean
  readonly hasTaskRows: boolean
  /** What a board's sections stand for, if there are any. */
  readonly sections: SectionMeaning | undefined
  /** Whether the sheet has an end or a length besides a start. */
  readonly hasBothEnds: boolean
  readonly hasFirstAndLast: boolean
  readonly stages: readonly { readonly id: string; readonly name: string }[]
  readonly fields: readonly FieldDefinition[]
  readonly taskFields: readonly FieldDefinition[]
  /** The studio's fields that the space does not have. */
  readonly elsewhere: readonly FieldDefinition[]
}
type ColumnKind = Kind & {
  readonly holdsStatuses: () => boolean
  readonly unitOf: () => TimeUnit | undefined
  readonly holdsFrames: () => boolean
  readonly holdsTimecodes: () => boolean
  readonly holdsAddresses: () => boolean
  readonly holdsOwnIds: () => boolean
  readonly holdsValues: () => boolean
  readonly holdsKinds: () => boolean
  readonly meansKinds: (field: FieldDefinition) => boolean
  readonly isOfStatuses: () => boolean
  readonly stageOf: () => string | undefined
  readonly holdsPaths: () => boolean
  readonly holdsRanges: () => boolean
  readonly explainNoRate: () => string | undefined
  readonly lengthsOf: (title: Title) => SheetColumn | undefined
}

/** A title as written, and in English and lower case. */
type Title = { readonly title: string; readonly written: string }

function readColumn({ title, written }: Title, kind: ColumnKind): SheetColumn {
  if (title === '') return { kind: 'left', reason: 'It has no heading.' }
  if (title === '-') return { kind: 'left', reason: 'The mapping leaves it out.' }
  const ofComment = findCommentColumn(title, kind.comments)
  if (ofComment !== undefined) return { kind: 'comment', field: ofComment }
  return isOnlyComments(kind.comments) ? readBesideComment(title) : readItemColumn({ title, written }, kind)
}

function readItemColumn({ title, written }: Title, kind: ColumnKind): SheetColumn {
  const { hasPlace, isOfTasks } = kind
  const ofProgram = readColumnOfProgram(title, kind)
  if (ofProgram !== undefined) return { kind: 'item', field: ofProgram }
  const ofTasks = findTaskFieldColumn(title, kind)
  if (ofTasks !== undefined) return ofTasks
  const ofStage = findStageColumn(title, kind)
  // A title that stages have no use for may be a field of the studio.
  const isField = ofStage?.kind === 'left' && findFieldColumn(title, kind.fields) !== undefined
  if (ofStage !== undefined && !isField) return ofStage
  const field = ([...itemColumns, ...castColumns, collectionNumber, collectionEpisode, itemKind] as const).find(
    (each) => each === title,
  )
  if (field === 'name' && kind.hasTaskNames) return { kind: 'left', reason: 'A task is named after its stage.' }
  if (field !== undefined) return { kind: 'item', field }
  if (title === 'asset' && kind.hasTaskNames) return { kind: 'item', field: 'task asset' }
  // A studio's own field comes before another program's meaning of the title; but in a list of tasks, a due date is the
  // task's, not an item's field.
  const named = isOfTasks && foreignTaskFields.has(title) ? undefined : findFieldColumn(title, kind.fields)
  const own = named && foreignFields.get(title) === 'kind' && kind.meansKinds(named) ? undefined : named
  if (own?.kind === 'formula') return { kind: 'left', reason: 'It is calculated from other fields.' }
  if (own !== undefined) return { kind: 'field', field: own }
  // ShotGrid titles a linked field by its path: `Link > Shot > Sequence`.
  const last = title.includes(' > ') ? (title.split(' > ').at(-1) ?? title) : title
  const foreign = [title, stripTitlePrefix(last), stripTitlePrefix(splitWords(written))]
  if (/^entity( name)?$/.test(title) && (kind.holdsPaths() || (title === 'entity name' && !hasPlace)))
    return { kind: 'item', field: 'full name' }
  const ofFrames = readColumnOfFrames(stripTitlePrefix(last), kind)
  if (ofFrames !== undefined) return explainUnfit(ofFrames, kind) ?? { kind: 'item', field: ofFrames }
  const ofLength = findLengthColumn({ title: stripTitlePrefix(last), written }, foreign, kind)
  if (ofLength !== undefined) return ofLength
  if (isSectionTitle(title) && kind.sections !== undefined) {
    const ofSections = readSections(kind)
    if (ofSections !== undefined) return ofSections
  }
  const hours = isOfTasks ? readBid(foreign, kind.unitOf) : undefined
  if (hours !== undefined) return hours
  const ofTask = isOfTasks
    ? foreign.map((each) => foreignTaskFields.get(each)).find((each) => each !== undefined)
    : undefined
  if (ofTask !== undefined) return { kind: 'row task', field: ofTask }
  const ofItem = foreign.map((each) => foreignFields.get(each)).find((each) => each !== undefined)
  if (ofItem === 'path' && hasPlace && kind.hasTaskRows !== true)
    return { kind: 'left', reason: 'Another column gives the item’s collection.' }
  if (ofItem === 'kind' && !isOfTasks && isAmbiguousKindTitle(title, hasPlace) && !kind.holdsKinds())
    return { kind: 'left', reason: noKinds, isHomeless: true }
  if (title === 'folder name' && kind.isOfLists) return readLeft(title, foreign, kind)
  if (ofItem !== undefined) return explainUnfit(ofItem, kind) ?? { kind: 'item', field: ofItem }
  // One of our titles, translated.
  const translated = itemColumns.find((each) => each === title)
  if (translated !== undefined) return { kind: 'item', field: translated }
  return readLeft(title, foreign, kind)
}

/** Reads a title that may mean a length; in a list of tasks, a duration is not the item's. */
function findLengthColumn({ title, written }: Title, foreign: readonly string[], kind: ColumnKind) {
  const ofFrames = foreign.find((each) => foreignFields.get(each) === 'frames')
  return kind.isOfTasks && ofFrames === undefined ? undefined : kind.lengthsOf({ title: ofFrames ?? title, written })
}

/** Says why a column is not used, unless it has ids. */
function readLeft(title: string, foreign: readonly string[], kind: ColumnKind): SheetColumn {
  const { isOfTasks } = kind
  const reason = foreign.map((each) => reasonsOf.get(each)).find((each) => each !== undefined)
  const ofOthers = findFieldColumn(title, kind.elsewhere)
  if (ofOthers !== undefined)
    return { kind: 'left', reason: `The field ${ofOthers.name} is for other projects or spaces: add this one to it.` }
  if (reason !== undefined) {
    const isHomeless = reasonsToBecomeField.has(reason) || taskReasons.has(reason)
    const isOfTask = isOfTasks && taskReasons.has(reason)
    return { kind: 'left', reason, ...(isHomeless && { isHomeless }), ...(isOfTask && { isOfTask }) }
  }
  const system = /^(.+) id$/.exec(title)?.[1] ?? (title === 'id' ? 'import' : undefined)
  if (system !== undefined && !foreignIds.has(system) && !isOfTasks)
    return { kind: 'id', system: system.replaceAll(' ', '-') }
  if (system !== undefined) return { kind: 'left', reason: 'It is not the item’s id.' }
  const stage = kind.stageOf()
  if (stage !== undefined) return { kind: 'left', reason: isNoStage, isHomeless: true, stage }
  return { kind: 'left', reason: kind.isOfStatuses() ? isNoStage : unknownTitleReason, isHomeless: true }
}

const isNoStage =
  'Its cells are statuses: if it is a stage, add it to the studio and plan again, or map it to an existing stage.'
/** Why a column with an unknown title is not used. */
export const unknownTitleReason = 'No field has this name; map it if one fits.'

/** Returns what a board's sections mean; rows that are not tasks have no status. */
function readSections({ sections, isOfTasks, hasPlace }: Kind): SheetColumn | undefined {
  if (sections === 'collection') return hasPlace ? undefined : { kind: 'item', field: 'collection' }
  if (sections === 'status')
    return isOfTasks ? { kind: 'row task', field: 'status' } : { kind: 'item', field: 'item status' }
  return { kind: 'row task', field: 'stage' }
}

/** Words after a stage's name that stand for built-in values of tasks. */
const stageWords: ReadonlySet<string> = new Set(stageFields.map(([words]) => words))

/** Recognises task fields: `Animation vendor`, `anim field vendor`, `vendor` in a list of tasks. Stage names come first. */
function findTaskFieldColumn(title: string, { stages, taskFields, fields, isOfTasks }: Kind): SheetColumn | undefined {
  if (taskFields.length === 0 || findNamed(stages, title, ({ name }) => normalize(name)) !== undefined) return undefined
  const isTaken =
    ([...itemColumns, ...castColumns] as readonly string[]).includes(title) || findFieldColumn(title, fields)
  const ofRow =
    isOfTasks && !isTaken && foreignTaskFields.get(title) === undefined ? findFieldColumn(title, taskFields) : undefined
  if (ofRow !== undefined) return { kind: 'task field', stage: undefined, field: ofRow }
  for (const field of taskFields)
    for (const words of [normalize(toFieldTitle(field.key)), normalize(field.name), normalize(field.key)]) {
      if (!title.endsWith(` ${words}`) || stageWords.has(words)) continue
      const name = title.slice(0, -words.length).replace(/[\s\-:.|/]+$/, '')
      const stage = findNamed(stages, name, (each) => normalize(each.name)) ?? findStage(stages, name)
      if (stage !== undefined) return { kind: 'task field', stage: stage.name, field }
    }
  return undefined
}

/** Recognises columns about the tasks in a stage: `Animation`, `anim due`, `Animation - Assigned To`. */
function findStageColumn(title: string, kind: ColumnKind): SheetColumn | undefined {
  const { stages, holdsStatuses, holdsValues, unitOf } = kind
  const named = findNamed(stages, title, ({ name }) => normalize(name))
  const stage = named ?? findStage(stages, title)
  if (stage !== undefined)
    // Under a whole name, other words are statuses that the studio lacks.
    return (named === undefined ? holdsStatuses() : !holdsValues())
      ? { kind: 'task', stage: stage.name, field: 'status' }
      : { kind: 'left', reason: `It could mean ${stage.name}, but its cells are not statuses.`, isHomeless: true }
  for (const [words, field] of stageFields) {
    if (!title.endsWith(words)) continue
    const before = title.slice(0, -words.length)
    const name = before.replace(/[\s\-:.|/]+$/, '')
    if (name === '' || name === before) continue
    const above = findNamed(stages, name, (each) => normalize(each.name)) ?? findStage(stages, name)
    if (above === undefined) continue
    if (words === 'estimation' || words === 'bid') return readStageBid(above.name, unitOf)
    return field === undefined
      ? { kind: 'left', reason: commentNeedsAuthor, isHomeless: true }
      : { kind: 'task', stage: above.name, field }
  }
  return undefined
}
