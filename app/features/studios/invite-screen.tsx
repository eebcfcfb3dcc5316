import { useEffect } from 'react'
import { getSession } from '#app/stores/session-port.ts'
import { Spinner } from '#app/ui/spinner.tsx'
import styles from './invite.module.css'

type InviteScreenProps = { readonly params: Readonly<Record<string, string>> }

/** Follows an invite link, at once or after sign-in. */
export function InviteScreen({ params }: InviteScreenProps) {
  const token = params['token'] ?? ''

  useEffect(() => {
    // Navigates on by itself, whatever the result.
    void getSession().followInvite(token)
  }, [token])

  return (
    <div className={styles['page']}>
      <h1 className="visually-hidden">Invitation</h1>
      <Spinner label="Joining the studio…" size={24} />
    </div>
  )
}
