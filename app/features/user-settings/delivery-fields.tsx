import type { DigestChoice, NotificationChoices } from '#core/people/profile.ts'
import { useSnapshot } from 'valtio'
import { runCommand } from '#app/commands/run-command.ts'
import { configStore } from '#app/stores/config-store.ts'
import { Segmented } from '#app/ui/segmented.tsx'
import { Switch } from '#app/ui/switch.tsx'
import { userSettingsStore } from './user-settings-store.ts'
import styles from './user-settings.module.css'

type DeliveryFieldsProps = {
  readonly choices: NotificationChoices
  readonly onDigestChange: (digest: DigestChoice) => void
}

const digests = [
  { value: 'off', label: 'Off' },
  { value: 'daily', label: 'Daily' },
  { value: 'weekly', label: 'Weekly' },
] as const

const hints = {
  on: 'This browser notifies you, even while Xsheet is closed.',
  off: 'Let this browser notify you, even while Xsheet is closed.',
  denied: 'Blocked: allow notifications for this site in the browser’s settings, then come back.',
} as const

/** Push and mail digests, each shown only if the deployment and the browser support it. */
export function DeliveryFields({ choices, onDigestChange }: DeliveryFieldsProps) {
  const { config } = useSnapshot(configStore)
  const { push, isPushBusy } = useSnapshot(userSettingsStore)
  return (
    <>
      {config?.pushKey !== undefined && push !== undefined && (
        <Switch
          label="Push on this device"
          hint={hints[push]}
          isOn={push === 'on'}
          isDisabled={isPushBusy || push === 'denied'}
          onChange={() => void runCommand('user.toggle-push')}
        />
      )}
      {config?.hasMail === true && (
        <div className={styles['digest']}>
          <span className={styles['texts']}>
            <span>E-mail digest</span>
            <span className={styles['hint']}>What you have not seen yet, at 8 a.m.; weekly on Mondays.</span>
          </span>
          <Segmented
            label="E-mail digest"
            value={choices.digest ?? 'off'}
            options={digests}
            onChange={onDigestChange}
          />
        </div>
      )}
    </>
  )
}
