import type { TextEncoding } from '#core/exchange/decode-text.ts'
import type { ImportFormat } from '#core/exchange/read-import-file.ts'
import { itemColumns } from '#core/exchange/sheet-fields.ts'
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
  /** What columns mean, by their titles. */
  readonly columns: Readonly<Record<string, string>>
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
  columns: {},
}

type ImportOptionsProps = {
  readonly format: ImportFormat | undefined
  readonly answers: ImportAnswers
  readonly onAnswer: (answers: Partial<ImportAnswers>) => void
}

/** What is asked of a file of a kind: the same as at the command line. */
export function ImportOptions({ format, answers, onAnswer }: ImportOptionsProps) {
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
          options={[
            { value: 'utf-8', label: 'As the file says, else UTF-8' },
            { value: 'latin-1', label: 'Latin-1 (older spreadsheets)' },
            { value: 'utf-16', label: 'UTF-16' },
          ]}
        />
      )}
      {format === 'edl' && <TextField label="Frame rate of the list" {...text('rate')} />}
      {isCut && <TextField label="Names of the clips" placeholder="{collection}_{item}_v*" {...text('match')} />}
      <div className={styles['numbersAsked']}>
        <TextField label="First frame of every shot" placeholder="1001" inputMode="numeric" {...text('firstFrame')} />
        {isCut && <TextField label="Handles of every shot" placeholder="8" inputMode="numeric" {...text('handles')} />}
      </div>
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
  readonly stages: readonly string[]
  readonly columns: ImportAnswers['columns']
  readonly onMap: (columns: ImportAnswers['columns']) => void
}

/** What columns mean that the import does not know by their titles. */
export function ColumnMapping({ unused, stages, columns, onMap }: ColumnMappingProps) {
  const titles = [...new Set([...Object.keys(columns), ...unused])]
  if (titles.length === 0) return null
  const ofStages = stages.flatMap((stage) => ['', ' assignee', ' due', ' estimate'].map((field) => stage + field))
  const options = [
    { value: '', label: 'Not used' },
    ...[...itemColumns, 'episode', 'frames', 'handles'].map((value) => ({
      value: String(value),
      label: String(value),
    })),
    ...ofStages.map((label) => ({ value: label.toLowerCase(), label })),
  ]
  return (
    <fieldset className={styles['mapping']}>
      <legend>Columns that are not used</legend>
      {titles.map((title) => (
        <Select
          key={title}
          label={title}
          value={columns[title] ?? ''}
          options={options}
          onChange={(value) => {
            const { [title]: _before, ...others } = columns
            onMap(value === '' ? others : { ...others, [title]: value })
          }}
        />
      ))}
    </fieldset>
  )
}
