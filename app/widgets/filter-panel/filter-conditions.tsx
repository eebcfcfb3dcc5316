import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import {
  type Filter,
  type FilterCondition,
  type FilterScreen,
  type FilterSource,
  type FilterSubject,
} from '#core/timeline/filter-kinds.ts'
import { listTestChoices } from '#core/timeline/filter-summary.ts'
import { isComplete, type FilterTest } from '#core/timeline/filter-tests.ts'
import { IconButton } from '#app/ui/icon-button.tsx'
import { blankValues, findSubject } from './add-condition.ts'
import { ConditionValue } from './condition-value.tsx'
import { filterFocusStore, focusCondition } from './filter-focus-store.ts'
import styles from './filter-panel.module.css'

type FilterConditionsProps = {
  readonly screen: FilterScreen
  readonly filter: Filter
  readonly source: FilterSource
  readonly onChange: (filter: Filter) => void
}

/** The conditions on fields, one row per test; choices made in the panel's lists are shown in the lists. */
export function FilterConditions({ screen, filter, source, onChange }: FilterConditionsProps) {
  return filter.map((condition, at) => {
    const subject = findSubject(screen, source, condition.field)
    const test = subject?.tests.find((each) => each.test === condition.test)
    if (subject === undefined || test === undefined) return null
    return (
      <ConditionRow
        // oxlint-disable-next-line react/no-array-index-key -- conditions have no ids, and keep their order
        key={`${at} ${condition.field}`}
        at={at}
        subject={subject}
        test={test}
        condition={condition}
        source={source}
        onChange={(next) => onChange(filter.with(at, next))}
        onRemove={() => onChange(filter.toSpliced(at, 1))}
      />
    )
  })
}

type ConditionRowProps = {
  readonly at: number
  readonly subject: FilterSubject
  readonly test: FilterTest
  readonly condition: FilterCondition
  readonly source: FilterSource
  readonly onChange: (condition: FilterCondition) => void
  readonly onRemove: () => void
}

function ConditionRow({ at, subject, test, condition, source, onChange, onRemove }: ConditionRowProps) {
  const row = useRef<HTMLFieldSetElement>(null)
  const isWanted = useSnapshot(filterFocusStore).at === at

  // Takes the focus from the palette, which added the condition.
  useEffect(() => {
    if (!isWanted) return
    const [first, value] = row.current?.querySelectorAll<HTMLElement>('select, input, button') ?? []
    ;(test.takes === 'nothing' ? first : value)?.focus()
    focusCondition(undefined)
  }, [isWanted, test])

  return (
    <fieldset ref={row} className={styles['condition']}>
      <legend className={styles['subject']}>{subject.label}</legend>
      <select
        aria-label={`${subject.label}: test`}
        className={styles['test']}
        value={test.test}
        onChange={(event) => {
          const next = subject.tests.find((each) => each.test === event.currentTarget.value)
          if (next === undefined) return
          const values = next.takes === test.takes ? condition.values : blankValues(next)
          onChange({ ...condition, test: next.test, values })
        }}
      >
        {subject.tests.map(({ test: value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <ConditionValue
        label={subject.label}
        takes={test.takes}
        values={condition.values}
        isWrong={condition.values.every((value) => value.trim() !== '') && !isComplete(test, condition.values)}
        choices={listTestChoices(subject, source, condition.values)}
        onChange={(values) => onChange({ ...condition, values: values.length === 0 ? blankValues(test) : values })}
      />
      <IconButton
        label={`Remove: ${subject.label} ${test.label}`}
        variant="ghost"
        size="small"
        icon={<X aria-hidden="true" />}
        onClick={onRemove}
      />
    </fieldset>
  )
}
