import { useSnapshot } from 'valtio'
import { defaultStatuses } from '#core/studios/default-statuses.ts'
import { projectColorOf } from '#core/studios/palette.ts'
import { makeStatusPill } from '#core/tasks/status-pill.ts'
import { classNames } from '#app/lib/class-names.ts'
import { uiStore } from '#app/stores/ui-store.ts'
import styles from './landing-preview.module.css'

const stages = ['Storyboard', 'Layout', 'Modeling', 'Animation', 'Lighting', 'FX', 'Compositing', 'Final']

// One letter per cell: done, client, wip, wfa, feedback, todo, nothing.
const groups = [
  {
    name: 'SQ010',
    title: 'The harbour at dawn',
    rows: [
      ['sq010_sh0010', 'Wide: boats leave the pier', 'ddddcww-'],
      ['sq010_sh0020', 'Ines ties the last knot', 'ddddfwtt'],
      ['sq010_sh0030', 'Gull lands on the mast', 'ddddctt-'],
      ['sq010_sh0040', 'Close on the compass', 'ddddawt-'],
      ['sq010_sh0050', 'The map unrolls', 'ddddcwtt'],
      ['sq010_sh0060', 'First wave', 'dddcwwtt'],
      ['sq010_sh0070', 'Ines looks back', 'ddcaattt'],
    ],
  },
  {
    name: 'SQ020',
    title: 'Salt market',
    rows: [
      ['sq020_sh0010', 'Crane over the stalls', 'ddccft-t'],
      ['sq020_sh0020', 'Child steals a fig', 'dddcattt'],
      ['sq020_sh0030', 'Chase, from behind', 'ddcfttt-'],
      ['sq020_sh0040', 'Chase, through the cloth', 'ddcftttt'],
    ],
  },
] as const

const letters: Readonly<Record<string, string>> = {
  d: 'DONE',
  c: 'CLIENT',
  w: 'WIP',
  a: 'WFA',
  f: 'FEEDBACK',
  t: 'TODO',
}

const progress = [0.97, 0.86, 0.74, 0.55, 0.34, 0.25, 0.13, 0.04]

/** A picture of the grid, drawn in HTML so that it follows the theme and needs no download. */
export function LandingPreview() {
  return (
    <div className={styles['frame']} aria-hidden="true">
      <div className={styles['row']}>
        <span className={styles['corner']}>Item</span>
        {stages.map((stage, index) => (
          <span key={stage} className={styles['stage']}>
            {stage}
            <span className={styles['track']}>
              <span className={styles['progress']} style={{ transform: `scaleX(${progress[index]})` }} />
            </span>
          </span>
        ))}
      </div>
      {groups.map((group) => (
        <div key={group.name}>
          <div className={styles['group']}>
            <strong>{group.name}</strong> {group.title}
          </div>
          {group.rows.map(([name, title, cells]) => (
            <div key={name} className={styles['row']}>
              <span className={styles['item']}>
                <span className={styles['picture']} style={{ backgroundColor: projectColorOf(title) }} />
                <strong>{name}</strong>
                <span className={styles['itemTitle']}>{title}</span>
              </span>
              {stages.map((stage, column) => (
                <Cell key={stage} code={letters[cells[column] ?? '']} />
              ))}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

/** A status as in the grid, in the colours of a new studio. */
function Cell({ code }: { readonly code: string | undefined }) {
  const { theme } = useSnapshot(uiStore)
  const status = defaultStatuses.find(({ shortCode }) => shortCode === code)
  if (status === undefined) return <span className={styles['none']}>–</span>
  const { kind, background, text } = makeStatusPill(status, theme)
  return (
    <span className={classNames(styles['cell'], styles[kind])} style={{ backgroundColor: background, color: text }}>
      {status.shortCode}
    </span>
  )
}
