import { itemColumns, type ItemColumn, type TaskColumn } from './sheet-fields.ts'
import type { SheetProgram } from './sheet-program.ts'
import { stripTitlePrefix } from './title-words.ts'

// Column titles of Kitsu, ShotGrid, ftrack and AYON, in lower case, with spaces for underscores and between joined
// words.

/** Titles of the column that names an item's collection. */
export const placeTitles: ReadonlySet<string> = new Set([
  'sequence',
  'sequence name',
  'sequence code',
  'seq',
  'seq #',
  'seq no',
  'seq no.',
  'seq nr',
  'seq nr.',
  'sequence #',
  'sequence no',
  'sequence no.',
  'sequence number',
  'parent',
  'parent name',
])

/** Titles of columns that hold a length in frames. */
export const lengthTitles = [
  'frames',
  'nb frames',
  'cut duration',
  'frame count',
  'number of frames',
  'frame duration',
] as const

/** Titles that occur only in lists of tasks. */
export const taskTitles: ReadonlySet<string> = new Set([
  'stage',
  'task',
  'task name',
  'task type',
  'pipeline step',
  'step',
])

/** Item fields by their titles in other programs. */
export const foreignFields: ReadonlyMap<string, ItemColumn> = toMap({
  collection: [...placeTitles],
  name: ['card name', 'shot code', 'shot name', 'vfx shot code', 'asset name', 'entity name', 'folder name', 'shot', 'asset', 'entity', 'link'], // prettier-ignore
  description: ['description', 'shot description', 'asset description', 'card description'],
  'item kind': ['kind of item'],
  kind: ['type', 'kind', 'folder type', 'folder or task type'],
  'entity type': ['entity type', 'object type'],
  'asset type': ['asset type'],
  episode: ['episode', 'episode name', 'ep'],
  'parent task': ['parent task'],
  path: ['path', 'folder path', 'full path', 'hierarchy'],
  'frame in': [
    'in',
    'tc in',
    'timecode in',
    'in tc',
    'in point',
    'cut in',
    'frame start',
    'start frame',
    'first frame',
    'fstart',
    'framein',
    'source in',
    'src in',
    'source tc in',
    'src tc in',
    'source start',
    'src start',
  ],
  'frame out': [
    'out',
    'tc out',
    'timecode out',
    'out tc',
    'out point',
    'cut out',
    'frame end',
    'end frame',
    'last frame',
    'fend',
    'frameout',
    'source out',
    'src out',
    'source tc out',
    'src tc out',
    'source end',
    'src end',
  ],
  'record in': ['record in', 'rec in', 'record tc in', 'rec tc in', 'record start', 'rec start'],
  'record out': ['record out', 'rec out', 'record tc out', 'rec tc out', 'record end', 'rec end'],
  frames: [...lengthTitles],
  'handle in': ['handle start', 'handles in', 'head handle'],
  'handle out': ['handle end', 'handles out', 'tail handle'],
  handles: ['handles'],
  'head in': ['head in'],
  'tail out': ['tail out'],
  'frame rate': ['fps', 'framerate', 'frames per second'],
  omitted: ['canceled', 'cancelled', 'omit', 'omt'],
  'item status': ['status', 'status list', 'shot status', 'asset status'],
  assets: ['assets', 'casting', 'linked assets', 'sub assets'],
  'used in': ['shots', 'used in', 'parent shots'],
})

/** Task fields by their titles in a list of tasks. */
export const taskFields: ReadonlyMap<string, TaskColumn | 'stage'> = toMap({
  stage: ['stage', 'pipeline step', 'step', 'task type', 'task', 'task name'],
  status: ['status', 'status list', 'task status'],
  assignee: [
    'assignee',
    'assignees',
    'assigned to',
    'assigned',
    'assignations',
    'task assignees',
    'assignee email',
    'artist',
    'artists',
    'assign',
    'person',
    'people',
    'owner',
  ],
  due: ['due', 'due date', 'end date', 'end', 'deadline', 'timeline', 'timeline end', 'timeline - end'],
  estimate: ['estimate', 'estimated hours', 'est. hours', 'est hours', 'bid hours'],
  priority: ['priority'],
})

/** Titles of a sheet with one line per link between shot and asset, such as Kitsu's casting. */
const castingFields: ReadonlyMap<string, ItemColumn> = toMap({
  'cast asset': ['asset', 'asset name'],
  'cast type': ['asset type'],
  'cast count': ['occurences', 'occurrences', 'nb occurences', 'nb occurrences', 'quantity', 'count'],
  'cast label': ['label'],
})

const rangeTitles: ReadonlySet<string> = new Set([
  'frame range',
  'framerange',
  'frames',
  'range',
  'cut range',
  'shot range',
  'in-out',
  'in - out',
  'in/out',
])
/** Lengths that may be in seconds instead of frames. */
const maybeLengths: ReadonlySet<string> = new Set([
  'cut length',
  'shot length',
  'frame length',
  'length (frames)',
  'duration (frames)',
])

/** Returns the frame field of an ambiguous title: starts, ends and lengths may be frames, days or seconds. */
export function readColumnOfFrames(
  title: string,
  sheet: {
    readonly hasBothEnds: boolean
    readonly hasFirstAndLast: boolean
    readonly isOfTasks: boolean
    readonly holdsFrames: () => boolean
    readonly holdsTimecodes: () => boolean
    readonly holdsRanges: () => boolean
  },
): ItemColumn | undefined {
  if (rangeTitles.has(title) && sheet.holdsRanges()) return 'frame range'
  if (maybeLengths.has(title) && sheet.holdsFrames()) return 'frames'
  if ((title === 'first' || title === 'last') && sheet.hasFirstAndLast && sheet.holdsFrames())
    return title === 'first' ? 'frame in' : 'frame out'
  const isEnd = (title === 'start' || title === 'end') && sheet.hasBothEnds
  if (isEnd && (sheet.holdsFrames() || (!sheet.isOfTasks && sheet.holdsTimecodes())))
    return title === 'start' ? 'frame in' : 'frame out'
  return undefined
}

/** Returns the meaning a title has only in sheets of one program. */
export function readColumnOfProgram(
  title: string,
  sheet: SheetProgram & { readonly isCasting: boolean; readonly holdsPaths: () => boolean },
): ItemColumn | undefined {
  if (title === 'folder' && sheet.hasFolderPaths) return 'name'
  if (title === 'category' && sheet.isOfAssets) return 'asset type'
  if (title === 'link' && sheet.isFtrack) return 'path'
  if (title === 'link' && sheet.isOfSteps) return 'name'
  if (/^(link|parent)$/.test(title) && sheet.holdsPaths()) return 'path'
  return sheet.isCasting ? castingFields.get(title) : undefined
}

/** Endings after a stage's name in a column title, longest first; remarks in such columns have no author. */
export const stageFields: readonly (readonly [string, TaskColumn | undefined])[] = [
  ['assignations', 'assignee'],
  ['assigned to', 'assignee'],
  ['assignees', 'assignee'],
  ['assignee', 'assignee'],
  ['artists', 'assignee'],
  ['artist', 'assignee'],
  ['due date', 'due'],
  ['due', 'due'],
  ['deadline', 'due'],
  ['estimated hours', 'estimate'],
  ['bid hours', 'estimate'],
  ['estimate', 'estimate'],
  ['estimation', 'estimate'],
  ['bid', 'estimate'],
  ['priority', 'priority'],
  ['disabled', 'disabled'],
  ['status', 'status'],
  ['comment', undefined],
  ['comments', undefined],
]

/** Prefixes of id columns that are about something other than the item. */
export const foreignIds: ReadonlySet<string> = new Set([
  'parent',
  'project',
  'sequence',
  'episode',
  'task',
  'studio',
  'task type',
])

/** Why a remark without an author is not imported as a comment. */
export const commentNeedsAuthor = 'Comments need an author column; without one, this can become a field.'
/** Which parts of a comment are kept. */
const ofComments = 'Only the text, author, date and task of a comment are kept.'

/** Reasons for columns that have no built-in place but could become one of the studio's fields. */
export const reasonsToBecomeField: ReadonlySet<string> = new Set([
  'Readiness is calculated and cannot be imported.',
  'Picture size and aspect come from revisions.',
  'Items have no tags.',
  commentNeedsAuthor,
])

const duration = 'A task’s duration comes from the timeline and from logged time.'
const ofTask = 'Only due dates are imported; work is planned on the timeline.'
const needsStage = 'It belongs to a task: name the stage in the heading, as in "Animation assignee".'
/** Why an estimate cannot be read. */
export const noUnit = 'It has no unit: map it to estimate if these are hours.'
const ofNoTask = 'Tasks have no field for it.'

/** Reasons that concern tasks; such a column could become a field of tasks or, in a sheet of items, of items. */
export const taskReasons: ReadonlySet<string> = new Set([duration, ofTask, needsStage, noUnit, ofNoTask])

/** Why a known column of another program is not imported. */
export const reasonsOf: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'Everything is imported into the chosen space.': [
      'project',
      'projects',
      'project name',
      'project code',
      'board name',
    ],
    'The column of this name without “Text” is read.': ['time estimated text', 'due date text'],
    'Time is logged on revisions.': [
      'time spent',
      'time spent text',
      'logged',
      'time logged',
      'time logs sum',
      'worked hours',
    ],
    [duration]: ['duration'],
    'Readiness is calculated and cannot be imported.': ['ready for'],
    'Picture size and aspect come from revisions.': [
      'resolution',
      'resolution width',
      'resolution height',
      'pixel aspect',
      'ratio',
      'aspect ratio',
    ],
    'Pictures come from revisions.': ['thumbnail', 'image', 'filmstrip', 'preview', 'filmstrip thumbnail'],
    'Only casting links are imported.': ['parents', 'levels', 'scenes', 'instances'],
    'Tasks are imported from a file with a row for each task.': ['tasks', 'task list'],
    'Items have no tags.': ['tags', 'tag list', 'labels'],
    'Authors and dates are recorded from the import on.': [
      'created by',
      'date created',
      'date created text',
      'created at',
      'created',
      'updated by',
      'date updated',
      'updated at',
      'updated',
      'modified',
      'last modified',
      'last modified by',
      'last modified time',
      'last edited by',
      'last edited time',
      'created time',
      'added',
    ],
    'Items are imported in the order of their lines.': ['cut order', 'order', 'sort order', 'position', 'index'],
    'It follows from the frame range and handles.': [
      'clip in',
      'clip out',
      'head out',
      'tail in',
      'head duration',
      'tail duration',
      'working duration',
      'raw cut duration',
    ],
    [ofTask]: [
      'start date',
      'start date text',
      'start',
      'timeline start',
      'timeline - start',
      'wip date',
      'validation date',
      'done date',
      'real start date',
    ],
    [needsStage]: [
      'assignee',
      'assignees',
      'assigned to',
      'assigned',
      'assignations',
      'artist',
      'assignee email',
      'assign',
      'person',
      'people',
      'owner',
      'artists',
      'due',
      'due date',
      'end date',
      'deadline',
      'timeline',
      'timeline end',
      'timeline - end',
      'priority',
      'estimate',
      'bid hours',
      'task status',
    ],
    [noUnit]: ['time estimated', 'bid', 'estimation', 'estimations'],
    [commentNeedsAuthor]: ['comment', 'comments', 'note', 'notes', 'latest note'],
    'Comments are imported from a list of comments.': ['open notes', 'open notes count', 'notes count', 'replies'],
    [ofNoTask]: ['assigner', 'department', 'difficulty', 'retake count', 'nb drawings', 'drawings', 'reviewers', 'cc'],
    'The name is used instead.': ['label', 'display name', 'short name'],
  }).flatMap(([reason, titles]) => titles.map((title) => [title, reason] as const)),
)

function toMap<Field extends string>(titles: { readonly [Each in Field]?: readonly string[] }): ReadonlyMap<
  string,
  Field
> {
  // The keys are the fields.
  const entries = Object.entries(titles) as [Field, readonly string[]][]
  return new Map(entries.flatMap(([field, each]) => each.map((title) => [title, field] as const)))
}

/** Recognises Kitsu's casting, which has one line per shot and asset; a sheet of assets names each only once. */
export function isCasting(titles: readonly string[]): boolean {
  const has = (field: string): boolean => titles.some((title) => castingFields.get(title) === field)
  const hasShot = titles.some((title) => ['shot', 'shot name', 'shot code'].includes(title))
  return has('cast asset') && (hasShot || (titles.includes('name') && has('cast count')))
}

/** Returns the meaning of the other columns in a list of comments: where its items are. */
export function readBesideComment(
  title: string,
): { readonly kind: 'item'; readonly field: ItemColumn } | { readonly kind: 'left'; readonly reason: string } {
  const field = foreignFields.get(stripTitlePrefix(title)) ?? itemColumns.find((each) => each === title)
  if (field === 'collection' || field === 'episode' || field === 'path' || field === 'slug')
    return { kind: 'item', field }
  const reason = reasonsOf.get(title)
  const isOfPlace = reason !== undefined && title.startsWith('project')
  return { kind: 'left', reason: isOfPlace ? reason : ofComments }
}
