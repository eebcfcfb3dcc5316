import type { AppError } from '#core/lib/errors.ts'
import { messages, notices } from '#core/lib/messages.ts'
import type { Result } from '#core/lib/result.ts'
import type { Done } from '#core/operations/carry-out.ts'
import { renameStudio } from '#core/operations/rename-studio.ts'
import { planStages, planStatuses } from '#core/operations/save-catalogue.ts'
import { saveRoleMatrix } from '#core/operations/save-role-matrix.ts'
import type { StudioClient } from '#core/sync/make-client.ts'
import type { StudioReplica } from '#core/sync/studio-replica.ts'
import { showToast } from '#app/stores/toast-store.ts'
import { isDirty, toSettings } from './drafts.ts'
import { clearDrafts, setSaving, settingsStore } from './settings-store.ts'

type Step = () => Promise<Result<Done>>

/** Saves everything that was changed, waits for the server's word on each part, and says what came of it. */
export async function saveSettings(client: StudioClient, studio: StudioReplica): Promise<void> {
  const { drafts } = settingsStore
  if (settingsStore.isSaving || !isDirty(studio, drafts)) return
  setSaving(true)
  try {
    const { dones, errors } = await carryOutAll(planSteps(client, studio))
    clearDrafts()
    // Without a network nobody answers: what was saved here is sent later, as the top bar says.
    if (navigator.onLine) errors.push(...(await waitForAnswers(client, dones)))
    const [error] = errors
    if (error === undefined)
      showToast({ kind: 'success', text: notices.settingsSaved.text, durationMs: notices.settingsSaved.milliseconds })
    else showToast({ kind: 'error', text: toText(error), durationMs: 8000 })
  } finally {
    setSaving(false)
  }
}

function planSteps(client: StudioClient, studio: StudioReplica): readonly Step[] {
  const { drafts } = settingsStore
  const { name, matrix, stages, statuses } = toSettings(studio, drafts)
  return [
    ...(drafts.name === undefined ? [] : [() => renameStudio({ studio, name }, client)]),
    ...(drafts.matrix === undefined ? [] : [() => saveRoleMatrix({ studio, matrix }, client)]),
    ...(drafts.stages === undefined ? [] : planStages(studio, stages, client)),
    ...(drafts.statuses === undefined ? [] : planStatuses(studio, statuses, client)),
  ]
}

async function carryOutAll(steps: readonly Step[]): Promise<{ dones: readonly Done[]; errors: AppError[] }> {
  const dones: Done[] = []
  const errors: AppError[] = []
  for (const run of steps) {
    const result = await run()
    if (result.ok) dones.push(result.value)
    // A part that is as it was has nothing to save.
    else if (result.error.code !== 'not-found') errors.push(result.error)
  }
  return { dones, errors }
}

/** What is refused has left the screen already; the person is told here, so the list of refused changes need not. */
async function waitForAnswers(client: StudioClient, dones: readonly Done[]): Promise<readonly AppError[]> {
  const answers = await Promise.all(dones.map(async ({ id, answered }) => ({ id, answer: await answered })))
  const errors: AppError[] = []
  for (const { id, answer } of answers) {
    if (answer.ok) continue
    errors.push(answer.error)
    await client.outbox.dismiss(id)
  }
  return errors
}

/** A refused deletion says by itself what is wrong. */
function toText({ code, message }: AppError): string {
  if (/^Cannot delete (stage|status): /.test(message)) return message
  const reason = code === 'permission-denied' ? messages['studio-save-no-rows'] : message
  return messages['settings-save-failed'](reason)
}
