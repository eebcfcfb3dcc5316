import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { Field, type FieldTexts } from './field.tsx'
import { OptionList, type Option } from './option-list.tsx'
import { Popover } from './popover.tsx'
import styles from './select.module.css'

type SelectProps<Value extends string> = FieldTexts & {
  readonly value: Value | undefined
  readonly options: readonly Option<Value>[]
  readonly onChange: (value: Value) => void
  readonly placeholder?: string
  /** Receives the typed query, where more can be found than is listed. */
  readonly onSearch?: (query: string) => void
}

/** A single choice from a list. Searchable once the list is too long to scan. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { value, options, onChange, placeholder = 'Choose…', onSearch, ...texts } = props
  const [isOpen, setOpen] = useState(false)
  const chosen = options.find((option) => option.value === value)
  return (
    <Field {...texts}>
      {(control) => (
        <Popover
          label={texts.label}
          isOpen={isOpen}
          onOpenChange={setOpen}
          isFlush
          trigger={
            <button
              {...control}
              type="button"
              className={styles['select']}
              aria-haspopup="listbox"
              // Its label names it; the chosen value follows as the description.
              aria-describedby={[`${control.id}value`, control['aria-describedby']].filter(Boolean).join(' ')}
            >
              {chosen?.mark}
              <span
                id={`${control.id}value`}
                className={chosen === undefined ? styles['placeholder'] : styles['value']}
              >
                {chosen?.label ?? placeholder}
              </span>
              <ChevronDown aria-hidden="true" />
            </button>
          }
        >
          <OptionList
            label={texts.label}
            options={options}
            selected={value === undefined ? [] : [value]}
            isSearchable={options.length > 8 || onSearch !== undefined}
            onSearch={onSearch}
            onPick={(picked) => {
              onChange(picked)
              setOpen(false)
            }}
          />
        </Popover>
      )}
    </Field>
  )
}
