import type { FilterChoice } from '#core/timeline/filter-kinds.ts'
import type { FilterInput } from '#core/timeline/filter-tests.ts'
import { classNames } from '#app/lib/class-names.ts'
import { MultiSelect } from '#app/ui/multi-select.tsx'
import input from '#app/ui/text-input.module.css'
import styles from './filter-panel.module.css'

type ConditionValueProps = {
  readonly label: string
  readonly takes: FilterInput
  readonly values: readonly string[]
  /** Whether the text is not a valid value for the test. */
  readonly isWrong: boolean
  readonly choices: readonly FilterChoice[]
  readonly onChange: (values: readonly string[]) => void
}

/** The value of a condition: words, numbers, days or options of a list. */
export function ConditionValue({ label, takes, values, isWrong, choices, onChange }: ConditionValueProps) {
  if (takes === 'nothing') return null
  if (takes === 'choices') {
    return (
      <MultiSelect<string>
        label={label}
        allLabel="Choose…"
        isAllWhenEmpty
        options={choices.map(({ id, name }) => ({ value: id, label: name }))}
        selected={values.filter((value) => value !== '')}
        onChange={onChange}
      />
    )
  }
  const isDay = takes === 'day' || takes === 'days'
  const names = takes === 'numbers' || takes === 'days' ? [`${label}: from`, `${label}: to`] : [`${label}: value`]
  return names.map((name, at) => (
    <input
      key={name}
      type={isDay ? 'date' : 'text'}
      inputMode={takes === 'number' || takes === 'numbers' ? 'decimal' : undefined}
      aria-label={name}
      aria-invalid={isWrong || undefined}
      placeholder={names.length === 1 ? undefined : at === 0 ? 'from' : 'to'}
      className={classNames(input['input'], styles[takes === 'text' ? 'words' : 'value'])}
      value={values[at] ?? ''}
      onChange={(event) => {
        const { value } = event.currentTarget
        onChange(names.map((_, place) => (place === at ? value : (values[place] ?? ''))))
      }}
    />
  ))
}
