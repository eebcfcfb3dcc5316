import { useId } from 'react'
import { sumBy } from '#core/lib/collections.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { classNames } from '#app/lib/class-names.ts'
import { PersonAvatar } from '../person-avatar.tsx'
import styles from './overview.module.css'
import type { Bar, Panel } from './panels.ts'

type PanelProps = { readonly panel: Panel; readonly isTable: boolean }

/** One panel: its numbers as charts, or as a table. */
export function OverviewPanel({ panel, isTable }: PanelProps) {
  const titleId = useId()
  const { id, title, shape, bars, empty } = panel
  const isAcross = !isTable && (shape === 'tiles' || shape === 'columns')
  const isPlain = shape === 'tiles' && !isTable
  return (
    <section
      className={classNames(styles['area'], !isPlain && styles['panel'])}
      data-area={id}
      aria-labelledby={titleId}
      data-overview-panel={isAcross ? 'across' : 'down'}
    >
      <h3 id={titleId} className={isPlain ? 'visually-hidden' : styles['heading']}>
        {title}
      </h3>
      {bars.length === 0 && <p className={styles['empty']}>{empty}</p>}
      {bars.length > 0 && (isTable ? <Table panel={panel} /> : <Drawing panel={panel} />)}
    </section>
  )
}

function Drawing({ panel: { shape, bars, title } }: Pick<PanelProps, 'panel'>) {
  return (
    <ul className={styles[shape]}>
      {bars.map((bar, index) => (
        <li key={bar.id} className={'url' in bar.opens ? styles['task'] : undefined}>
          <OpenBar bar={bar} panelTitle={title} isFirst={index === 0} shape={shape} />
        </li>
      ))}
    </ul>
  )
}

type OpenBarProps = {
  readonly bar: Bar
  readonly panelTitle: string
  readonly isFirst: boolean
  readonly shape: Panel['shape']
}

function OpenBar({ bar, panelTitle, isFirst, shape }: OpenBarProps) {
  const { label, value, detail, tone, parts, person } = bar
  return (
    <button
      type="button"
      className={styles['bar']}
      tabIndex={isFirst ? 0 : -1}
      data-overview-bar=""
      onClick={() => void runCommand('overview.list', { args: [`${panelTitle}/${bar.id}`] })}
    >
      <span className={styles['label']}>
        {person !== undefined && <PersonAvatar {...person} isDecorative />}
        <span className={styles['name']}>{label}</span>
      </span>
      {shape === 'columns' ? <Column parts={parts} /> : parts.length > 0 && <Stripe parts={parts} />}
      <span className={classNames(styles['value'], tone === 'late' && styles['late'])}>{value}</span>
      {detail !== undefined && detail !== '' && <span className={styles['detail']}>{detail}</span>}
    </button>
  )
}

/** A bar of stacked segments, drawn from the left. The text beside it says the same. */
function Stripe({ parts }: Pick<Bar, 'parts'>) {
  const starts = parts.map((_, index) => 100 * sumBy(parts.slice(0, index), ({ share }) => share))
  return (
    <svg className={styles['stripe']} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <rect className={styles['room']} width="100" height="8" />
      {parts.map(({ share, color }, index) => (
        <rect
          key={`${color} ${index + 1}`}
          className={styles['part']}
          x={starts[index]}
          width={Math.max(0, share * 100 - 0.3)}
          height="8"
          fill={color}
        />
      ))}
    </svg>
  )
}

function Column({ parts: [part] }: Pick<Bar, 'parts'>) {
  const height = (part?.share ?? 0) * 100
  return (
    <svg className={styles['column']} viewBox="0 0 32 100" preserveAspectRatio="none" aria-hidden="true">
      <rect y={100 - Math.max(height, 1)} width="32" height={Math.max(height, 1)} fill={part?.color} />
    </svg>
  )
}

function Table({ panel: { title, columns, bars } }: Pick<PanelProps, 'panel'>) {
  return (
    <div className={styles['scroller']}>
      <table className={styles['table']}>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th key={`${column} ${index + 1}`} scope="col">
                {column === '' ? <span className="visually-hidden">What</span> : column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.map((bar, index) => (
            <tr key={bar.id}>
              {bar.cells.map((cell, column) =>
                column === 0 ? (
                  <th key={columns[column]} scope="row">
                    <button
                      type="button"
                      className={styles['cell']}
                      tabIndex={index === 0 ? 0 : -1}
                      data-overview-bar=""
                      onClick={() => void runCommand('overview.list', { args: [`${title}/${bar.id}`] })}
                    >
                      {cell}
                    </button>
                  </th>
                ) : (
                  <td key={columns[column]}>{cell}</td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
