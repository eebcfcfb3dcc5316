import { Copy, Link2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { inviteDays, type ListedInvite } from '#core/operations/manage-invites.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { Badge } from '#app/ui/badge.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { CommandIconButton } from '#app/widgets/command-icon-button.tsx'
import { NativeSelect } from './native-select.tsx'
import { settingsStore } from './settings-store.ts'
import styles from './studio-settings.module.css'

const choices = [1, 7, inviteDays, 30, 90]

/** Links that let people join as Member: a new one, and those that are still good. */
export function InvitePanel() {
  const { invites, link } = useSnapshot(settingsStore)
  const [days, setDays] = useState(String(inviteDays))
  const open = (invites ?? []).filter(({ isValid }) => isValid)

  useEffect(() => void runCommand('invite.list'), [])

  return (
    <section className={styles['panel']} aria-label="Invite links">
      <header className={styles['panelHeader']}>
        <h3 className={styles['heading']}>Invite people</h3>
        <span className={styles['note']}>Whoever opens the link joins as Member.</span>
        <NativeSelect
          label="Valid for"
          value={days}
          options={choices.map((value) => ({ value: String(value), label: value === 1 ? '1 day' : `${value} days` }))}
          onChange={setDays}
        />
        <CommandButton command="invite.generate" args={[days]} icon={<Link2 aria-hidden="true" />}>
          Invite
        </CommandButton>
      </header>
      {link !== undefined && (
        <div className={styles['link']}>
          <TextField label="Invite link" isLabelHidden value={link} onChange={() => undefined} readOnly />
          <CommandIconButton command="invite.copy" icon={<Copy aria-hidden="true" />} />
        </div>
      )}
      {open.length > 0 && (
        <ul className={styles['invites']}>
          {open.map((invite) => (
            <InviteRow key={invite.id} invite={invite} />
          ))}
        </ul>
      )}
    </section>
  )
}

const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' })

function InviteRow({ invite: { id, createdAt, expiresAt, useCount } }: { readonly invite: ListedInvite }) {
  const made = day.format(createdAt)
  return (
    <li className={styles['invite']}>
      <span>Link of {made}</span>
      <span className={styles['note']}>expires {day.format(expiresAt)}</span>
      <Badge>{useCount === 1 ? '1 joined' : `${useCount} joined`}</Badge>
      <CommandButton
        command="invite.revoke"
        args={[id]}
        size="small"
        variant="ghost"
        aria-label={`Revoke the link of ${made}`}
      >
        Revoke
      </CommandButton>
    </li>
  )
}
