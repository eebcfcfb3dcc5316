import { Check } from 'lucide-react'
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import floating from './floating.module.css'
import styles from './option-list.module.css'

export type Option<Value extends string = string> = {
  readonly value: Value
  readonly label: string
  readonly detail?: string | undefined
  /** Matched by typing, not shown. */
  readonly keywords?: string | undefined
  /** A dot, an avatar or a pill in front of the label. */
  readonly mark?: ReactNode
}

type OptionListProps<Value extends string> = {
  readonly label: string
  readonly options: readonly Option<Value>[]
  readonly selected: readonly Value[]
  readonly onPick: (value: Value) => void
  readonly isMultiple?: boolean
  readonly isSearchable?: boolean
  /** Receives the typed query, where more can be found than is listed. */
  readonly onSearch?: ((query: string) => void) | undefined
  /** Shown below the search field: All and None. */
  readonly header?: ReactNode
}

/** A listbox in which one field keeps the focus: arrows move, typing searches, Enter picks. */
export function OptionList<Value extends string>(props: OptionListProps<Value>) {
  const { label, options, selected, onPick, isMultiple = false, isSearchable = false, onSearch, header } = props
  const id = useId()
  const { query, setQuery, shown, active, setActive, onKeyDown } = useOptions({
    id,
    options,
    selected,
    isSearchable,
    onPick,
  })
  const focus = {
    'aria-activedescendant': shown.length > 0 ? `${id}-${active}` : undefined,
    'aria-label': label,
    onKeyDown,
  }

  return (
    <div className={styles['options']}>
      {isSearchable && (
        <input
          {...focus}
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-controls={id}
          aria-autocomplete="list"
          className={styles['search']}
          placeholder="Search"
          value={query}
          onChange={(event) => {
            setQuery(event.currentTarget.value)
            onSearch?.(event.currentTarget.value)
          }}
        />
      )}
      {header}
      <div
        {...(isSearchable ? { 'aria-label': label } : { ...focus, tabIndex: 0 })}
        id={id}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a native list box cannot be searched or hold marks
        role="listbox"
        aria-multiselectable={isMultiple || undefined}
        className={styles['list']}
      >
        {shown.map((option, index) => (
          <OptionRow
            key={option.value}
            id={`${id}-${index}`}
            option={option}
            isSelected={selected.includes(option.value)}
            isActive={index === active}
            onPoint={() => setActive(option.value)}
            onPick={() => onPick(option.value)}
          />
        ))}
      </div>
      {shown.length === 0 && <output className={styles['none']}>No matches</output>}
    </div>
  )
}

type UseOptions<Value extends string> = Pick<OptionListProps<Value>, 'options' | 'selected' | 'onPick'> & {
  readonly id: string
  readonly isSearchable: boolean
}

/** Returns the options that match the query, the active one, and the handlers that move it. */
function useOptions<Value extends string>({ id, options, selected, isSearchable, onPick }: UseOptions<Value>) {
  const [query, setQuery] = useState('')
  const wanted = query.trim().toLowerCase()
  const shown = options.filter((option) => `${option.label} ${option.keywords ?? ''}`.toLowerCase().includes(wanted))
  const [activeValue, setActive] = useState<Value | undefined>(selected[0] ?? options[0]?.value)
  const found = shown.findIndex((option) => option.value === activeValue)
  const active = found < 0 ? 0 : found

  const onKeyDown = (event: KeyboardEvent): void => {
    const to = nextIndex(event.key, active, shown.length)
    const option = shown[to ?? active]
    const isPick = event.key === 'Enter' || (event.key === ' ' && !isSearchable)
    if (option === undefined || (to === undefined && !isPick)) return
    event.preventDefault()
    setActive(option.value)
    if (isPick) onPick(option.value)
    else document.querySelector(`#${CSS.escape(`${id}-${to ?? active}`)}`)?.scrollIntoView?.({ block: 'nearest' })
  }
  return { query, setQuery, shown, active, setActive, onKeyDown }
}

type OptionRowProps = {
  readonly id: string
  readonly option: Option
  readonly isSelected: boolean
  readonly isActive: boolean
  readonly onPoint: () => void
  readonly onPick: () => void
}

function OptionRow({ id, option, isSelected, isActive, onPoint, onPick }: OptionRowProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the list or its search field has focus and keys
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- belongs to the listbox above
      role="option"
      tabIndex={-1}
      aria-selected={isSelected}
      data-active={isActive}
      className={floating['item']}
      onPointerMove={onPoint}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPick}
    >
      <span className={floating['mark']}>{isSelected && <Check aria-hidden="true" />}</span>
      {option.mark}
      <span className={floating['itemLabel']}>{option.label}</span>
      {option.detail !== undefined && <span className={styles['detail']}>{option.detail}</span>}
    </div>
  )
}

function nextIndex(key: string, index: number, count: number): number | undefined {
  if (count === 0) return undefined
  if (key === 'ArrowDown') return (index + 1) % count
  if (key === 'ArrowUp') return (index - 1 + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return undefined
}
