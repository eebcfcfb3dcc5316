import type { ReactNode } from 'react'
import type { CommentInline, CommentLine } from '#core/comments/markup.ts'
import styles from './comments.module.css'

export type HereMark = { readonly label: string | undefined; readonly index: number }

type CommentTextProps = {
  readonly lines: readonly CommentLine[]
  /** The current words for a mark; undefined keeps the written ones. */
  readonly wordsOf?: (mark: HereMark) => string | undefined
  readonly onFollow: (mark: HereMark) => void
}

type Following = Omit<CommentTextProps, 'lines'>

type Keyed<Value> = { readonly key: number; readonly value: Value }

/** Renders a comment's markup as elements, never as HTML. */
export function CommentText({ lines, ...following }: CommentTextProps) {
  return (
    <div className={styles['text']}>
      {groupBullets(lines).map(({ key, value }) => {
        const [first] = value
        if (first?.kind !== 'bullet') return <p key={key}>{renderInlines(first?.children ?? [], following)}</p>
        return (
          <ul key={key} className={styles['bullets']}>
            {withKeys(value).map(({ key: lineKey, value: line }) => (
              <li key={lineKey}>{renderInlines(line.children, following)}</li>
            ))}
          </ul>
        )
      })}
    </div>
  )
}

function renderInlines(inlines: readonly CommentInline[], following: Following): ReactNode {
  return withKeys(inlines).map(({ key, value: inline }) => {
    if (inline.kind === 'text') return <span key={key}>{inline.text}</span>
    if ('children' in inline) {
      const Emphasis = inline.kind === 'bold' ? 'strong' : 'em'
      return <Emphasis key={key}>{renderInlines(inline.children, following)}</Emphasis>
    }
    if (inline.kind === 'mention') {
      return (
        <span key={key} className={styles['mention']}>
          {inline.text}
        </span>
      )
    }
    const words = following.wordsOf?.(inline) ?? inline.label
    return (
      <button key={key} type="button" className={styles['here']} onClick={() => following.onFollow(inline)}>
        {words === undefined ? '@here' : `@here ${words}`}
      </button>
    )
  })
}

/** Joins consecutive bullets into one list; every other line is its own group. */
function groupBullets(lines: readonly CommentLine[]): readonly Keyed<readonly CommentLine[]>[] {
  const groups: CommentLine[][] = []
  for (const line of lines) {
    const last = groups.at(-1)
    if (line.kind === 'bullet' && last?.[0]?.kind === 'bullet') last.push(line)
    else groups.push([line])
  }
  return withKeys(groups)
}

/** The parts of a comment never change order, so the index is a stable key. */
function withKeys<Value>(values: readonly Value[]): readonly Keyed<Value>[] {
  return values.map((value, key) => ({ key, value }))
}
