import type { Reading } from '#core/plan/reading.ts'
import styles from './sentence.module.css'

type SentenceMarksProps = {
  readonly text: string
  readonly reading: Reading
  /** How far the field is scrolled sideways. */
  readonly left: number
}

type Mark = { readonly start: number; readonly end: number; readonly kind: 'subject' | 'action' | 'unknown' | 'choice' }

/**
 * Drawn behind the field's own text: marks each recognised word with its meaning, and underlines the others with a
 * wave.
 */
export function SentenceMarks({ text, reading, left }: SentenceMarksProps) {
  return (
    <span className={styles['marks']} aria-hidden="true">
      <span className={styles['marked']} style={{ transform: `translateX(${-left}px)` }}>
        {toParts(text, listMarks(reading)).map(({ start, words, kind }) => (
          <span key={start} data-kind={kind}>
            {words}
          </span>
        ))}
      </span>
    </span>
  )
}

function listMarks({ words, problems }: Reading): readonly Mark[] {
  const open = problems.flatMap(({ start, end, kind }): Mark[] =>
    end === 0 ? [] : [{ start, end, kind: kind === 'choice' ? 'choice' : 'unknown' }],
  )
  const isOpen = (word: Mark): boolean => open.some(({ start, end }) => start < word.end && word.start < end)
  return [...words.filter((word) => !isOpen(word)), ...open].toSorted((one, other) => one.start - other.start)
}

function toParts(
  text: string,
  marks: readonly Mark[],
): readonly { start: number; words: string; kind?: Mark['kind'] }[] {
  const parts: { start: number; words: string; kind?: Mark['kind'] }[] = []
  let at = 0
  for (const { start, end, kind } of marks) {
    if (start < at) continue
    if (start > at) parts.push({ start: at, words: text.slice(at, start) })
    parts.push({ start, words: text.slice(start, end), kind })
    at = end
  }
  return at < text.length ? [...parts, { start: at, words: text.slice(at) }] : parts
}
