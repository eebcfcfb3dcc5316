import { ChevronDown } from 'lucide-react'
import { Button } from './button.tsx'
import styles from './multi-select.module.css'
import { OptionList, type Option } from './option-list.tsx'
import { Popover } from './popover.tsx'

type MultiSelectProps<Value extends string> = {
  readonly label: string
  readonly options: readonly Option<Value>[]
  readonly selected: readonly Value[]
  readonly onChange: (selected: readonly Value[]) => void
  /** The button's text when all are meant: `All statuses`. */
  readonly allLabel?: string | undefined
  /** Whether an empty selection means all, as in most filters. */
  readonly isAllWhenEmpty?: boolean | undefined
}

/** A multiple choice with search, All and None. Values are returned in the order of the options. */
export function MultiSelect<Value extends string>(props: MultiSelectProps<Value>) {
  const { label, options, selected, onChange, isAllWhenEmpty = false } = props
  const { allLabel = `All ${label.toLowerCase()}` } = props
  const isAll = selected.length === 0 ? isAllWhenEmpty : selected.length === options.length
  const choose = (values: readonly Value[]): void =>
    onChange(options.map((option) => option.value).filter((value) => values.includes(value)))
  return (
    <Popover
      label={label}
      isFlush
      trigger={
        <Button aria-haspopup="listbox">
          {isAll && allLabel}
          {!isAll && selected.length === 0 && `No ${label.toLowerCase()}`}
          {!isAll && selected.length > 0 && (
            <>
              {label} <span className={styles['summary']}>{summarize(options, selected)}</span>
            </>
          )}
          <ChevronDown aria-hidden="true" className={styles['chevron']} />
        </Button>
      }
    >
      <OptionList
        label={label}
        options={options}
        selected={selected}
        isMultiple
        isSearchable
        onPick={(value) =>
          choose(selected.includes(value) ? selected.filter((other) => other !== value) : [...selected, value])
        }
        header={
          <div className={styles['all']}>
            <Button variant="ghost" size="small" onClick={() => choose(options.map((option) => option.value))}>
              All
            </Button>
            <Button variant="ghost" size="small" onClick={() => choose([])}>
              None
            </Button>
          </div>
        }
      />
    </Popover>
  )
}

function summarize(options: readonly Option[], selected: readonly string[]): string {
  const [first] = options.filter((option) => selected.includes(option.value))
  return selected.length === 1 && first !== undefined ? first.label : String(selected.length)
}
