import { useMemo } from 'react'
import type { SpacePresence } from '#core/sync/space-presence.ts'
import type { RowPlaces } from '../model/row-places.ts'
import type { SpaceModel } from '../model/space-model.ts'
import { groupByCell, placeMarks } from './others-on-cells.ts'
import { useOthers } from './use-others.ts'
import { classNames } from '#app/lib/class-names.ts'
import { placeColumn } from '../grid/place-column.ts'
import styles from './presence-marks.module.css'

type PresenceMarksProps = {
  readonly model: SpaceModel
  readonly presence: SpacePresence | undefined
  readonly places: RowPlaces
  /** The height of a cell. */
  readonly height: number
}

/**
 * Frames around the cells that others are on, with their names. They lie over the rows, which do not render again for
 * them.
 */
export function PresenceMarks({ model, presence, places, height }: PresenceMarksProps) {
  const others = useOthers(presence)
  const people = model.getPeople()
  const layout = model.getLayout()
  const marks = useMemo(
    () => placeMarks(groupByCell(others, people), layout, { places, height }),
    [others, people, layout, places, height],
  )
  return marks.map(({ key, top, height, column, people: here }) => {
    const [first] = here
    const place = model.getColumns()[column - 1]
    if (first === undefined) return null
    const names = here.map(({ name }) => name).join(', ')
    return (
      <div
        key={key}
        className={classNames(styles['line'], place?.stuckAt !== undefined && styles['stuck'])}
        style={{ top, height }}
        data-presence={key}
        aria-hidden="true"
      >
        <span
          className={styles['mark']}
          style={{ ...(place && placeColumn(place)), gridColumn: column + 1, color: first.color }}
        >
          <span className={styles['name']} style={{ backgroundColor: first.color }}>
            {names}
          </span>
        </span>
      </div>
    )
  })
}
