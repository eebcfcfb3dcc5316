import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useCommands } from '#app/commands/use-commands.ts'
import { configStore } from '#app/stores/config-store.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { DemoAccounts } from './demo-accounts.tsx'
import { localAccountCommands } from './local-account-commands.ts'
import { resetLocalAccount } from './local-account-store.ts'
import { LocalSignIn } from './local-sign-in.tsx'
import styles from './log-in-dialog.module.css'
import { ProviderButtons } from './provider-buttons.tsx'
import { ServerAway } from './server-away.tsx'

type LogInDialogProps = { readonly onClose: () => void }

/** The ways to sign in that this deployment offers. */
export function LogInDialog({ onClose }: LogInDialogProps) {
  useCommands(localAccountCommands)
  const { config, isServerAway } = useSnapshot(configStore)

  useEffect(() => resetLocalAccount, [])

  return (
    <Dialog isOpen onClose={onClose} title="Log in" width={400}>
      {config === undefined && (isServerAway ? <ServerAway /> : <Skeleton height={38} radius={6} />)}
      {config !== undefined && (
        <div className={styles['ways']}>
          <ProviderButtons {...config.auth} />
          {config.auth.local && <LocalSignIn />}
          {config.demo.isAvailable && <DemoAccounts accounts={config.demo.accounts} />}
        </div>
      )}
    </Dialog>
  )
}
