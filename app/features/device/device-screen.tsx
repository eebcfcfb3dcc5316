import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useSearch } from 'wouter'
import { useCommands } from '#app/commands/use-commands.ts'
import { TextField } from '#app/ui/text-field.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { useReplicaVersion, useStudioReplica } from '#app/widgets/use-client.ts'
import { deviceCommands } from './device-commands.ts'
import { deviceStore, resetDevice, typeCode } from './device-store.ts'
import styles from './device.module.css'

/** Asks whether the machine with this code may act as the person. The code comes from the address or is typed. */
export function DeviceScreen() {
  useCommands(deviceCommands)
  const given = new URLSearchParams(useSearch()).get('code') ?? ''
  const { code, machine, decision, error } = useSnapshot(deviceStore, { sync: true })
  const studio = useStudioReplica()
  useReplicaVersion(studio?.replica)
  const studioName = studio?.replica.find('studios', studio.studioId)?.name

  useEffect(() => {
    typeCode(given)
    return resetDevice
  }, [given])

  const waiting = studio === undefined ? { disabledReason: 'Waiting for the studio to load' } : {}
  return (
    <section className={styles['page']} aria-labelledby="device-title">
      <h1 id="device-title" className={styles['title']}>
        {decision === undefined ? 'Sign in on another machine' : titles[decision]}
      </h1>
      {decision !== undefined && <p className={styles['note']}>{notes[decision]}</p>}
      {decision === undefined && machine === undefined && (
        <form className={styles['form']} onSubmit={(event) => event.preventDefault()}>
          <TextField
            label="Code"
            hint="As the terminal shows it."
            error={error}
            value={code}
            maxLength={20}
            autoCapitalize="characters"
            className={styles['code']}
            onChange={typeCode}
          />
          <CommandButton
            command="device.check"
            variant="primary"
            type="submit"
            {...(code.trim() === '' && { disabledReason: 'Type the code first' })}
          />
        </form>
      )}
      {decision === undefined && machine !== undefined && (
        <>
          <p className={styles['note']}>
            <strong>{machine}</strong> shows <strong className={styles['code']}>{code}</strong> and asks to act as you
            in <strong>{studioName}</strong> for 90 days. Approve it only if you started this yourself.
          </p>
          <div className={styles['actions']}>
            <CommandButton command="device.approve" variant="primary" {...waiting} />
            <CommandButton command="device.refuse" {...waiting} />
          </div>
        </>
      )}
    </section>
  )
}

const titles = { approved: 'The machine is signed in', refused: 'The sign-in was denied' } as const
const notes = {
  approved: 'Go back to its terminal. Its access token is in your User Settings, where you can revoke it.',
  refused: 'No access was granted. You can close this page.',
} as const
