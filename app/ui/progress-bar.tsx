import styles from './progress-bar.module.css'

type ProgressBarProps = {
  readonly label: string
  /** 0 to 1; undefined while unknown. */
  readonly value: number | undefined
}

export function ProgressBar({ label, value }: ProgressBarProps) {
  const percent = value === undefined ? undefined : Math.round(Math.min(1, Math.max(0, value)) * 100)
  return (
    <div
      className={styles['bar']}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a native bar cannot be styled alike in every browser
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <div
        className={percent === undefined ? styles['unknown'] : styles['fill']}
        style={{ transform: `scaleX(${(percent ?? 100) / 100})` }}
      />
    </div>
  )
}
