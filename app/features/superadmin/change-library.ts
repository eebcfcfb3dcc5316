import type { TemplateKind, TemplateLibrary } from '#core/studios/template-library.ts'
import { loadTemplates, saveTemplates } from '#core/studios/store-templates.ts'
import { AppError, errorText } from '#core/lib/errors.ts'
import { messages } from '#core/lib/messages.ts'
import { reversible, type CommandUndo } from '#app/commands/define-command.ts'
import { reportFailure } from '#app/commands/report-failure.ts'
import { clientStore } from '#app/stores/client-store.ts'
import { holdUnsavedForm } from '#app/stores/ui-store.ts'
import { setSaving, showLibrary, showLoadError, superadminStore } from './superadmin-store.ts'

/** Loads the templates of both kinds from the server, replacing what is shown. */
export async function loadLibraries(): Promise<void> {
  try {
    const client = getClient()
    const [stages, statuses] = await Promise.all([loadTemplates('stage', client), loadTemplates('status', client)])
    Object.assign(server, { stage: stages, status: statuses })
    showLibrary('stage', stages)
    showLibrary('status', statuses)
  } catch (cause) {
    showLoadError(errorText(cause, messages.unexpected))
  }
}

/** Shows a change at once, saves it and returns its undo; if saving fails, reloads from the server. */
export function changeLibrary(
  label: string,
  change: (library: TemplateLibrary) => TemplateLibrary,
): CommandUndo | undefined {
  const { kind } = superadminStore
  const before = superadminStore[kind].library
  if (before === undefined) return undefined
  const after = change(before)
  if (after === before) return undefined
  const show = (library: TemplateLibrary) => (): void => {
    showLibrary(kind, library)
    void save(kind)
  }
  show(after)()
  return reversible(label, { apply: show(after), undo: show(before) })
}

async function save(kind: TemplateKind): Promise<void> {
  try {
    await sendLatest(kind)
  } catch (cause) {
    await loadLibraries()
    reportFailure(cause)
  }
}

/** What the server has saved, and the save in progress, per kind. */
const server: Partial<Record<TemplateKind, TemplateLibrary>> = {}
const sending: Partial<Record<TemplateKind, Promise<void>>> = {}

/** Saves the latest state, one request at a time; changes made meanwhile go with the next one. */
async function sendLatest(kind: TemplateKind): Promise<void> {
  while (sending[kind] !== undefined) await sending[kind]
  const [before, after] = [server[kind], superadminStore[kind].library]
  if (before === undefined || after === undefined || before === after) return
  const letGo = holdUnsavedForm()
  setSaving(true)
  sending[kind] = saveTemplates(kind, { before, after }, getClient())
    .then(() => {
      server[kind] = after
    })
    .finally(() => {
      delete sending[kind]
      letGo()
      setSaving(Object.keys(sending).length > 0)
    })
  await sending[kind]
}

function getClient() {
  const { client } = clientStore.get()
  if (client === undefined) throw new AppError('session-not-found', messages['session-not-found'])
  return client
}
