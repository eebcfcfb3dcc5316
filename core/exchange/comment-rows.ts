import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { CommentCells } from './comment-cells.ts'
import type { ImportComment } from './import-row.ts'
import type { BuiltRow } from './built-row.ts'

/** Converts a row of a comment list: it names an item but changes nothing about it. */
export function toCommentRow(each: BuiltRow): BuiltRow {
  const { row, comment } = each
  const [title] = comment?.links ?? []
  const { line, collection, collectionEpisode, slug, problem, left } = row
  const comments = comment === undefined ? [] : [toComment(comment, line, comment.tasks)]
  return {
    ...each,
    stage: undefined,
    otherKind: undefined,
    row: {
      line,
      collection,
      collectionEpisode,
      title: title ?? row.title,
      slug,
      item: {},
      externalIds: {},
      tasks: new Map(),
      problem,
      ...(left !== undefined && { left }),
      comments,
      commentLinks: comment?.links ?? [],
    },
  }
}

/** Adds the comment in a row to its item or task. */
export function withComment(each: BuiltRow): BuiltRow {
  const { row, comment, stage } = each
  if (comment === undefined) return each
  const stages = stage === undefined ? comment.tasks : [stage]
  return { ...each, row: { ...row, comments: [toComment(comment, row.line, stages)] } }
}

function toComment(cells: CommentCells, line: number, stages: readonly string[]): ImportComment {
  const { author, moment, writtenMoment = '', id, files } = cells
  const text = toText(cells)
  // Files are left out of the key, so a comment exported with other files is still recognised.
  const said = JSON.stringify([author ?? '', writtenMoment, text])
  return {
    line,
    stages,
    author,
    moment,
    text: files === undefined ? text : [text, `Files: ${files}`].filter((part) => part !== '').join('\n\n'),
    key: id === undefined ? `text ${bytesToHex(sha256(utf8ToBytes(said))).slice(0, 32)}` : `id ${id}`,
  }
}

/** Puts the subject above the text, unless the text contains it. */
function toText({ text, subject }: CommentCells): string {
  const body = (text ?? '').replace(/\r\n?/g, '\n')
  if (subject === undefined || body.includes(subject)) return body
  return body === '' ? subject : `**${subject}**\n${body}`
}
