import type { KeyChoices } from '#core/people/key-choices.ts'
import { AppError } from '#core/lib/errors.ts'
import { messages } from '#core/lib/messages.ts'
import { err, ok, type Result } from '#core/lib/result.ts'
import { saveKeyChoices } from '#core/people/save-key-choices.ts'
import { reversible, type CommandUndo } from '#app/commands/define-command.ts'
import { reportFailure } from '#app/commands/report-failure.ts'
import { clientStore } from '#app/stores/client-store.ts'
import { getKeyChoices, setKeyPreferences } from '#app/stores/key-store.ts'

/** Changes the person's shortcuts at once and saves them; restores the old ones and returns the error if that fails. */
export async function changeKeys(label: string, next: KeyChoices): Promise<Result<CommandUndo>> {
  const before = getKeyChoices()
  const saved = await apply(next)
  if (!saved.ok) return saved
  const step = (choices: KeyChoices) => async (): Promise<void> => {
    const again = await apply(choices)
    if (!again.ok) reportFailure(again.error)
  }
  return ok(reversible(label, { apply: step(next), undo: step(before) }))
}

async function apply(next: KeyChoices): Promise<Result<void>> {
  const { client } = clientStore.get()
  if (client === undefined) return err(new AppError('not-authenticated', messages['not-authenticated']))
  const before = getKeyChoices()
  setKeyPreferences(next)
  const saved = await saveKeyChoices(next, client)
  if (!saved.ok) setKeyPreferences(before)
  return saved
}
