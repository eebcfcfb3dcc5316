import type { TaskId } from '#core/lib/ids.ts'
import { describeSequence, findSequences, isZip } from '#core/revisions/find-sequences.ts'
import { frameRates } from '#core/revisions/frame-rate.ts'
import { useHasMediaWorker } from '#app/widgets/use-has-media-worker.ts'
import { changeDraft } from './composer-store.ts'
import styles from './composer.module.css'
import type { Draft } from './draft.ts'

type SequenceFieldsProps = {
  readonly taskId: TaskId
  readonly draft: Pick<Draft, 'files' | 'rate' | 'firstFrame' | 'isPosting'>
}

/**
 * Asks for rate and first frame of the film that numbered pictures posted together, or in a ZIP, become, and lists
 * missing numbers.
 */
export function SequenceFields({ taskId, draft }: SequenceFieldsProps) {
  const { files, rate, firstFrame, isPosting } = draft
  const names = files.map(({ name }) => name)
  const sequences = findSequences(names)
  const isWanted = sequences.length > 0 || names.some(isZip)
  const hasWorker = useHasMediaWorker(isWanted)
  // Without a media worker they stay single pictures.
  if (!isWanted || (hasWorker === false && sequences.length === 0)) return null
  const [sequence] = sequences
  if (hasWorker === false)
    return <p className={styles['film']}>Your studio has no media worker: numbered pictures stay pictures.</p>
  return (
    <fieldset className={styles['film']} disabled={isPosting}>
      <legend className="visually-hidden">The film of numbered pictures</legend>
      {sequences.map((each) => (
        <p key={each.name}>{describeSequence(each)}</p>
      ))}
      {sequence === undefined && <p>Numbered pictures in a ZIP become one film.</p>}
      <span className={styles['filmFields']}>
        <label className={styles['filmField']}>
          Frames a second
          <input
            className={styles['timeField']}
            list="sequence-rates"
            inputMode="decimal"
            autoComplete="off"
            placeholder="as the item"
            value={rate}
            onChange={(event) => changeDraft(taskId, { rate: event.currentTarget.value })}
          />
        </label>
        <datalist id="sequence-rates">
          {frameRates.map(({ label }) => (
            <option key={label} value={label}>
              {label}
            </option>
          ))}
        </datalist>
        <label className={styles['filmField']}>
          First frame
          <input
            className={styles['timeField']}
            inputMode="numeric"
            autoComplete="off"
            placeholder={sequence === undefined ? 'as numbered' : String(sequence.first)}
            value={firstFrame}
            onChange={(event) => changeDraft(taskId, { firstFrame: event.currentTarget.value })}
          />
        </label>
      </span>
    </fieldset>
  )
}
