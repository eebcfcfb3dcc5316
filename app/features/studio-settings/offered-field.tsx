import { useState } from 'react'
import { TextArea } from '#app/ui/text-area.tsx'
import styles from './rules-tab.module.css'

type OfferedFieldProps = {
  readonly label: string
  readonly hint?: string
  readonly rows: number
  readonly value: string
  readonly error: string | undefined
  readonly warning?: string | undefined
  /** What can complete a line, or a word with `isByWord`. */
  readonly offers: readonly string[]
  readonly isByWord?: boolean
  readonly onChange: (value: string) => void
}

/** A text field with completions below it: Tab takes the first. */
export function OfferedField({ label, hint, offers, isByWord = false, value, error, ...rest }: OfferedFieldProps) {
  const { rows, onChange, warning } = rest
  // Tabbing through without typing changes nothing.
  const [isTyping, setTyping] = useState(false)
  const begun = (isByWord ? /[a-zA-Z_]\w*$/ : /[^\n]*$/).exec(value)?.[0] ?? ''
  const fitting = offers.filter((offer) => offer.toLowerCase().startsWith(begun.toLowerCase()))
  const isWhole = fitting.some((offer) => offer.toLowerCase() === begun.toLowerCase())
  const offered = !isTyping || isWhole || (isByWord && begun === '') ? [] : fitting
  return (
    <div className={styles['field']}>
      <TextArea
        label={label}
        hint={hint}
        error={error}
        warning={warning}
        rows={rows}
        value={value}
        maxLength={2000}
        spellCheck={false}
        onFocus={() => setTyping(value === '')}
        onBlur={() => setTyping(false)}
        onChange={(text) => {
          setTyping(true)
          onChange(text)
        }}
        onKeyDown={(event) => {
          const [first] = offered
          // On an empty line Tab moves on.
          if (event.key !== 'Tab' || first === undefined || begun === '' || event.shiftKey) return
          event.preventDefault()
          onChange(value.slice(0, value.length - begun.length) + first)
        }}
      />
      <p className={styles['offered']} aria-live="polite">
        {offered.length > 0 && error === undefined && begun === '' && offered.slice(0, 5).join(' · ')}
        {offered.length > 0 && begun !== '' && `Tab: ${offered.slice(0, 4).join(' · ')}`}
      </p>
    </div>
  )
}
