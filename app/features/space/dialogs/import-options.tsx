import type { TextEncoding } from '#core/exchange/decode-text.ts'
import type { ImportFormat } from '#core/exchange/read-import-file.ts'
import type { DayOrder } from '#core/exchange/read-day.ts'
import { itemColumns } from '#core/exchange/sheet-fields.ts'
import type { FieldProposal } from '#core/exchange/propose-fields.ts'
import { kindTitles } from '#core/fields/kind-titles.ts'
import { Button } from '#app/ui/button.tsx'
import { Select } from '#app/ui/select.tsx'
import { Switch } from '#app/ui/switch.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import styles from './import-dialog.module.css'

/** What somebody says of a file that it does not say itself, as it is typed. */
export type ImportAnswers = {
  readonly collection: string
  readonly rate: string
  readonly sheet: string
  readonly encoding: TextEncoding
  readonly firstFrame: string
  readonly handles: string
  readonly match: string
  readonly isBlankClear: boolean
  /** How days are written that could be two; '' for as the file shows. */
  readonly dayOrder: '' | DayOrder
  /** The stage of comments that name no task; '' for none. */
  readonly commentStage: string
  /** What columns mean, by their titles. */
  readonly columns: Readonly<Record<string, string>>
  /** What becomes of names that lists do not have, by `toOptionKey`. */
  readonly options: Readonly<Record<string, string>>
}

export const noAnswers: ImportAnswers = {
  collection: '',
  rate: '24',
  sheet: '',
  encoding: 'utf-8',
  firstFrame: '',
  handles: '',
  match: '',
  isBlankClear: false,
  dayOrder: '',
  commentStage: '',
  columns: {},
  options: {},
}

type ImportOptionsProps = {
  readonly format: ImportFormat | undefined
  readonly answers: ImportAnswers
  readonly onAnswer: (answers: Partial<ImportAnswers>) => void
  /** The stages that comments without a task can go to; none where the file has no comments. */
  readonly commentStages: readonly string[]
}

const encodings = [
  { value: 'utf-8', label: 'As the file says, else UTF-8' },
  { value: 'latin-1', label: 'Latin-1 (older spreadsheets)' },
  { value: 'utf-16', label: 'UTF-16' },
] as const
const dayOrders = [
  { value: '', label: 'As other days of the file show' },
  { value: 'dmy', label: 'Day first' },
  { value: 'mdy', label: 'Month first' },
] as const

/** What is asked of a file of a kind: the same as at the command line. */
export function ImportOptions({ format, answers, onAnswer, commentStages }: ImportOptionsProps) {
  const isCut = format === 'edl' || format === 'otio' || format === 'xml'
  const text = (name: 'collection' | 'sheet' | 'rate' | 'firstFrame' | 'handles' | 'match') => ({
    value: answers[name],
    onChange: (value: string) => onAnswer({ [name]: value }),
  })
  return (
    <>
      <TextField label="Collection for items that name none" {...text('collection')} />
      {format === 'xlsx' && <TextField label="Sheet, if not the first" {...text('sheet')} />}
      {format !== 'xlsx' && (
        <Select
          label="Text encoding"
          value={answers.encoding}
          onChange={(encoding) => onAnswer({ encoding })}
          options={encodings}
        />
      )}
      {format === 'edl' && <TextField label="Frame rate of the list" {...text('rate')} />}
      {isCut && <TextField label="Names of the clips" placeholder="{collection}_{item}_v*" {...text('match')} />}
      <div className={styles['numbersAsked']}>
        <TextField label="First frame of every shot" placeholder="1001" inputMode="numeric" {...text('firstFrame')} />
        {isCut && <TextField label="Handles of every shot" placeholder="8" inputMode="numeric" {...text('handles')} />}
      </div>
      {!isCut && (
        <Select
          label="Days like 6/3/2026"
          value={answers.dayOrder}
          onChange={(dayOrder) => onAnswer({ dayOrder })}
          options={dayOrders}
        />
      )}
      {commentStages.length > 0 && (
        <Select
          label="Comments that name no task"
          value={answers.commentStage}
          onChange={(commentStage) => onAnswer({ commentStage })}
          options={[
            { value: '', label: 'Not imported' },
            ...commentStages.map((stage) => ({ value: stage, label: stage })),
          ]}
        />
      )}
      {!isCut && (
        <Switch
          label="Empty cells clear what is there"
          isOn={answers.isBlankClear}
          onChange={(isBlankClear) => onAnswer({ isBlankClear })}
        />
      )}
    </>
  )
}

type ColumnMappingProps = {
  /** Titles of columns that are not used. */
  readonly unused: readonly string[]
  /** Those that could be fields, or are to be. */
  readonly proposals: readonly FieldProposal[]
  readonly mayMakeFields: boolean
  readonly stages: readonly string[]
  readonly columns: ImportAnswers['columns']
  readonly onMap: (columns: ImportAnswers['columns']) => void
}

/** What stands before the kind of a field that a column is to become. */
export const newField = 'new field '

/** What columns mean that the import does not know by their titles: one of ours, or a new field of the studio. */
export function ColumnMapping({ unused, proposals, mayMakeFields, stages, columns, onMap }: ColumnMappingProps) {
  const byTitle = new Map(proposals.map((proposal) => [proposal.column, proposal]))
  const titles = [...new Set([...byTitle.keys(), ...Object.keys(columns), ...unused])]
  if (titles.length === 0) return null
  const meanings = listMeanings(stages)
  const open = proposals.filter(({ column }) => columns[column] === undefined)
  const listKinds = ({ kinds, kind }: FieldProposal) =>
    [kind, ...kinds.filter((each) => each !== kind)].map((each) => ({
      value: `${newField}${each}`,
      label: `New field: ${kindTitles[each]}`,
    }))
  const makeAll = (): void =>
    onMap({ ...columns, ...Object.fromEntries(open.map(({ column, kind }) => [column, `${newField}${kind}`])) })
  return (
    <fieldset className={styles['mapping']}>
      <legend>Columns without a field here</legend>
      {mayMakeFields && open.length > 0 && (
        <Button className={styles['makeAll']} onClick={makeAll}>
          {open.length === 1 ? 'Make a field of it' : `Make fields of all ${open.length} columns`}
        </Button>
      )}
      {proposals.length > 0 && !mayMakeFields && <p>Your role may not create fields: ask somebody whose role may.</p>}
      {titles.map((title) => {
        const proposal = byTitle.get(title)
        const kinds = proposal === undefined || !mayMakeFields ? [] : listKinds(proposal)
        return (
          <Select
            key={title}
            label={title}
            hint={proposal && describeValues(proposal)}
            value={columns[title] ?? ''}
            options={[{ value: '', label: 'Not used' }, ...kinds, ...meanings]}
            onChange={(value) => {
              const { [title]: _before, ...others } = columns
              onMap(value === '' ? others : { ...others, [title]: value })
            }}
          />
        )
      })}
    </fieldset>
  )
}

function listMeanings(stages: readonly string[]) {
  const ofStages = stages.flatMap((stage) => ['', ' assignee', ' due', ' estimate'].map((field) => stage + field))
  return [
    ...[...itemColumns, 'episode', 'frames', 'handles'].map((value) => ({
      value: String(value),
      label: String(value),
    })),
    ...ofStages.map((label) => ({ value: label.toLowerCase(), label })),
  ]
}

/** `12 values, such as blue, red`, and how many of them its kind does not take. */
function describeValues({ kind, values, examples, misfits, state }: FieldProposal): string {
  const some = examples.map((text) => (text.length > 30 ? `${text.slice(0, 29)}…` : text)).join(', ')
  const wrong = state === 'taken' && misfits > 0 ? `; ${misfits} of them are left out` : ''
  const guess = state === 'taken' ? '' : `${kindTitles[kind]}? `
  return `${guess}${values} ${values === 1 ? 'value' : 'values'}, such as ${some}${wrong}`
}
