import { countOf } from '#core/lib/text.ts'
import { roleNames, type RoleName } from '#core/schema/user-roles.ts'
import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { hierarchyLevelOf } from '#core/access/role-permission.ts'
import type { ServiceAccount } from '#core/access/manage-tokens.ts'
import { serviceAccountsQuery } from '#core/access/queries.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { useCommands } from '#app/commands/use-commands.ts'
import { Badge } from '#app/ui/badge.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { MadeToken } from '#app/widgets/access-tokens/made-token.tsx'
import { tokenCommands } from '#app/widgets/access-tokens/token-commands.ts'
import { resetTokens, tokenStore } from '#app/widgets/access-tokens/token-store.ts'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { dialogSection } from '#app/widgets/dialog-section.ts'
import { LastState } from '#app/widgets/last-state.tsx'
import { usePage } from '#app/widgets/use-page.ts'
import { NativeSelect } from './native-select.tsx'
import { roleTitles } from './role-titles.ts'
import styles from './studio-settings.module.css'

/** Service accounts: members of this studio that act only through access tokens. */
export function ServiceAccountPanel({ studio }: { readonly studio: StudioReplica }) {
  useCommands(tokenCommands)
  const { madeAccountCount } = useSnapshot(tokenStore)
  const { studioId } = studio
  const { rows, asOf } = usePage(serviceAccountsQuery({ studioId }), 'The service accounts could not be loaded')
  useEffect(() => resetTokens, [])

  return (
    <section ref={dialogSection} className={styles['panel']} aria-label="Service accounts">
      <header className={styles['panelHeader']}>
        <h3 className={styles['heading']}>Service accounts</h3>
        <span className={styles['note']}>For render farms and scripts.</span>
        {/* The key empties the form after each account. */}
        <AccountForm key={madeAccountCount} studio={studio} />
      </header>
      <LastState asOf={asOf} />
      {rows.length > 0 && (
        <ul className={styles['invites']}>
          {rows.map((account) => (
            <AccountRow key={account.id} account={account} />
          ))}
        </ul>
      )}
    </section>
  )
}

function AccountForm({ studio }: { readonly studio: StudioReplica }) {
  const [name, setName] = useState('')
  const [role, setRole] = useState<RoleName>('member')
  const ownLevel = studio.replica.findAccess()?.level ?? 5
  const roles = roleNames.filter((each) => hierarchyLevelOf(each) > ownLevel)
  return (
    <>
      <TextField
        label="Name of the account"
        isLabelHidden
        placeholder="Render farm"
        value={name}
        maxLength={100}
        onChange={setName}
      />
      <NativeSelect
        label="Role"
        value={role}
        options={roles.map((value) => ({ value, label: roleTitles[value] }))}
        onChange={setRole}
      />
      <CommandButton
        command="service-account.create"
        args={[name.trim(), role]}
        {...(name.trim() === '' && { disabledReason: 'Give it a name first' })}
      >
        Add account
      </CommandButton>
    </>
  )
}

function AccountRow({ account: { id, name, role, tokenCount } }: { readonly account: ServiceAccount }) {
  const known = roleNames.find((each) => each === role)
  return (
    <li>
      <div className={styles['invite']}>
        <span className={styles['personName']}>{name}</span>
        <span className={styles['note']}>{countOf(tokenCount, 'token')}</span>
        <Badge>{known === undefined ? role : roleTitles[known]}</Badge>
        <CommandButton
          command="token.create"
          args={[`Token ${tokenCount + 1}`, '90', id]}
          size="small"
          aria-label={`New token for ${name}`}
        >
          New token
        </CommandButton>
        <CommandButton
          command="service-account.delete"
          args={[id]}
          size="small"
          variant="ghost"
          aria-label={`Delete ${name}`}
        >
          Delete
        </CommandButton>
      </div>
      <MadeToken accountId={id} />
    </li>
  )
}
