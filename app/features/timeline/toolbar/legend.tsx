import { useMemo } from 'react'
import { runCommand } from '#app/commands/run-command.ts'
import { findColorMode, listColorModes } from '../model/field-colors.ts'
import { listLegend } from '../model/legend.ts'
import type { TimelineModel } from '../model/timeline-model.ts'
import { timelineStore } from '../timeline-store.ts'
import styles from './legend.module.css'

/** The meanings of the colours; a press narrows the board to one or more of them. */
export function Legend({ model }: { readonly model: TimelineModel }) {
  const { filter, artists } = timelineStore
  const sources = [model.getScheduled(), filter, artists, model.studio.replica.getVersion()]
  // oxlint-disable-next-line react/exhaustive-deps -- recomputed when one of the sources it reads has changed
  const entries = useMemo(() => listLegend(model), [model, ...sources])
  if (entries.length === 0) return null
  const shown = findColorMode(model.studio, filter.colorMode)
  const { title = '' } = listColorModes(model.studio).find(({ mode }) => mode === shown) ?? {}
  return (
    <section className={styles['legend']} aria-label={`Colours by ${title.toLowerCase()}`}>
      {entries.map(({ id, name, color, isChosen }) => (
        <button
          key={id}
          type="button"
          className={styles['entry']}
          aria-pressed={isChosen}
          onClick={() => void runCommand('timeline.filter-color', { args: [id] })}
        >
          <span className={styles['swatch']} style={{ backgroundColor: color }} aria-hidden="true" />
          {name}
        </button>
      ))}
    </section>
  )
}
