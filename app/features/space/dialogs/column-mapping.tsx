import type { KnownColumn } from '#core/exchange/known-columns.ts'
import type { FieldProposal } from '#core/exchange/propose-fields.ts'
import { castColumns, itemColumns, itemKind, toFieldTitle } from '#core/exchange/sheet-fields.ts'
import { kindTitles } from '#core/fields/kind-titles.ts'
import type { FieldDefinition, FieldKind } from '#core/schema/field-definitions.ts'
import { Button } from '#app/ui/button.tsx'
import { Select } from '#app/ui/select.tsx'
import type { ImportAnswers } from './import-options.tsx'
import styles from './import-dialog.module.css'

type ColumnMappingProps = {
  /** Titles of columns that are not used. */
  readonly unused: readonly string[]
  /** Columns known by their titles. */
  readonly known: readonly KnownColumn[]
  /** Columns that could become fields, or will. */
  readonly proposals: readonly FieldProposal[]
  readonly mayMakeFields: boolean
  readonly meanings: readonly Meaning[]
  readonly columns: ImportAnswers['columns']
  readonly onMap: (columns: ImportAnswers['columns']) => void
}

type Meaning = { readonly value: string; readonly label: string }

/** Prefix of the kind of a new field in a column's meaning. */
export const newField = 'new field '
const nothing: Meaning = { value: '-', label: 'Not used' }

/** Maps each column: to one of our names, a custom field, a new field, or nothing. */
export function ColumnMapping(props: ColumnMappingProps) {
  const { unused, known, proposals, mayMakeFields, meanings, columns, onMap } = props
  const byTitle = new Map(proposals.map((proposal) => [proposal.column, proposal]))
  const isKnown = new Set(known.map(({ title }) => title))
  const titles = [...new Set([...byTitle.keys(), ...Object.keys(columns), ...unused])].filter(
    (title) => !isKnown.has(title),
  )
  const open = proposals.filter(({ column }) => columns[column] === undefined)
  const makeAll = (): void =>
    onMap({ ...columns, ...Object.fromEntries(open.map(({ column, kind }) => [column, `${newField}${kind}`])) })
  const map = (title: string, value: string): void => {
    const { [title]: _before, ...others } = columns
    onMap(value === '' ? others : { ...others, [title]: value })
  }
  const listKinds = (kinds: readonly FieldKind[]): readonly Meaning[] =>
    mayMakeFields ? kinds.map((each) => ({ value: `${newField}${each}`, label: `New field: ${kindTitles[each]}` })) : []
  const ofProposal = ({ kinds, kind }: FieldProposal) => listKinds([kind, ...kinds.filter((each) => each !== kind)])
  return (
    <>
      {titles.length > 0 && (
        <fieldset className={styles['mapping']}>
          <legend>Columns without a field here</legend>
          {mayMakeFields && open.length > 0 && (
            <Button className={styles['makeAll']} onClick={makeAll}>
              {open.length === 1 ? 'Make a field of it' : `Make fields of all ${open.length} columns`}
            </Button>
          )}
          {proposals.length > 0 && !mayMakeFields && (
            <p>Your role may not create fields: ask somebody whose role may.</p>
          )}
          {titles.map((title) => {
            const proposal = byTitle.get(title)
            return (
              <Select
                key={title}
                label={title}
                hint={proposal && describeValues(proposal)}
                value={columns[title] ?? ''}
                options={[{ ...nothing, value: '' }, ...(proposal ? ofProposal(proposal) : []), ...meanings]}
                onChange={(value) => map(title, value)}
              />
            )
          })}
        </fieldset>
      )}
      <KnownColumns {...{ known, columns, meanings, listKinds, map }} />
    </>
  )
}

type KnownColumnsProps = Pick<ColumnMappingProps, 'known' | 'columns' | 'meanings'> & {
  readonly listKinds: (kinds: readonly FieldKind[]) => readonly Meaning[]
  readonly map: (title: string, value: string) => void
}

function KnownColumns({ known, columns, meanings, listKinds, map }: KnownColumnsProps) {
  if (known.length === 0) return null
  // Columns with the same title are mapped together.
  const byTitle = new Map(known.map((column) => [column.title, column]))
  return (
    <details className={styles['known']}>
      <summary>{known.length === 1 ? '1 known column' : `${known.length} known columns`}</summary>
      <fieldset className={styles['mapping']}>
        <legend className="visually-hidden">Known columns</legend>
        {[...byTitle.values()].map(({ title, meaning, kinds }) => (
          <Select
            key={title}
            label={title}
            value={columns[title] ?? ''}
            options={[
              { value: '', label: meaning },
              nothing,
              ...listKinds(kinds),
              ...meanings.filter(({ label }) => label !== meaning),
            ]}
            onChange={(value) => map(title, value)}
          />
        ))}
      </fieldset>
    </details>
  )
}

type Fields = { readonly ofItems: readonly FieldDefinition[]; readonly ofTasks: readonly FieldDefinition[] }

/** Lists the meanings a column can have, by our names. */
export function listMeanings(stages: readonly string[], { ofItems, ofTasks }: Fields): readonly Meaning[] {
  const written = ({ kind }: FieldDefinition): boolean => kind !== 'formula'
  const ofStages = stages.flatMap((stage) => [
    ...['', ' assignee', ' due', ' estimate', ' priority'].map((field) => ({
      value: (stage + field).toLowerCase(),
      label: stage + field,
    })),
    ...ofTasks.filter(written).map(({ key, name }) => ({
      value: `${stage} ${toFieldTitle(key)}`.toLowerCase(),
      label: `${stage} ${name}`,
    })),
  ])
  return [
    ...[
      ...itemColumns,
      itemKind,
      'episode',
      'frame range',
      'frames',
      'record in',
      'record out',
      'handles',
      'stage',
      ...castColumns,
    ].map((value) => ({
      value: String(value),
      label: String(value),
    })),
    ...ofItems.filter(written).map(({ key, name }) => ({ value: toFieldTitle(key), label: name })),
    ...ofStages,
  ]
}

/** Formats `12 values, such as blue, red`, and how many of them the kind does not accept. */
function describeValues({ kind, values, examples, misfits, state, described, of }: FieldProposal): string {
  const some = examples.map((text) => (text.length > 30 ? `${text.slice(0, 29)}…` : text)).join(', ')
  const wrong = state === 'taken' && misfits > 0 ? `; ${misfits} of them ${misfits === 1 ? 'is' : 'are'} left out` : ''
  const count = `${values} ${values === 1 ? 'value' : 'values'}${some === '' ? '' : `, such as ${some}`}${wrong}`
  if (described !== undefined) {
    const of = described.of === 'task' ? ' of tasks' : ''
    return `${kindTitles[kind]}${of}, as the file describes it: ${described.formula === '' ? count : described.formula}`
  }
  const guess = state === 'taken' ? '' : `${kindTitles[kind]}${of === 'task' ? ' of tasks' : ''}? `
  return `${guess}${count}`
}
