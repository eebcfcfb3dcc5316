import { AppError } from '#core/lib/errors.ts'
import { messages } from '#core/lib/messages.ts'
import { err, ok, type Result } from '#core/lib/result.ts'
import { saveMacros, type Macro } from '#core/people/macros.ts'
import { reversible, type CommandUndo } from '#app/commands/define-command.ts'
import { reportFailure } from '#app/commands/report-failure.ts'
import { clientStore } from '#app/stores/client-store.ts'
import { macroStore, setMacros } from '#app/stores/macro-store.ts'

/** Changes the person's macros at once and saves them; if that fails, restores the old ones and returns the error. */
export async function changeMacros(label: string, next: readonly Macro[]): Promise<Result<CommandUndo>> {
  const before = [...macroStore.macros]
  const saved = await apply(next)
  if (!saved.ok) return saved
  const step = (macros: readonly Macro[]) => async (): Promise<void> => {
    const again = await apply(macros)
    if (!again.ok) reportFailure(again.error)
  }
  return ok(reversible(label, { apply: step(next), undo: step(before) }))
}

async function apply(next: readonly Macro[]): Promise<Result<void>> {
  const { client } = clientStore.get()
  if (client === undefined) return err(new AppError('not-authenticated', messages['not-authenticated']))
  const before = [...macroStore.macros]
  setMacros(next)
  const saved = await saveMacros(next, client)
  if (!saved.ok) setMacros(before)
  return saved
}
