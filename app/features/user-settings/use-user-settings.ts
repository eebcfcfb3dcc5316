import { useEffect, useEffectEvent, useState } from 'react'
import type { OwnProfile } from '#core/gateway/ports.ts'
import { AppError, errorText } from '#core/lib/errors.ts'
import { messages } from '#core/lib/messages.ts'
import { saveProfile } from '#core/operations/save-profile.ts'
import { undoStack } from '#app/commands/undo-stack.ts'
import { updateUser } from '#app/stores/session-store.ts'
import { showToast } from '#app/stores/toast-store.ts'
import { holdUnsavedForm } from '#app/stores/ui-store.ts'
import { useStudioClient } from '#app/widgets/use-client.ts'
import { makeAvatar } from './make-avatar.ts'

/** The person's own profile as a form: loaded, changed, saved. */
export function useUserSettings(onSaved: () => void) {
  const client = useStudioClient()
  const [saved, setSaved] = useState<OwnProfile>()
  const [draft, setDraft] = useState<OwnProfile>()
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const isDirty = saved !== undefined && JSON.stringify(saved) !== JSON.stringify(draft)

  const show = useEffectEvent((profile: OwnProfile) => {
    setSaved(profile)
    setDraft(profile)
  })
  const fail = useEffectEvent((caught: unknown) => setError(errorText(caught, messages.unexpected)))
  useEffect(() => {
    if (client === undefined) return undefined
    const leaving = new AbortController()
    client.gateway.profiles.load(client.userId).then(
      (profile) => !leaving.signal.aborted && show(profile),
      (caught: unknown) => !leaving.signal.aborted && fail(caught),
    )
    return () => leaving.abort()
  }, [client])

  useEffect(() => (isDirty ? holdUnsavedForm() : undefined), [isDirty])

  const save = async (): Promise<void> => {
    if (client === undefined || saved === undefined || draft === undefined) return
    setBusy(true)
    const result = await saveProfile({ before: saved, after: draft }, client.gateway)
    setBusy(false)
    if (!result.ok) return setError(result.error.message)
    const { profile, undo } = result.value
    undoStack.record(undo)
    updateUser({ displayName: profile.displayName, avatarUrl: profile.avatarUrl })
    showToast({ kind: 'success', text: 'Settings saved.' })
    return onSaved()
  }
  const setAvatar = async (file: File): Promise<void> => {
    try {
      const avatarUrl = await makeAvatar(file)
      setDraft((current) => current && { ...current, avatarUrl })
      setError(undefined)
    } catch {
      setError(new AppError('file-kind-refused', messages['file-kind-refused'](file.name)).message)
    }
  }
  return { draft, error, isBusy, isDirty, setAvatar, save, change: (next: OwnProfile) => setDraft(next) }
}
