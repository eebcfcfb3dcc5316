import type { FilePlan } from '#core/exchange/import-into-space.ts'
import styles from './import-dialog.module.css'

/** As many lines as anybody reads; the rest is counted. */
const mostLines = 200
const kinds = ['collections', 'items', 'tasks', 'links', 'comments'] as const
const titles = {
  collections: 'Collections',
  items: 'Items',
  tasks: 'Tasks',
  links: 'Casts',
  comments: 'Comments',
} as const
/** Shown only where the file has any, as most have none. */
const seldom: ReadonlySet<string> = new Set(['links', 'comments'])

/** Shows a plan: what it changes in numbers, what cannot be imported, and what is not used. */
export function ImportPlanView({ plan: { summary, notes, made, entries } }: { readonly plan: FilePlan }) {
  const conflicts = entries.flatMap(({ line, path, problem }) =>
    problem === undefined ? [] : [`Line ${line} (${path}): ${problem}`],
  )
  const left = entries.flatMap((entry) => entry.left.map((text) => `Line ${entry.line} (${entry.path}): ${text}`))
  return (
    <>
      <table className={styles['numbers']}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Kind</span>
            </th>
            <th scope="col">Created</th>
            <th scope="col">Changed</th>
            <th scope="col">Unchanged</th>
          </tr>
        </thead>
        <tbody>
          {kinds
            .filter((kind) => !seldom.has(kind) || Object.values(summary[kind]).some((count) => count > 0))
            .map((kind) => (
              <tr key={kind}>
                <th scope="row">{titles[kind]}</th>
                <td>{summary[kind].created}</td>
                <td>{summary[kind].changed}</td>
                <td>{summary[kind].left}</td>
              </tr>
            ))}
        </tbody>
      </table>
      <Lines title={`In conflict, left out: ${conflicts.length}`} lines={conflicts} />
      <Lines title="New in the studio" lines={made} />
      <Lines title="To check" lines={[...notes, ...left]} />
    </>
  )
}

function Lines({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <section className={styles['lines']} aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {lines.slice(0, mostLines).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {lines.length > mostLines && <p>And {lines.length - mostLines} more.</p>}
    </section>
  )
}
