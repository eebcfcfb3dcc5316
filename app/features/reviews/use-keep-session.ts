import { useEffect, useRef, useState } from 'react'
import { AppError, errorText } from '#core/lib/errors.ts'
import { messages } from '#core/lib/messages.ts'
import type { PacketFile } from '#core/packet/plan-packet.ts'
import type { ReviewSessionRow } from '#core/schema/review-sessions.ts'
import { getStudio } from '#app/widgets/get-studio.ts'
import { keepSession, prepareKeep, type KeepChoices, type KeptFilms } from './keep-session.ts'

export type KeepState =
  | { readonly kind: 'looking' }
  | { readonly kind: 'ready'; readonly choices: KeepChoices }
  | { readonly kind: 'keeping'; readonly choices: KeepChoices; readonly share: number }
  | { readonly kind: 'done'; readonly missing: readonly PacketFile[] }
  | { readonly kind: 'failed'; readonly text: string }

/** Prepares keeping a session on this device, and keeps it. */
export function useKeepSession(session: ReviewSessionRow) {
  const [state, setState] = useState<KeepState>({ kind: 'looking' })
  const [tries, setTries] = useState(0)
  const leaving = useRef(new AbortController())

  useEffect(() => {
    let isOpen = true
    const { client, studio } = getStudio()
    prepareKeep({ client, studio, session }).then(
      (choices) => isOpen && setState({ kind: 'ready', choices }),
      (cause: unknown) => isOpen && setState({ kind: 'failed', text: errorText(cause, messages.unexpected) }),
    )
    return () => {
      isOpen = false
    }
  }, [session, tries])
  useEffect(() => () => leaving.current.abort(), [])

  const lookAgain = (): void => {
    setState({ kind: 'looking' })
    setTries(tries + 1)
  }
  const keep = async (choices: KeepChoices, films: KeptFilms): Promise<void> => {
    leaving.current = new AbortController()
    const choice = choices[films]
    let bytes = 0
    let told = 0
    setState({ kind: 'keeping', choices, share: 0 })
    const onBytes = (count: number): void => {
      bytes += count
      const share = Math.min(1, bytes / Math.max(1, choice.bytesToCome))
      // A hundred renders are enough.
      if (share - told < 0.01 && share < 1) return
      told = share
      setState({ kind: 'keeping', choices, share })
    }
    try {
      const { signal } = leaving.current
      const missing = await keepSession({ client: getStudio().client, choice, signal, onBytes })
      setState({ kind: 'done', missing })
    } catch (cause) {
      if (cause instanceof AppError && cause.code === 'cancelled') lookAgain()
      else setState({ kind: 'failed', text: errorText(cause, messages.unexpected) })
    }
  }
  return { state, keep, cancel: () => leaving.current.abort(), lookAgain }
}
