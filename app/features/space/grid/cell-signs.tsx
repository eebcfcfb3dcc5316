import { classNames } from '#app/lib/class-names.ts'
import type { Person } from '../model/space-model.ts'
import type { CellSign, PillSign, TextSign, ValueSign, WaitSign } from './cell-look.ts'
import styles from './grid.module.css'

/** The content of a cell, as elements. */
export function CellSigns({ signs }: { readonly signs: readonly CellSign[] }) {
  return signs.map((sign) => {
    if (sign.kind === 'pill') return <Pill key="pill" {...sign} />
    if (sign.kind === 'value') return <Value key="value" {...sign} />
    if (sign.kind === 'wait') return <Wait key="wait" {...sign} />
    return <Text key={`${sign.side} ${sign.text}`} {...sign} />
  })
}

function Pill({ status, artists }: PillSign) {
  return (
    <span className={classNames(styles['pill'], styles[status.kind], status.colorClass)}>
      <span className={styles['label']}>{status.row.shortCode}</span>
      {artists.length > 0 && <Artists artists={artists} />}
    </span>
  )
}

function Wait({ spoken }: WaitSign) {
  return (
    <span className={styles['wait']} data-tooltip={spoken}>
      <span className="visually-hidden">, {spoken}</span>
    </span>
  )
}

function Artists({ artists }: { readonly artists: readonly Person[] }) {
  const names = artists.map(({ name }) => name).join(', ')
  return (
    <span className={styles['artists']} data-tooltip={names}>
      <span className="visually-hidden">{`, ${names}`}</span>
      {artists.slice(0, 3).map(({ id, initials, colorClass, isWide }) => (
        <span key={id} aria-hidden="true" className={classNames(styles['avatar'], colorClass)} data-wide={isWide}>
          {initials}
        </span>
      ))}
    </span>
  )
}

function Value({ text, side, color }: ValueSign) {
  return (
    <>
      {color !== undefined && <span aria-hidden="true" className={styles['dot']} style={{ background: color }} />}
      <span className={classNames(styles['value'], styles[side])}>{text}</span>
    </>
  )
}

function Text({ text, side, isQuiet, spoken, tooltip }: TextSign) {
  if (text === '') return <span className="visually-hidden">{spoken}</span>
  return (
    <span
      className={classNames(styles['text'], styles[side], isQuiet && styles['quiet'])}
      {...(tooltip !== undefined && { 'data-tooltip': tooltip })}
    >
      {spoken === '' ? text : <span aria-hidden="true">{text}</span>}
      {spoken !== '' && <span className="visually-hidden"> {spoken}</span>}
    </span>
  )
}
