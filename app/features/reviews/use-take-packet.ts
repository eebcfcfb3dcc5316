import { useCallback, useEffect, useRef, useState } from 'react'
import { AppError, errorText } from '#core/lib/errors.ts'
import { messages } from '#core/lib/messages.ts'
import type { FilmChoice } from '#core/packet/packet.ts'
import type { PacketFile } from '#core/packet/plan-packet.ts'
import type { ReviewSessionRow } from '#core/schema/review-sessions.ts'
import { getStudio } from '#app/widgets/get-studio.ts'
import { recordSavedExport } from '#app/widgets/record-saved-export.ts'
import { preparePacket, savePacket, type Choices } from './take-packet.ts'

export type TakeState =
  | { readonly kind: 'looking' }
  | { readonly kind: 'ready'; readonly choices: Choices }
  | { readonly kind: 'saving'; readonly choices: Choices; readonly share: number }
  | { readonly kind: 'done'; readonly missing: readonly PacketFile[] }
  | { readonly kind: 'failed'; readonly text: string; readonly choices: Choices | undefined }

/** Prepares the packet of a session, and saves it. */
export function useTakePacket(session: ReviewSessionRow) {
  const [state, setState] = useState<TakeState>({ kind: 'looking' })
  const [tries, setTries] = useState(0)
  const leaving = useRef(new AbortController())

  useEffect(() => {
    let isOpen = true
    const { client, studio } = getStudio()
    preparePacket({ client, studio, session }).then(
      (choices) => isOpen && setState({ kind: 'ready', choices }),
      (cause: unknown) => isOpen && setState({ kind: 'failed', text: textOf(cause), choices: undefined }),
    )
    return () => {
      isOpen = false
    }
  }, [session, tries])
  useEffect(() => () => leaving.current.abort(), [])

  const cancel = useCallback(() => leaving.current.abort(), [])
  const save = async (choices: Choices, films: FilmChoice): Promise<void> => {
    leaving.current = new AbortController()
    const { signal } = leaving.current
    const choice = choices[films]
    let bytes = 0
    let told = 0
    setState({ kind: 'saving', choices, share: 0 })
    const onBytes = (count: number): void => {
      bytes += count
      const share = choice.bytes === 0 ? 1 : bytes / choice.bytes
      // A hundred renders are enough.
      if (share - told < 0.01 && share < 1) return
      told = share
      setState({ kind: 'saving', choices, share })
    }
    try {
      const missing = await savePacket({ client: getStudio().client, choice, signal, onBytes })
      recordSavedExport(`Packet of ${session.name}`, choice.plan.packet.entries.length)
      setState({ kind: 'done', missing })
    } catch (cause) {
      if (cause instanceof AppError && cause.code === 'cancelled') setState({ kind: 'ready', choices })
      else setState({ kind: 'failed', text: textOf(cause), choices })
    }
  }
  const retry = (): void => {
    setState({ kind: 'looking' })
    setTries(tries + 1)
  }
  return { state, save, cancel, retry }
}

function textOf(cause: unknown): string {
  return errorText(cause, messages.unexpected)
}
