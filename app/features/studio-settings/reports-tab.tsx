import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { readDays, readTime, reportPeriods, toDaysText, type Report } from '#core/reports/manage-reports.ts'
import { reportsQuery } from '#core/reports/queries.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { useCommands } from '#app/commands/use-commands.ts'
import { configStore } from '#app/stores/config-store.ts'
import { TextField } from '#app/ui/text-field.tsx'
import styles from '#app/widgets/access-tokens/access-tokens.module.css'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { LastState } from '#app/widgets/last-state.tsx'
import { usePage } from '#app/widgets/use-page.ts'
import { reportCommands, reportStore } from './report-commands.ts'
import { FormSelect } from './form-select.tsx'

const periodTitles: Readonly<Record<Report['period'], string>> = {
  day: 'The last day',
  week: 'The last week',
  month: 'The last month',
}

/** Timesheets that somebody has sent by themselves: their own, of what they may see. */
export function ReportsTab({ studio }: { readonly studio: StudioReplica }) {
  useCommands(reportCommands)
  const { madeCount } = useSnapshot(reportStore)
  const { config } = useSnapshot(configStore)
  const hasMail = config?.hasMail === true
  const mayPost = studio.can('admin_users')
  const { studioId } = studio
  const { rows, asOf } = usePage(reportsQuery({ studioId }), 'The reports could not be loaded')
  return (
    <section className={styles['panel']} aria-label="Reports">
      <header className={styles['header']}>
        <h3 className={styles['heading']}>Reports</h3>
        <span className={styles['note']}>
          {hasMail || mayPost
            ? 'Your timesheet as CSV, with what you may see, at a time of your time zone.'
            : 'This installation sends no mail, and only those who manage the studio’s users may send reports to an address.'}
        </span>
      </header>
      {/* Empty again once one was made. */}
      {(hasMail || mayPost) && <ReportForm key={madeCount} hasMail={hasMail} mayPost={mayPost} />}
      <LastState asOf={asOf} />
      {rows.length > 0 && (
        <ul className={styles['rows']}>
          {rows.map((report) => (
            <li key={report.id}>
              <ReportRow report={report} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

type FormProps = { readonly hasMail: boolean; readonly mayPost: boolean }

function ReportForm({ hasMail, mayPost }: FormProps) {
  const [name, setName] = useState('')
  const [of, setOf] = useState<string>('week')
  const [on, setOn] = useState('mon')
  const [at, setAt] = useState('08:00')
  const [url, setUrl] = useState('')
  const [form, setForm] = useState<string>('standard')
  const problem = findProblem({ name, on, at, url, hasMail })
  return (
    <div className={styles['form']}>
      <TextField
        label="Name of the report"
        isLabelHidden
        placeholder="Hours"
        value={name}
        maxLength={100}
        onChange={setName}
      />
      <select
        className={styles['select']}
        aria-label="What it is of"
        value={of}
        onChange={(event) => setOf(event.currentTarget.value)}
      >
        {reportPeriods.map((value) => (
          <option key={value} value={value}>
            {periodTitles[value]}
          </option>
        ))}
      </select>
      <TextField
        label="Days it is sent on"
        isLabelHidden
        placeholder="daily, weekdays or mon,thu"
        value={on}
        maxLength={60}
        onChange={setOn}
      />
      <TextField
        label="Time it is sent at"
        isLabelHidden
        placeholder="08:00"
        value={at}
        maxLength={5}
        onChange={setAt}
      />
      {mayPost && <Target hasMail={hasMail} url={url} form={form} onUrl={setUrl} onForm={setForm} />}
      <CommandButton
        command="report.create"
        args={[name.trim(), of, on, at, url.trim(), form]}
        {...(problem !== undefined && { disabledReason: problem })}
      >
        Create report
      </CommandButton>
    </div>
  )
}

type TargetProps = {
  readonly hasMail: boolean
  readonly url: string
  readonly form: string
  readonly onUrl: (url: string) => void
  readonly onForm: (form: string) => void
}

function Target({ hasMail, url, form, onUrl, onForm }: TargetProps) {
  return (
    <>
      <TextField
        label="Address it is posted to"
        isLabelHidden
        placeholder={hasMail ? 'https://…, or empty: mailed to you' : 'https://…'}
        value={url}
        maxLength={2000}
        onChange={onUrl}
      />
      <FormSelect value={form} onChange={onForm} />
    </>
  )
}

type Typed = {
  readonly name: string
  readonly on: string
  readonly at: string
  readonly url: string
  readonly hasMail: boolean
}

function findProblem({ name, on, at, url, hasMail }: Typed): string | undefined {
  if (name.trim() === '') return 'Give it a name first'
  if (readDays(on) === undefined) return 'Write the days as daily, weekdays or mon,thu'
  if (readTime(at) === undefined) return 'Write the time like 08:30'
  if (url.trim() === '' && !hasMail) return 'This installation sends no mail: give an address'
  return undefined
}

function ReportRow({ report }: { readonly report: Report }) {
  const { id, name, period, days, atTime, url, isActive, stopped, due, last } = report
  const state = isActive ? `next ${due.slice(0, 16).replace('T', ' ')}` : stopped === '' ? 'off' : `stopped: ${stopped}`
  const was = last === undefined ? '' : ` · last ${[last.state, last.problem].filter(Boolean).join(': ')}`
  const small = { args: [id], size: 'small', variant: 'ghost' } as const
  return (
    <div className={styles['row']}>
      <span className={styles['what']}>
        <span className={styles['name']}>{name}</span>
        <span className={styles['note']}>
          {periodTitles[period]} · {toDaysText(days)} at {atTime} · {url === '' ? 'mailed to you' : url} · {state}
          {was}
        </span>
      </span>
      <CommandButton
        command="report.send"
        {...small}
        aria-label={`Send now: ${name}`}
        {...(!isActive && { disabledReason: 'Turn it on first' })}
      >
        Send now
      </CommandButton>
      <CommandButton command="report.switch" {...small} aria-label={`Turn ${isActive ? 'off' : 'on'} ${name}`}>
        {isActive ? 'Turn off' : 'Turn on'}
      </CommandButton>
      <CommandButton command="report.delete" {...small} aria-label={`Delete ${name}`}>
        Delete
      </CommandButton>
    </div>
  )
}
