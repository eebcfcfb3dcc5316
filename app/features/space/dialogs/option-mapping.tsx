import { nameOfList, toOptionKey, type OptionAnswer, type OptionProposal } from '#core/exchange/propose-options.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import { Button } from '#app/ui/button.tsx'
import { Select } from '#app/ui/select.tsx'
import { sameAs, type Choices } from './kept-answers.ts'
import styles from './import-dialog.module.css'

type OptionMappingProps = {
  readonly proposals: readonly OptionProposal[]
  readonly fields: readonly FieldDefinition[]
  readonly mayAdd: boolean
  /** The choices so far, by `toOptionKey`. */
  readonly chosen: Choices
  /** Choices made for an earlier file. */
  readonly remembered?: Choices
  readonly onChoose: (chosen: Choices) => void
}

/** As many as a list could take. */
const mostShown = 100

const keyOf = ({ key, option }: OptionProposal): string => toOptionKey(key, option)

/** Maps options missing from lists to a new one, an existing one, or nothing. */
export function OptionMapping({ proposals, fields, mayAdd, chosen, remembered, onChoose }: OptionMappingProps) {
  if (proposals.length === 0) return null
  const open = proposals.filter((each) => each.like === undefined && chosen[keyOf(each)] === undefined)
  const addAll = (): void =>
    onChoose({ ...chosen, ...Object.fromEntries(open.map((each) => [keyOf(each), 'add'] as const)) })
  const listMeanings = (key: string) => {
    const { options = [] } = fields.find((field) => field.key === key) ?? {}
    return [
      { value: '', label: 'Not used' },
      ...(mayAdd ? [{ value: 'add', label: 'New option' }] : []),
      ...options.map(({ name }) => ({ value: `${sameAs}${name}`, label: `Same as ${name}` })),
    ]
  }
  return (
    <fieldset className={styles['mapping']}>
      <legend>Options that a list does not have</legend>
      {mayAdd && open.length > 0 && (
        <Button className={styles['makeAll']} onClick={addAll}>
          {open.length === 1 ? `Add ${open[0]?.option ?? ''}` : `Add all ${open.length} options`}
        </Button>
      )}
      {!mayAdd && <p>Your role may not add options: ask somebody whose role may.</p>}
      {proposals.slice(0, mostShown).map((proposal) => (
        <Select
          key={keyOf(proposal)}
          label={`${nameOfList(proposal)}: ${proposal.option}`}
          hint={withMemory(describeValues(proposal), chosen[keyOf(proposal)], remembered?.[keyOf(proposal)])}
          value={chosen[keyOf(proposal)] ?? ''}
          options={listMeanings(proposal.key)}
          onChange={(value) => {
            const { [keyOf(proposal)]: _before, ...others } = chosen
            onChoose(value === '' ? others : { ...others, [keyOf(proposal)]: value })
          }}
        />
      ))}
      {proposals.length > mostShown && <p>And {proposals.length - mostShown} more.</p>}
    </fieldset>
  )
}

/** Appends to a name's hint that its choice is remembered from an earlier file. */
export function withMemory(hint: string, choice: string | undefined, remembered: string | undefined): string {
  return choice === undefined || choice !== remembered ? hint : `${hint}; remembered from an earlier file`
}

function describeValues({ values, like, state, insteadOf, column }: OptionProposal): string {
  const said = values === 1 ? '1 value' : `${values} values`
  const count = insteadOf === undefined ? said : `${said}; map “${column}” to “field ${insteadOf}” to mean the tasks’`
  if (state === 'excess') return `${count}; more options than a list takes`
  return state === 'proposed' && like !== undefined ? `${count}. Did you mean ${like}?` : count
}

/** Converts choices to answers. */
export function readOptionChoices(chosen: Choices): ReadonlyMap<string, OptionAnswer> {
  return new Map(
    Object.entries(chosen).map(([key, value]): [string, OptionAnswer] => [
      key,
      value.startsWith(sameAs) ? { sameAs: value.slice(sameAs.length) } : 'add',
    ]),
  )
}
