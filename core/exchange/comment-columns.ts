// Titles of comment columns in Kitsu, ShotGrid and spreadsheets, in lower case with spaces for underscores.

/** The parts of a comment that a column can hold, in rows that are comments or beside a task. */
export type CommentColumn = 'text' | 'subject' | 'author' | 'moment' | 'id' | 'links' | 'tasks' | 'files'

/**
 * How a sheet holds comments: as its rows (`notes` from another program with ids, `only` otherwise), one `beside` other
 * data, or none.
 */
export type CommentSheet = 'notes' | 'only' | 'beside' | 'none'

const textTitles = new Set(['comment', 'comments', 'body', 'content', 'note', 'notes', 'note body', 'comment text', 'text', 'message', 'last comment', 'latest comment']) // prettier-ignore
const authorTitles = new Set(['author', 'comment author', 'comment by', 'commented by', 'note author', 'written by', 'last comment author', 'latest comment author']) // prettier-ignore
const linkTitles = new Set(['links', 'note links'])

const titlesOf: Readonly<Record<CommentColumn, ReadonlySet<string>>> = {
  text: textTitles,
  subject: new Set(['subject']),
  author: authorTitles,
  moment: new Set(['date', 'comment date', 'note date', 'commented at', 'last comment date', 'latest comment date']),
  id: new Set(['note id', 'comment id']),
  links: linkTitles,
  files: new Set(['attachments', 'attachment files', 'attached files', 'files']),
  tasks: new Set(['tasks', 'task', 'task name', 'task type', 'pipeline step', 'step', 'stage']),
}

/** Titles that describe the comment only if each row is one; elsewhere they describe the item. */
const ofNotes: Readonly<Partial<Record<CommentColumn, ReadonlySet<string>>>> = {
  author: new Set(['user', 'created by', 'from', 'person']),
  moment: new Set(['date created', 'created at', 'created on', 'created']),
  id: new Set(['id', 'shotgrid id', 'kitsu id']),
  links: new Set(['link', 'entity', 'entity name', 'shot', 'shot code', 'shot name', 'asset', 'asset name', 'name']),
}

// Titles that occur only in sheets of items and tasks, even if those have remarks and their authors.
const itemTitle =
  /^(description|frames?( in| out)?|nb frames|in|out|cut in|cut out|cut order|fps|frame rate|assign\w*( to)?|artists?|due( date)?|estimate|bid.*|priority|omitted|item type|handle.*)$/

/** Tells from a sheet's titles whether and how it holds comments. */
export function findCommentSheet(titles: readonly string[]): CommentSheet {
  const has = (some: ReadonlySet<string>): boolean => titles.some((title) => some.has(title))
  if (!has(textTitles)) return 'none'
  const isOfNotes = has(linkTitles) || has(titlesOf.subject) || has(titlesOf.id)
  if (!isOfNotes && !has(authorTitles)) return 'none'
  if (isOfNotes) return 'notes'
  const isBeside = titles.some((title) => /^(last|latest) comment/.test(title) || itemTitle.test(title))
  return isBeside ? 'beside' : 'only'
}

/** The parts of a comment in a sheet of items and tasks. */
const besideItems: ReadonlySet<CommentColumn> = new Set(['text', 'author', 'moment'])

/** Returns the part of a comment a title stands for; undefined if it is about something else. */
export function findCommentColumn(title: string, kind: CommentSheet): CommentColumn | undefined {
  if (kind === 'none') return undefined
  const isOnly = kind !== 'beside'
  // The keys are those of the record type.
  const columns = Object.keys(titlesOf) as CommentColumn[]
  return columns.find((column) => {
    // Ids in a list made by hand are line numbers, which change each time.
    if (isOnly && ofNotes[column]?.has(title) === true) return column !== 'id' || kind === 'notes'
    return titlesOf[column].has(title) && (isOnly || besideItems.has(column))
  })
}

/** Tells whether each row is a comment and nothing else. */
export function isOnlyComments(kind: CommentSheet): boolean {
  return kind === 'notes' || kind === 'only'
}
