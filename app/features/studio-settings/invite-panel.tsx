import { countOf } from '#core/lib/text.ts'
import { Copy, Link2 } from 'lucide-react'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { inviteDays, type ListedInvite } from '#core/access/manage-invites.ts'
import { invitesQuery } from '#core/access/queries.ts'
import type { StudioId } from '#core/lib/ids.ts'
import { Badge } from '#app/ui/badge.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { dialogSection } from '#app/widgets/dialog-section.ts'
import { CommandIconButton } from '#app/widgets/command-icon-button.tsx'
import { LastState } from '#app/widgets/last-state.tsx'
import { usePage } from '#app/widgets/use-page.ts'
import { NativeSelect } from './native-select.tsx'
import { settingsStore } from './settings-store.ts'
import styles from './studio-settings.module.css'

const choices = [1, 7, inviteDays, 30, 90]

/** Invite links, which let people join as Member: creates one, and lists the valid ones. */
export function InvitePanel({ studioId }: { readonly studioId: StudioId }) {
  const { link } = useSnapshot(settingsStore)
  const { rows, asOf } = usePage(invitesQuery({ studioId }), 'The invite links could not be loaded')
  const [days, setDays] = useState(String(inviteDays))
  const open = rows.filter(({ isValid }) => isValid)

  return (
    <section ref={dialogSection} className={styles['panel']} aria-label="Invite links">
      <header className={styles['panelHeader']}>
        <h3 className={styles['heading']}>Invite people</h3>
        <span className={styles['note']}>Anyone with the link joins as Member.</span>
        <NativeSelect
          label="Valid for"
          value={days}
          options={choices.map((value) => ({ value: String(value), label: countOf(value, 'day') }))}
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
      <LastState asOf={asOf} />
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
      <Badge>{`${useCount} joined`}</Badge>
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
