import { nameTitles } from '#core/exchange/describe-names.ts'
import { namedThings, toNameKey, type NamedThing, type NameProposal } from '#core/exchange/propose-names.ts'
import { sameAs, type Choices } from './kept-answers.ts'
import { withMemory } from './option-mapping.tsx'
import { Button } from '#app/ui/button.tsx'
import { Select } from '#app/ui/select.tsx'
import styles from './import-dialog.module.css'

type NameMappingProps = {
  readonly proposals: readonly NameProposal[]
  /** The studio's existing names. */
  readonly present: Readonly<Record<NamedThing, readonly string[]>>
  readonly mayAdd: boolean
  /** The choices so far, by `toNameKey`. */
  readonly chosen: Choices
  /** Choices made for an earlier file. */
  readonly remembered?: Choices
  readonly onChoose: (chosen: Choices) => void
}

/** As many as anybody reads. */
const mostShown = 100

const keyOf = ({ of, name }: NameProposal): string => toNameKey(of, name)

/** Maps statuses, stages and kinds missing from the studio to a new one, an existing one, or nothing. */
export function NameMapping({ proposals, present, mayAdd, chosen, remembered, onChoose }: NameMappingProps) {
  if (proposals.length === 0) return null
  const open = proposals.filter((each) => each.like === undefined && chosen[keyOf(each)] === undefined)
  const addAll = (): void =>
    onChoose({ ...chosen, ...Object.fromEntries(open.map((each) => [keyOf(each), 'add'] as const)) })
  return (
    <fieldset className={styles['mapping']}>
      <legend>Statuses, stages and kinds that are missing here</legend>
      {mayAdd && open.length > 0 && (
        <Button className={styles['makeAll']} onClick={addAll}>
          {open.length === 1 ? `Add ${open[0]?.name ?? ''}` : `Add all ${open.length}`}
        </Button>
      )}
      {!mayAdd && <p>Your role may not add statuses, stages or kinds: ask somebody whose role may.</p>}
      {namedThings
        .flatMap((of) => proposals.filter((each) => each.of === of))
        .slice(0, mostShown)
        .map((proposal) => (
          <Select
            key={keyOf(proposal)}
            label={`${titles[proposal.of]}: ${proposal.name}`}
            hint={withMemory(describeRows(proposal), chosen[keyOf(proposal)], remembered?.[keyOf(proposal)])}
            value={chosen[keyOf(proposal)] ?? ''}
            options={listMeanings(proposal, present[proposal.of], mayAdd)}
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

const titles = { status: 'Status', stage: 'Stage', kind: 'Kind' } as const satisfies Record<NamedThing, string>

function listMeanings({ of, isElsewhere }: NameProposal, present: readonly string[], mayAdd: boolean) {
  if (isElsewhere === true)
    return [{ value: '', label: 'Not shown here' }, ...(mayAdd ? [{ value: 'add', label: 'Add to this space' }] : [])]
  return [
    { value: '', label: 'Not used' },
    ...(mayAdd ? [{ value: 'add', label: `New ${nameTitles[of][0]}` }] : []),
    ...present.map((name) => ({ value: `${sameAs}${name}`, label: `Same as ${name}` })),
  ]
}

function describeRows({ rows, like, state, isElsewhere }: NameProposal): string {
  const count = rows === 1 ? '1 row' : `${rows} rows`
  if (state === 'excess') return `${count}; too many to add at once`
  if (state === 'unneeded') return `${count}; left out with their stage`
  if (isElsewhere === true) return `${count}; the studio has it, this space does not`
  return state === 'proposed' && like !== undefined ? `${count}. Did you mean ${like}?` : count
}
