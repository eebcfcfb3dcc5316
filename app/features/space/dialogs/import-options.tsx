import type { TextEncoding } from '#core/exchange/decode-text.ts'
import type { ImportFormat } from '#core/exchange/read-import-file.ts'
import type { DayOrder } from '#core/exchange/read-day.ts'
import { Select } from '#app/ui/select.tsx'
import { Switch } from '#app/ui/switch.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import styles from './import-dialog.module.css'

/** Answers to what a file leaves open, as typed. */
export type ImportAnswers = {
  readonly collection: string
  readonly rate: string
  /** The rate of a sheet's timecodes. */
  readonly sheetRate: string
  readonly sheet: string
  readonly encoding: TextEncoding
  readonly firstFrame: string
  readonly handles: string
  readonly match: string
  readonly isBlankClear: boolean
  /** The order of day and month in ambiguous dates; '' to infer it from the file. */
  readonly dayOrder: '' | DayOrder
  /** The stage of comments that name no task; '' for none. */
  readonly commentStage: string
  /** The meanings of columns, by title. */
  readonly columns: Readonly<Record<string, string>>
  /** The mapping of options missing from lists, by `toOptionKey`. */
  readonly options: Readonly<Record<string, string>>
  /** The mapping of statuses, stages and kinds missing from the studio, by `toNameKey`. */
  readonly names: Readonly<Record<string, string>>
}

export const noAnswers: ImportAnswers = {
  collection: '',
  rate: '24',
  sheetRate: '',
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
  names: {},
}

type ImportOptionsProps = {
  readonly format: ImportFormat | undefined
  readonly answers: ImportAnswers
  readonly onAnswer: (answers: Partial<ImportAnswers>) => void
  /** The stages that comments without a task can go to; none where the file has no comments. */
  readonly commentStages: readonly string[]
  /** Whether the file has timecodes whose frame rate nothing gives. */
  readonly asksRate: boolean
}

const encodings = [
  { value: 'utf-8', label: 'As the file says, else UTF-8' },
  { value: 'latin-1', label: 'Latin-1 (older spreadsheets)' },
  { value: 'utf-16', label: 'UTF-16' },
] as const
const dayOrders = [
  { value: '', label: 'As other dates in the file show' },
  { value: 'dmy', label: 'Day first' },
  { value: 'mdy', label: 'Month first' },
] as const

/** The questions for a file of a format: the same as at the command line. */
export function ImportOptions({ format, answers, onAnswer, commentStages, asksRate }: ImportOptionsProps) {
  const isCut = format === 'edl' || format === 'otio' || format === 'xml'
  const text = (name: 'collection' | 'sheet' | 'rate' | 'sheetRate' | 'firstFrame' | 'handles' | 'match') => ({
    value: answers[name],
    onChange: (value: string) => onAnswer({ [name]: value }),
  })
  return (
    <>
      <TextField label="Collection for items that name none" {...text('collection')} />
      {(format === 'xlsx' || format === 'json') && <TextField label="Sheet, if not the first" {...text('sheet')} />}
      {format !== 'xlsx' && (
        <Select
          label="Text encoding"
          value={answers.encoding}
          onChange={(encoding) => onAnswer({ encoding })}
          options={encodings}
        />
      )}
      {format === 'edl' && <TextField label="Frame rate of the list" {...text('rate')} />}
      {asksRate && <TextField label="Frame rate of the sheet" placeholder="23.976" {...text('sheetRate')} />}
      {isCut ? (
        <TextField label="Names of the clips" placeholder="{collection}_{item}_v*" {...text('match')} />
      ) : (
        <TextField label="Names of the items" placeholder="{collection}_*" {...text('match')} />
      )}
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
          label="Empty cells clear existing values"
          isOn={answers.isBlankClear}
          onChange={(isBlankClear) => onAnswer({ isBlankClear })}
        />
      )}
    </>
  )
}
