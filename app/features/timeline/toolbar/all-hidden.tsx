import { CommandButton } from '#app/widgets/command-button.tsx'
import type { TimelineModel } from '../model/timeline-model.ts'
import styles from './all-hidden.module.css'

/** Says why the board has no bars where the filter hides them all; rows stay as drop targets. */
export function AllHidden({ model }: { readonly model: TimelineModel }) {
  const count = model.countHidden()
  if (count === 0) return null
  return (
    <output className={styles['hidden']}>
      {count === 1 ? 'The filter hides the only task here.' : `The filter hides all ${count} tasks here.`}
      <CommandButton command="timeline.clear-filter" />
    </output>
  )
}
