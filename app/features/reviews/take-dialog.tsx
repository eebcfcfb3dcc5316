import { useEffect, useState, useSyncExternalStore } from 'react'
import { formatBytes } from '#core/lib/format-bytes.ts'
import { filmChoices, type FilmChoice } from '#core/packet/packet.ts'
import type { ReviewSessionRow } from '#core/schema/review-sessions.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { ProgressBar } from '#app/ui/progress-bar.tsx'
import { Segmented } from '#app/ui/segmented.tsx'
import type { Choice, Choices } from './take-packet.ts'
import { describeMissing } from './describe-missing.ts'
import { takeStore } from './take-store.ts'
import styles from './take.module.css'
import { useTakePacket, type TakeState } from './use-take-packet.ts'

/** The dialog that takes a session along as a packet, while open. */
export function TakeDialog() {
  const session = useSyncExternalStore(takeStore.subscribe, takeStore.get)
  // Going to another screen closes it.
  useEffect(() => takeStore.close, [])
  return session === undefined ? null : <Take key={session.id} session={session} />
}

const words: Readonly<Record<FilmChoice, string>> = { proxies: 'Proxies', originals: 'Originals', none: 'No films' }

function Take({ session }: { readonly session: ReviewSessionRow }) {
  const { state, save, cancel, retry } = useTakePacket(session)
  const [films, setFilms] = useState<FilmChoice>('proxies')
  const choices = 'choices' in state ? state.choices : undefined
  return (
    <Dialog
      isOpen
      onClose={takeStore.close}
      title="Take the session along"
      description={`${session.name}, as one ZIP with a page that plays, draws and judges without a network. Anyone with the file can see its contents.`}
      footer={<Actions state={state} onSave={(of) => void save(of, films)} onCancel={cancel} onRetry={retry} />}
    >
      <div className={styles['take']}>
        {choices !== undefined && state.kind !== 'saving' && (
          <Films choices={choices} value={films} onChange={setFilms} />
        )}
        <State state={state} choice={choices?.[films]} />
      </div>
    </Dialog>
  )
}

type FilmsProps = {
  readonly choices: Choices
  readonly value: FilmChoice
  readonly onChange: (value: FilmChoice) => void
}

function Films({ choices, value, onChange }: FilmsProps) {
  const options = filmChoices.map((films) => ({
    value: films,
    label: `${words[films]}, ${formatBytes(choices[films].bytes)}`,
  }))
  return (
    <div className={styles['films']}>
      <Segmented label="Films" value={value} options={options} onChange={onChange} />
    </div>
  )
}

function State({ state, choice }: { readonly state: TakeState; readonly choice: Choice | undefined }) {
  switch (state.kind) {
    case 'looking':
      return <output className={styles['told']}>Calculating the size…</output>
    case 'ready':
      return <output className={styles['told']}>{choice === undefined ? '' : describe(choice)}</output>
    case 'saving':
      return (
        <>
          <ProgressBar label="Packing" value={state.share} />
          <output
            className={styles['told']}
          >{`${Math.round(Math.min(1, state.share) * 100)} % of ${formatBytes(choice?.bytes ?? 0)}`}</output>
        </>
      )
    case 'done':
      return (
        <output
          className={styles['told']}
        >{`Unpack it, and open review.html in it. ${describeMissing(state.missing)}`}</output>
      )
    case 'failed':
      return <p role="alert">{state.text}</p>
  }
}

function describe({ plan, missing }: Choice): string {
  const { entries } = plan.packet
  const seen = entries.filter(({ film }) => film?.path !== undefined).length
  const count = `${entries.length} ${entries.length === 1 ? 'task' : 'tasks'}, ${seen} with something to look at.`
  return `${count} ${describeMissing(missing)}`.trim()
}

type ActionsProps = {
  readonly state: TakeState
  readonly onSave: (choices: Choices) => void
  readonly onCancel: () => void
  readonly onRetry: () => void
}

function Actions({ state, onSave, onCancel, onRetry }: ActionsProps) {
  if (state.kind === 'saving') return <Button onClick={onCancel}>Cancel</Button>
  if (state.kind === 'done')
    return (
      <Button variant="primary" onClick={takeStore.close}>
        Done
      </Button>
    )
  if (state.kind === 'failed' && state.choices === undefined) return <Button onClick={onRetry}>Try again</Button>
  const choices = 'choices' in state ? state.choices : undefined
  return (
    <Button
      variant="primary"
      isDisabled={choices === undefined}
      onClick={() => choices !== undefined && onSave(choices)}
    >
      Save the ZIP
    </Button>
  )
}
