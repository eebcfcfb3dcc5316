import type { CommentColumn } from './comment-columns.ts'
import { readList } from './guess-field.ts'
import { explainNotADay, toMoment, type DayOrder, type WrittenMoment } from './read-day.ts'

/** The parts of a comment in a row's cells. */
export type CommentCells = {
  text?: string
  subject?: string
  author?: string
  moment?: WrittenMoment
  /** The moment as written in the cell. */
  writtenMoment?: string
  id?: string
  /** Names or URLs of its attachments. */
  files?: string
  /** Names of what the comment is about: items, versions of them, sequences. */
  readonly links: string[]
  readonly tasks: string[]
}

/** Adds a cell's value to a comment; returns the reason if it cannot be read. */
export function addCommentCell(
  cells: CommentCells,
  field: CommentColumn,
  { text, order }: { readonly text: string; readonly order: DayOrder | undefined },
): string | undefined {
  if (text === '') return undefined
  if (field === 'links' || field === 'tasks') cells[field].push(...(readList(text) ?? splitNames(text)))
  else if (field === 'moment') {
    const moment = toMoment(text, order)
    if (moment === undefined) return explainNotADay(text)
    cells.moment = moment
    cells.writtenMoment = text
  } else cells[field] = text
  return undefined
}

/** Tells whether the cells make a comment at all. */
export function isCommentThere({ text, subject, files }: CommentCells): boolean {
  return [text, subject, files].some((each) => each !== undefined)
}

/** Returns the sentence on what happens to attached files. */
export function describeUnfetchedFiles(files: string): string {
  return `Imports do not fetch files; the comment names them instead: ${files}.`
}

function splitNames(text: string): readonly string[] {
  return text
    .split(/[,;\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')
}
