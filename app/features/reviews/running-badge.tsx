import type { TogetherView } from '#core/reviews/together/together.ts'
import { useStudioReplica } from '#app/widgets/use-client.ts'
import { firstNameOf } from './participant-name.ts'
import styles from './reviews.module.css'

/** Says that people are in a session's room: who leads, and how many they are. */
export function RunningBadge({ room: { leader, people } }: { readonly room: TogetherView }) {
  const studio = useStudioReplica()
  const lead = leader !== undefined && studio !== undefined ? `${firstNameOf(leader, { studio })} leads · ` : ''
  return (
    <span className={styles['running']}>
      <span className={styles['dot']} aria-hidden="true" />
      {`${lead}${people.length} here`}
    </span>
  )
}
