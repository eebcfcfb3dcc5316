import { LoaderCircle } from 'lucide-react'
import styles from './spinner.module.css'

type SpinnerProps = {
  /** What is being waited for; absent where the control around it is marked busy itself. */
  readonly label?: string
  readonly size?: number
}

/** For waits whose layout is unknown; otherwise use a Skeleton. */
export function Spinner({ label, size = 15 }: SpinnerProps) {
  return (
    <span className={styles['spinner']} role={label === undefined ? undefined : 'status'}>
      <LoaderCircle size={size} aria-hidden="true" />
      {label}
    </span>
  )
}
