import type { StudioClient } from '#core/sync/studio-client.ts'
import type { Done } from '#core/change/context.ts'
import { notices } from '#core/lib/messages.ts'
import type { Result } from '#core/lib/result.ts'
import { renameStudio } from '#core/studios/rename-studio.ts'
import { planStages, planStatuses } from '#core/studios/save-catalogue.ts'
import { saveRoleMatrix } from '#core/access/save-role-matrix.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { syncStore } from '#app/stores/sync-store.ts'
import { showToast } from '#app/stores/toast-store.ts'
import { isDirty, toSettings } from './drafts.ts'
import { toSaveFailure, type SaveFailure } from './save-failure.ts'
import { clearDrafts, setSaving, settingsStore } from './settings-store.ts'

type Step = () => Promise<Result<Done>>

/** Saves all changes, waits for the server's response to each part, and reports the result. */
export async function saveSettings(client: StudioClient, studio: StudioReplica): Promise<void> {
  const { drafts } = settingsStore
  if (settingsStore.isSaving || !isDirty(studio, drafts)) return
  setSaving(true)
  try {
    const { dones, failures } = await carryOutAll(planSteps(client, studio))
    clearDrafts()
    // Without the server there is no response: the changes are sent later, as the top bar says.
    if (syncStore.isOnline && syncStore.isReached) failures.push(...(await waitForAnswers(client, dones)))
    const [failure] = failures
    if (failure === undefined)
      showToast({ kind: 'success', text: notices.settingsSaved.text, durationMs: notices.settingsSaved.milliseconds })
    else showToast({ kind: 'error', ...failure, durationMs: 8000 })
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

async function carryOutAll(steps: readonly Step[]): Promise<{ dones: readonly Done[]; failures: SaveFailure[] }> {
  const dones: Done[] = []
  const failures: SaveFailure[] = []
  for (const run of steps) {
    const result = await run()
    if (result.ok) dones.push(result.value)
    // An unchanged part has nothing to save.
    else if (result.error.code !== 'not-found') failures.push(toSaveFailure(result.error, undefined))
  }
  return { dones, failures }
}

/**
 * Waits for the server's responses. Reports refused parts here, so they are dismissed from the list of refused changes.
 */
async function waitForAnswers(client: StudioClient, dones: readonly Done[]): Promise<readonly SaveFailure[]> {
  const answers = await Promise.all(dones.map(async ({ id, answered }) => ({ id, answer: await answered })))
  const failures: SaveFailure[] = []
  for (const { id, answer } of answers) {
    if (answer.ok) continue
    const entry = client.outbox.getEntries().find((candidate) => candidate.id === id)
    failures.push(toSaveFailure(answer.error, entry?.mutation))
    await client.outbox.dismiss(id)
  }
  return failures
}
