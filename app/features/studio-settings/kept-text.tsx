import { useState } from 'react'
import { TextField } from '#app/ui/text-field.tsx'

type KeptTextProps = {
  readonly label: string
  readonly value: string
  readonly maxLength: number
  readonly isDisabled: boolean
  readonly onCommit: (text: string) => void
}

/** A text saved on blur or Enter; if it is refused, what was typed stays. */
export function KeptText({ label, value, maxLength, isDisabled, onCommit }: KeptTextProps) {
  const [typed, setTyped] = useState<{ readonly of: string; readonly text: string }>()
  const text = typed?.of === value ? typed.text : value
  const commit = (): void => {
    if (text.trim() !== value) onCommit(text)
  }
  return (
    <TextField
      label={label}
      value={text}
      maxLength={maxLength}
      disabled={isDisabled}
      onChange={(next) => setTyped({ of: value, text: next })}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit()
      }}
    />
  )
}
