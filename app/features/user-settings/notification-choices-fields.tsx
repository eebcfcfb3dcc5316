import type { NotificationChoices } from '#core/people/profile.ts'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { Switch } from '#app/ui/switch.tsx'
import styles from './user-settings.module.css'

type NotificationChoicesFieldsProps = {
  readonly choices: NotificationChoices
  readonly onChange: (choices: NotificationChoices) => void
}

const kinds = [
  { id: 'mentions', label: 'Mentions' },
  { id: 'subscriptions', label: 'Subscriptions' },
  { id: 'assignments', label: 'Assignments' },
] as const

/** Notifications on or off, and which kinds. */
export function NotificationChoicesFields({ choices, onChange }: NotificationChoicesFieldsProps) {
  return (
    <fieldset className={styles['choices']}>
      <legend className="visually-hidden">Notifications</legend>
      <Switch
        label="Notifications"
        isOn={choices.isEnabled}
        onChange={(isEnabled) => onChange({ ...choices, isEnabled })}
      />
      {kinds.map(({ id, label }) => (
        <Checkbox
          key={id}
          label={label}
          isChecked={choices[id]}
          isDisabled={!choices.isEnabled}
          onChange={(isOn) => onChange({ ...choices, [id]: isOn })}
        />
      ))}
    </fieldset>
  )
}
