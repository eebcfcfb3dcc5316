import { toId, type SpaceId } from '#core/lib/ids.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { offeredStatuses } from '#core/studios/offered-statuses.ts'
import { activeStages } from '#app/widgets/space-catalogue.ts'
import { layoutNames } from './space-card.ts'
import styles from './space-peek.module.css'

type SpacePeekProps = { readonly studio: StudioReplica; readonly spaceId: string }

/** The stages and statuses of a space. */
export function SpacePeek({ studio, spaceId }: SpacePeekProps) {
  const id = toId<SpaceId>(spaceId)
  const space = studio.replica.find('spaces', id)
  if (space === undefined) return null
  return (
    <dl className={styles['peek']}>
      <dt>Layout</dt>
      <dd>{layoutNames[space.layout]}</dd>
      <dt>Stages</dt>
      <dd className={styles['names']}>
        {activeStages(studio, id).map((stage) => (
          <span key={stage.id} className={styles['name']}>
            <i style={{ backgroundColor: stage.color }} />
            {stage.name}
          </span>
        ))}
      </dd>
      <dt>Statuses</dt>
      <dd className={styles['names']}>
        {offeredStatuses(studio, id).map((status) => (
          <span key={status.id} className={styles['name']}>
            <i style={{ backgroundColor: status.color }} />
            {status.name}
          </span>
        ))}
      </dd>
    </dl>
  )
}
