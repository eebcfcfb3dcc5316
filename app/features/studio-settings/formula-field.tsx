import { useEffect, useRef, useState } from 'react'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { TextArea } from '#app/ui/text-area.tsx'
import styles from './fields-tab.module.css'

type FormulaFieldProps = {
  readonly studio: StudioReplica
  readonly field: FieldDefinition
  readonly isDisabled: boolean
  readonly onCommit: (text: string) => void
}

type Judged = { readonly of: string; readonly problem: string | undefined; readonly names: readonly string[] }

/** A formula being written: what is wrong with it is said while one types, and names are offered. */
export function FormulaField({ studio, field, isDisabled, onCommit }: FormulaFieldProps) {
  const [text, setText] = useState(field.formula)
  const [judged, setJudged] = useState<Judged>()
  const area = useRef<HTMLDivElement>(null)

  // The language is loaded once a formula is looked at.
  useEffect(() => {
    let isLeft = false
    const judge = async (): Promise<void> => {
      const { checkFormula, listNames } = await import('#core/fields/check-formula.ts')
      const checked = checkFormula(studio, { ...field, formula: text })
      const problem = checked.ok ? undefined : checked.error.message
      if (!isLeft) setJudged({ of: text, problem, names: listNames(studio, field.key) })
    }
    void judge().catch(() => undefined)
    return () => {
      isLeft = true
    }
  }, [studio, field, text])

  const word = /[a-zA-Z_]\w*$/.exec(text)?.[0] ?? ''
  const offered = word === '' ? [] : (judged?.names ?? []).filter((name) => name !== word && name.startsWith(word))
  return (
    <div ref={area} className={styles['formula']}>
      <TextArea
        label="Formula"
        hint={'Fields by their keys, task("anim").done, tasks, due - today(), frames > 100 ? "long" : "short"'}
        error={judged?.of === text ? judged.problem : undefined}
        value={text}
        maxLength={2000}
        disabled={isDisabled}
        spellCheck={false}
        onChange={setText}
        onBlur={() => {
          if (text.trim() !== field.formula) onCommit(text)
        }}
        onKeyDown={(event) => {
          const [first] = offered
          if (event.key !== 'Tab' || first === undefined || event.shiftKey) return
          event.preventDefault()
          setText(text.slice(0, text.length - word.length) + first)
        }}
      />
      <p className={styles['offered']} aria-live="polite">
        {offered.length > 0 && `Tab: ${offered.slice(0, 6).join(' · ')}`}
      </p>
    </div>
  )
}
