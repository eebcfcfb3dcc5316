import { classNames } from '#app/lib/class-names.ts'
import styles from './landing-preview.module.css'

const stages = ['Storyboard', 'Layout', 'Modeling', 'Animation', 'Lighting', 'FX', 'Compositing', 'Final']

// A letter for each cell: done, client, wip, wfa, feedback, todo, none.
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

const words: Readonly<Record<string, string>> = {
  d: 'DONE',
  c: 'CLIENT',
  w: 'WIP',
  a: 'WFA',
  f: 'FEEDBACK',
  t: 'TODO',
  '-': '–',
}

/** The grid as a picture: drawn, so that it follows the theme and weighs nothing. */
export function LandingPreview() {
  return (
    <div className={styles['frame']} aria-hidden="true">
      <div className={styles['row']}>
        <span className={styles['corner']}>Item</span>
        {stages.map((stage, index) => (
          <span key={stage} className={styles['stage']}>
            {stage}
            <span className={styles['track']}>
              <span
                className={styles['progress']}
                style={{ transform: `scaleX(${[0.97, 0.86, 0.74, 0.55, 0.34, 0.25, 0.13, 0.04][index]})` }}
              />
            </span>
          </span>
        ))}
      </div>
      {groups.map((group) => (
        <div key={group.name}>
          <div className={styles['group']}>
            <strong>{group.name}</strong> {group.title}
          </div>
          {group.rows.map(([name, title, cells], row) => (
            <div key={name} className={styles['row']}>
              <span className={styles['item']}>
                <span
                  className={classNames(styles['picture'], styles[`picture${(row * 5 + group.rows.length) % 6}`])}
                />
                <strong>{name}</strong>
                <span className={styles['itemTitle']}>{title}</span>
              </span>
              {stages.map((stage, column) => (
                <span key={stage} className={classNames(styles['cell'], styles[wordClass(cells[column])])}>
                  {words[cells[column] ?? '-']}
                </span>
              ))}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

function wordClass(letter: string | undefined): string {
  return letter === undefined || letter === '-' ? 'none' : (words[letter] ?? 'none').toLowerCase()
}
