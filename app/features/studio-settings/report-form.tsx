import { useState } from 'react'
import { readDays, readTime, reportPeriods, toDaysText, type Report } from '#core/reports/manage-reports.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { Field } from '#app/ui/field.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import styles from '#app/widgets/access-tokens/access-tokens.module.css'
import { FormActions } from './form-actions.tsx'
import { FormSelect } from './form-select.tsx'
import { viewChoice } from './report-commands.ts'
import { listViewChoices, periodTitles } from './report-words.ts'

type ReportFormProps = {
  readonly studio: StudioReplica
  readonly hasMail: boolean
  readonly mayPost: boolean
  /** The report being edited; undefined for a new one. */
  readonly report?: Report
}

/** Edits what a report contains, when it is sent and where to. */
export function ReportForm({ studio, hasMail, mayPost, report }: ReportFormProps) {
  const [typed, setTyped] = useState(() => textsOf(report))
  const set = (changes: Partial<Typed>) => setTyped((before) => ({ ...before, ...changes }))
  const { name, of, on, at, url, form } = typed
  const args = [name.trim(), of, on, at, url.trim(), form]
  // Several forms may be open, so accessible names include the report's.
  const named = (label: string) => ({
    label,
    ...(report !== undefined && { 'aria-label': `${label}: ${report.name}` }),
  })
  return (
    <div className={styles['labelled']}>
      <TextField
        {...named('Name of the report')}
        placeholder="Hours"
        value={name}
        maxLength={100}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it opens because somebody asked for it
        autoFocus={report !== undefined}
        onChange={(value) => set({ name: value })}
      />
      <OfSelect studio={studio} {...named('What it is of')} value={of} onChange={(value) => set({ of: value })} />
      <TextField
        {...named('Days it is sent on')}
        placeholder="daily, weekdays, mon-fri or mon,thu"
        value={on}
        maxLength={100}
        onChange={(value) => set({ on: value })}
      />
      <TextField
        {...named('Time it is sent at')}
        placeholder="08:00"
        value={at}
        // Long enough for any time: cutting off the pm of 8:30 pm would make it another time.
        maxLength={20}
        onChange={(value) => set({ at: value })}
      />
      {(mayPost || url !== '') && (
        <>
          <TextField
            {...named('Address it is posted to')}
            placeholder={hasMail ? 'https://…, or empty: mailed to you' : 'https://…'}
            value={url}
            maxLength={2000}
            onChange={(value) => set({ url: value })}
          />
          <FormSelect value={form} onChange={(value) => set({ form: value })} />
        </>
      )}
      <FormActions noun="report" id={report?.id} args={args} problem={findProblem(typed, hasMail)} />
    </div>
  )
}

type OfSelectProps = {
  readonly studio: StudioReplica
  readonly label: string
  readonly 'aria-label'?: string
  readonly value: string
  readonly onChange: (of: string) => void
}

function OfSelect({ studio, label, value, onChange, ...rest }: OfSelectProps) {
  const views = listViewChoices(studio)
  const isGone = value.startsWith(viewChoice) && !views.some(({ id }) => `${viewChoice}${id}` === value)
  return (
    <Field label={label}>
      {(control) => (
        <select
          {...rest}
          {...control}
          className={styles['select']}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          <optgroup label="Timesheet">
            {reportPeriods.map((period) => (
              <option key={period} value={period}>
                {periodTitles[period]}
              </option>
            ))}
          </optgroup>
          {(views.length > 0 || isGone) && (
            <optgroup label="Saved view">
              {isGone && <option value={value}>Deleted view</option>}
              {views.map(({ id, title }) => (
                <option key={id} value={`${viewChoice}${id}`}>
                  {title}
                </option>
              ))}
            </optgroup>
          )}
        </select>
      )}
    </Field>
  )
}

type Typed = {
  readonly name: string
  readonly of: string
  readonly on: string
  readonly at: string
  readonly url: string
  readonly form: string
}

function textsOf(report: Report | undefined): Typed {
  if (report === undefined) return { name: '', of: 'week', on: 'mon', at: '08:00', url: '', form: 'standard' }
  const { name, period, viewId = '', days, atTime, url, form } = report
  return { name, of: period ?? `${viewChoice}${viewId}`, on: toDaysText(days), at: atTime, url, form }
}

function findProblem({ name, on, at, url }: Typed, hasMail: boolean): string | undefined {
  if (name.trim() === '') return 'Give it a name first'
  if (readDays(on) === undefined) return 'Write the days as daily, weekdays or mon,thu'
  if (readTime(at) === undefined) return 'Write the time like 08:30'
  if (url.trim() === '' && !hasMail) return 'This installation does not send mail: enter an address'
  return undefined
}
