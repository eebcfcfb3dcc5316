import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { CommentCells } from './comment-cells.ts'
import type { ImportComment } from './import-row.ts'
import type { BuiltRow } from './row-builder.ts'

/** The row of a list of comments: it is about an item, and says nothing of it. */
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

/** The row of an item or a task with the comment that stands in it. */
export function withComment(each: BuiltRow): BuiltRow {
  const { row, comment, stage } = each
  if (comment === undefined) return each
  const stages = stage === undefined ? comment.tasks : [stage]
  return { ...each, row: { ...row, comments: [toComment(comment, row.line, stages)] } }
}

function toComment(cells: CommentCells, line: number, stages: readonly string[]): ImportComment {
  const { author, moment, writtenMoment = '', id, files } = cells
  const text = toText(cells)
  // Without its files, so that one is known again that was exported with others.
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

/** The text below its subject, where that says something else. */
function toText({ text, subject }: CommentCells): string {
  const body = (text ?? '').replace(/\r\n?/g, '\n')
  if (subject === undefined || body.includes(subject)) return body
  return body === '' ? subject : `**${subject}**\n${body}`
}
