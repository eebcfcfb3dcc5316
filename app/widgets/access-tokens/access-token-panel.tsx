import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { tokenDays, type ListedToken } from '#core/access/manage-tokens.ts'
import { accessTokensQuery } from '#core/access/queries.ts'
import { useCommands } from '#app/commands/use-commands.ts'
import { TextField } from '#app/ui/text-field.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { dialogSection } from '#app/widgets/dialog-section.ts'
import { useReplicaVersion, useStudioReplica } from '#app/widgets/use-client.ts'
import { LastState } from '../last-state.tsx'
import { usePage } from '../use-page.ts'
import { MadeToken } from './made-token.tsx'
import { tokenCommands } from './token-commands.ts'
import { resetTokens, tokenStore } from './token-store.ts'
import styles from './access-tokens.module.css'

const choices = [7, 30, tokenDays.usual, tokenDays.most - 1]

type AccessTokenPanelProps = { readonly userId: string }

/** The person's own access tokens in the current studio: for scripts and machines that act as them. */
export function AccessTokenPanel({ userId }: AccessTokenPanelProps) {
  useCommands(tokenCommands)
  const { made } = useSnapshot(tokenStore)
  const studio = useStudioReplica()
  useReplicaVersion(studio?.replica)
  const question = studio && accessTokensQuery({ studioId: studio.studioId })
  const { rows, asOf } = usePage(question, 'The access tokens could not be loaded')

  useEffect(() => resetTokens, [])

  if (studio === undefined) return null
  const studioName = studio.replica.find('studios', studio.studioId)?.name ?? 'this studio'
  const own = rows.filter((token) => token.userId === userId && isValid(token))
  return (
    <section ref={dialogSection} className={styles['panel']} aria-label="Access tokens">
      <header className={styles['header']}>
        <h3 className={styles['heading']}>Access tokens</h3>
        <span className={styles['note']}>For scripts: each acts as you, in {studioName} alone.</span>
      </header>
      {/* Empty again once a token was created. */}
      <TokenForm key={made?.token} />
      <MadeToken />
      <LastState asOf={asOf} />
      {own.length > 0 && (
        <ul className={styles['rows']}>
          {own.map((token) => (
            <TokenRow key={token.id} token={token} />
          ))}
        </ul>
      )}
    </section>
  )
}

function TokenForm() {
  const [name, setName] = useState('')
  const [days, setDays] = useState(String(tokenDays.usual))
  return (
    <div className={styles['form']}>
      <TextField
        label="Name of the token"
        isLabelHidden
        placeholder="Name, such as laptop"
        value={name}
        maxLength={100}
        onChange={setName}
      />
      <select
        className={styles['select']}
        aria-label="Valid for"
        value={days}
        onChange={(event) => setDays(event.currentTarget.value)}
      >
        {choices.map((value) => (
          <option key={value} value={String(value)}>
            {value} days
          </option>
        ))}
      </select>
      <CommandButton
        command="token.create"
        args={[name.trim(), days]}
        {...(name.trim() === '' && { disabledReason: 'Give it a name first' })}
      >
        Create token
      </CommandButton>
    </div>
  )
}

const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' })

function TokenRow({ token: { id, name, hint, expiresAt, lastUsedAt } }: { readonly token: ListedToken }) {
  return (
    <li className={styles['row']}>
      <span className={styles['what']}>
        <span className={styles['name']}>{name}</span>
        <span className={styles['note']}>
          …{hint} · {lastUsedAt === undefined ? 'never used' : `last used ${day.format(lastUsedAt)}`} · expires{' '}
          {day.format(expiresAt)}
        </span>
      </span>
      <CommandButton command="token.revoke" args={[id]} size="small" variant="ghost" aria-label={`Revoke ${name}`}>
        Revoke
      </CommandButton>
    </li>
  )
}

function isValid({ revokedAt, expiresAt }: Pick<ListedToken, 'revokedAt' | 'expiresAt'>): boolean {
  return revokedAt === undefined && expiresAt > Date.now()
}
