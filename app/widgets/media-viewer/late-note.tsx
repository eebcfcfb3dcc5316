import styles from './media-viewer.module.css'

/** Says why nothing is to be seen yet, over where it will be. */
export function LateNote({ isLate }: { readonly isLate: boolean }) {
  return isLate && <output className={styles['late']}>Waiting for the server to send this file…</output>
}
