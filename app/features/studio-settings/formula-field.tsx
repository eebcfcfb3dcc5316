import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { dateInZone } from '#core/lib/calendar-date.ts'
import type { FormulaSample } from '#core/fields/check-formula.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { sentencePlace } from '#app/commands/sentence-place.ts'
import { TextArea } from '#app/ui/text-area.tsx'
import { findCompletion, type FormulaNames } from './complete-name.ts'
import styles from './fields-tab.module.css'

type FormulaFieldProps = {
  readonly studio: StudioReplica
  readonly field: FieldDefinition
  readonly isDisabled: boolean
  readonly onCommit: (text: string) => void
}

type Judged = FormulaNames & {
  readonly of: string
  readonly problem: string | undefined
  readonly hint: string | undefined
  readonly samples: readonly FormulaSample[]
}

/** The number of names offered at once; typing more letters narrows them. */
const mostOffered = 6
const nothing: FormulaNames = { names: [], members: [], texts: [] }

/** Edits a formula: shows its problem or its results while typing, and completes names. */
export function FormulaField({ studio, field, isDisabled, onCommit }: FormulaFieldProps) {
  const [text, setText] = useState(field.formula)
  const [caret, setCaret] = useState(text.length)
  const judged = useJudged(studio, field, text)
  const area = useRef<HTMLDivElement>(null)
  const wanted = useRef<number>(undefined)
  // Browsers move the caret to the end when a text is set.
  useLayoutEffect(() => {
    if (wanted.current === undefined) return
    area.current?.querySelector('textarea')?.setSelectionRange(wanted.current, wanted.current)
    wanted.current = undefined
  }, [text])

  const { from, to, options } = findCompletion(text, Math.min(caret, text.length), judged ?? nothing)
  const complete = (name: string): void => {
    wanted.current = from + name.length
    setCaret(wanted.current)
    setText(text.slice(0, from) + name + text.slice(to))
  }
  const isJudged = judged?.of === text
  return (
    <div ref={area} className={styles['formula']}>
      <TextArea
        label="Formula"
        hint={
          'Fields by their keys, task("anim").done, tasks, task("anim").due - today(), frames > 100 ? "long" : "short"'
        }
        error={isJudged ? judged.problem : undefined}
        warning={isJudged ? judged.hint : undefined}
        value={text}
        maxLength={2000}
        disabled={isDisabled}
        spellCheck={false}
        onChange={setText}
        onInput={(event) => setCaret(event.currentTarget.selectionStart)}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        onBlur={() => {
          if (text.trim() !== field.formula) onCommit(text)
        }}
        onKeyDown={(event) => {
          const [first] = options
          if (event.key !== 'Tab' || first === undefined || event.shiftKey) return
          event.preventDefault()
          complete(first)
        }}
      />
      <p className={styles['offered']} aria-live="polite">
        {options.length > 0 && `Tab: ${options.slice(0, mostOffered).join(' · ')}`}
        {options.length > mostOffered && ` and ${options.length - mostOffered} more`}
      </p>
      {isJudged && judged.problem === undefined && <Samples samples={judged.samples} />}
    </div>
  )
}

/** The formula's results for some items of the current space. */
function Samples({ samples }: { readonly samples: readonly FormulaSample[] }) {
  if (samples.length === 0) return null
  return (
    <ul className={styles['samples']} aria-label="What it gives">
      {samples.map(({ id, title, text, isProblem }) => (
        <li key={id}>
          <span>{title}</span> <b className={isProblem ? styles['sampleProblem'] : undefined}>{text}</b>
        </li>
      ))}
    </ul>
  )
}

/** Checks a formula; loads the language when first used. */
function useJudged(studio: StudioReplica, field: FieldDefinition, text: string): Judged | undefined {
  const [judged, setJudged] = useState<Judged>()
  useEffect(() => {
    let isLeft = false
    const judge = async (): Promise<void> => {
      const language = await import('#core/fields/check-formula.ts')
      const written = { ...field, formula: text }
      const checked = language.checkFormula(studio, written)
      const space = sentencePlace.find()?.space
      const today = dateInZone(Date.now(), Intl.DateTimeFormat().resolvedOptions().timeZone)
      const samples =
        checked.ok && text.trim() !== '' && space !== undefined
          ? language.previewFormula({ studio, space }, written, { today })
          : []
      const problem = checked.ok ? undefined : checked.error.message
      const names = language.listNames(studio, field.key)
      const [members, texts] = [language.listMembers(studio), language.listTexts(studio)]
      const hint = language.findFormulaHint(studio, written)
      if (!isLeft) setJudged({ of: text, problem, hint, samples, names, members, texts })
    }
    void judge().catch(() => undefined)
    return () => {
      isLeft = true
    }
  }, [studio, field, text])
  return judged
}
