import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { canBeSigned, describeReportState, toDaysText, type Report } from '#core/reports/manage-reports.ts'
import { reportsQuery } from '#core/reports/queries.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { useCommands } from '#app/commands/use-commands.ts'
import { configStore } from '#app/stores/config-store.ts'
import styles from '#app/widgets/access-tokens/access-tokens.module.css'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { LastState } from '#app/widgets/last-state.tsx'
import { usePage } from '#app/widgets/use-page.ts'
import { MadeSecret } from './made-secret.tsx'
import { reportCommands } from './report-commands.ts'
import { ReportForm } from './report-form.tsx'
import { reportStore, resetReports } from './report-store.ts'
import { describeReport } from './report-words.ts'

/** The person's reports: timesheets and saved views sent on a schedule, with what that person may see. */
export function ReportsTab({ studio }: { readonly studio: StudioReplica }) {
  useCommands(reportCommands)
  const { madeCount, editedId, made } = useSnapshot(reportStore)
  const { config } = useSnapshot(configStore)
  const hasMail = config?.hasMail === true
  const mayPost = studio.can('admin_users')
  const { studioId } = studio
  const { rows, asOf } = usePage(reportsQuery({ studioId }), 'The reports could not be loaded')
  useEffect(() => resetReports, [])
  const form = { studio, hasMail, mayPost }
  return (
    <section className={styles['panel']} aria-label="Reports">
      <header className={styles['header']}>
        <h3 className={styles['heading']}>Reports</h3>
        <span className={styles['note']}>
          {hasMail || mayPost
            ? 'A timesheet or saved view as CSV, limited to what you may see, at a time in your time zone.'
            : 'This installation sends no mail, and only those who manage the studio’s users may send reports to an address.'}
        </span>
      </header>
      {/* The key empties the form after each report. */}
      {(hasMail || mayPost) && <ReportForm key={madeCount} {...form} />}
      <MadeSecret made={made} command="report.copy-secret" />
      <LastState asOf={asOf} />
      {rows.length > 0 && (
        <ul className={styles['rows']}>
          {rows.map((report) => (
            <li key={report.id}>
              <ReportRow report={report} studio={studio} isOpen={report.id === editedId} />
              {report.id === editedId && <ReportForm {...form} report={report} />}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

type RowProps = { readonly report: Report; readonly studio: StudioReplica; readonly isOpen: boolean }

function ReportRow({ report, studio, isOpen }: RowProps) {
  const { id, name, days, atTime, url, isActive, isSigned, problem, last } = report
  const broken = problem !== '' && { disabledReason: `Change it first: ${problem}` }
  const was = last === undefined ? '' : ` · last ${[last.state, last.problem].filter(Boolean).join(': ')}`
  const small = { args: [id], size: 'small', variant: 'ghost' } as const
  return (
    <div className={styles['row']}>
      <span className={styles['what']}>
        <span className={styles['name']}>{name}</span>
        <span className={styles['note']}>
          {describeReport(report, studio)} · {toDaysText(days)} at {atTime} · {url === '' ? 'mailed to you' : url} ·{' '}
          {describeReportState(report)}
          {was}
        </span>
      </span>
      <CommandButton command="report.edit" {...small} aria-label={`Change ${name}`} aria-expanded={isOpen}>
        Change
      </CommandButton>
      <CommandButton
        command="report.send"
        {...small}
        aria-label={`Send now: ${name}`}
        {...(isActive ? broken : { disabledReason: 'Turn it on first' })}
      >
        Send now
      </CommandButton>
      {canBeSigned(report) && (
        <CommandButton
          command="report.renew-secret"
          {...small}
          args={[id, 'day']}
          aria-label={`${isSigned ? 'Renew' : 'Make'} secret: ${name}`}
        >
          {isSigned ? 'Renew secret' : 'Make secret'}
        </CommandButton>
      )}
      <CommandButton
        command="report.switch"
        {...small}
        aria-label={`Turn ${isActive ? 'off' : 'on'} ${name}`}
        {...(!isActive && broken)}
      >
        {isActive ? 'Turn off' : 'Turn on'}
      </CommandButton>
      <CommandButton command="report.delete" {...small} aria-label={`Delete ${name}`}>
        Delete
      </CommandButton>
    </div>
  )
}
