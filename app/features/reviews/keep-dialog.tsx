import { useEffect, useState, useSyncExternalStore } from 'react'
import { formatBytes } from '#core/lib/format-bytes.ts'
import type { ReviewSessionRow } from '#core/schema/review-sessions.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { keptStore, sizesOf } from '#app/stores/kept-store.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { ProgressBar } from '#app/ui/progress-bar.tsx'
import { Segmented } from '#app/ui/segmented.tsx'
import { findLackOfSpace, type KeepChoices, type KeptFilms } from './keep-session.ts'
import { describeMissing } from './describe-missing.ts'
import { askedToKeep } from './take-store.ts'
import styles from './take.module.css'
import { useKeepSession, type KeepState } from './use-keep-session.ts'

/** The dialog that keeps a session on this device, while open. */
export function KeepDialog() {
  const session = useSyncExternalStore(askedToKeep.subscribe, askedToKeep.get)
  // Going to another screen closes it.
  useEffect(() => askedToKeep.close, [])
  return session === undefined ? null : <Keep key={session.id} session={session} />
}

function Keep({ session }: { readonly session: ReviewSessionRow }) {
  const { state, keep, cancel, lookAgain } = useKeepSession(session)
  const { sessions } = useSyncExternalStore(keptStore.subscribe, keptStore.get)
  const kept = sessions.find(({ sessionId }) => sessionId === session.id)
  const [films, setFilms] = useState<KeptFilms>(kept?.films ?? 'proxies')
  return (
    <Dialog
      isOpen
      onClose={askedToKeep.close}
      title="Keep on this device"
      description={`${session.name}, to play, draw, note and judge without a network. What you do there is sent when you are back. Signing out removes the films.`}
      footer={
        <>
          {kept !== undefined && state.kind !== 'keeping' && (
            <Button onClick={() => void runCommand('review.unkeep', { args: [session.id] }).then(askedToKeep.close)}>
              Remove from this device
            </Button>
          )}
          <Actions
            state={state}
            films={films}
            onKeep={(choices) => void keep(choices, films)}
            onCancel={cancel}
            onRetry={lookAgain}
          />
        </>
      }
    >
      <div className={styles['take']}>
        {state.kind === 'ready' && <Films choices={state.choices} value={films} onChange={setFilms} />}
        <State state={state} films={films} />
        {kept !== undefined && state.kind !== 'keeping' && (
          <p className={styles['told']}>{describeKept(sizesOf(kept))}</p>
        )}
      </div>
    </Dialog>
  )
}

function describeKept({ here, all, hereBytes }: ReturnType<typeof sizesOf>): string {
  const size = formatBytes(hereBytes)
  return here === all ? `Everything is on this device: ${size}.` : `${here} of ${all} files are here: ${size}.`
}

type FilmsProps = {
  readonly choices: KeepChoices
  readonly value: KeptFilms
  readonly onChange: (value: KeptFilms) => void
}

function Films({ choices, value, onChange }: FilmsProps) {
  const options = [
    { value: 'proxies', label: `Proxies, ${formatBytes(choices.proxies.bytes)}` },
    { value: 'originals', label: `Originals, ${formatBytes(choices.originals.bytes)}` },
  ] as const
  return <Segmented label="Films" value={value} options={options} onChange={onChange} />
}

function State({ state, films }: { readonly state: KeepState; readonly films: KeptFilms }) {
  switch (state.kind) {
    case 'looking':
      return <output className={styles['told']}>Calculating the size…</output>
    case 'ready':
      return <output className={styles['told']}>{describe(state.choices, films)}</output>
    case 'keeping':
      return (
        <>
          <ProgressBar label="Downloading to this device" value={state.share} />
          <output className={styles['told']}>
            {`${Math.round(state.share * 100)} % of ${formatBytes(state.choices[films].bytesToCome)}`}
          </output>
        </>
      )
    case 'done':
      return (
        <output className={styles['told']}>
          {`Ready to use offline: open it here as usual. ${describeMissing(state.missing)}`.trim()}
        </output>
      )
    case 'failed':
      return <p role="alert">{state.text}</p>
  }
}

function describe({ tasks, freeBytes, ...choices }: KeepChoices, films: KeptFilms): string {
  const choice = choices[films]
  const toCome = choice.bytesToCome === 0 ? 'nothing more to fetch' : `${formatBytes(choice.bytesToCome)} to fetch`
  const room =
    findLackOfSpace(choice, freeBytes) ?? (freeBytes === undefined ? '' : `${formatBytes(freeBytes)} are free.`)
  return `${tasks} ${tasks === 1 ? 'task' : 'tasks'}, ${toCome}. ${room} ${describeMissing(choice.missing)}`.trim()
}

type ActionsProps = {
  readonly state: KeepState
  readonly films: KeptFilms
  readonly onKeep: (choices: KeepChoices) => void
  readonly onCancel: () => void
  readonly onRetry: () => void
}

function Actions({ state, films, onKeep, onCancel, onRetry }: ActionsProps) {
  if (state.kind === 'keeping') return <Button onClick={onCancel}>Stop</Button>
  if (state.kind === 'failed') return <Button onClick={onRetry}>Try again</Button>
  if (state.kind === 'done')
    return (
      <Button variant="primary" onClick={askedToKeep.close}>
        Done
      </Button>
    )
  const choices = state.kind === 'ready' ? state.choices : undefined
  const isLacking = choices !== undefined && findLackOfSpace(choices[films], choices.freeBytes) !== undefined
  return (
    <Button
      variant="primary"
      isDisabled={choices === undefined || isLacking}
      onClick={() => choices !== undefined && onKeep(choices)}
    >
      Keep it here
    </Button>
  )
}
