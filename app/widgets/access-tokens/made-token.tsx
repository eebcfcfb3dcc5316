import { Copy } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { TextField } from '#app/ui/text-field.tsx'
import { CommandIconButton } from '#app/widgets/command-icon-button.tsx'
import { tokenStore } from './token-store.ts'
import styles from './access-tokens.module.css'

/** Shows the new token, the only time it can be read. */
export function MadeToken({ accountId }: { readonly accountId?: string }) {
  const { made } = useSnapshot(tokenStore)
  if (made === undefined || made.accountId !== accountId) return null
  return (
    <div className={styles['made']}>
      <output className={styles['note']}>Copy “{made.name}” now: it is not shown again.</output>
      <div className={styles['secret']}>
        <TextField label="Access token" isLabelHidden value={made.token} onChange={() => undefined} readOnly />
        <CommandIconButton command="token.copy" icon={<Copy aria-hidden="true" />} />
      </div>
    </div>
  )
}
