import styles from './media-viewer.module.css'

/** Says why nothing is visible yet, in the place of the file. */
export function LateNote({ isLate }: { readonly isLate: boolean }) {
  return isLate && <output className={styles['late']}>Waiting for the server to send this file…</output>
}
