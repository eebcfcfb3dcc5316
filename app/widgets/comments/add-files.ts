import { newId, type MediaId, type TaskId } from '#core/lib/ids.ts'
import { checkBlob } from '#core/revisions/check-blob.ts'
import { reportFailure } from '#app/commands/report-failure.ts'
import { addFiles, recordRefusal } from './composer-store.ts'

/** Adds files of accepted kinds to a task's draft, and says why the others were refused. */
export async function addCheckedFiles(taskId: TaskId, files: readonly File[]): Promise<void> {
  const checked = await Promise.all(
    files.map(async (file) => ({ file, kind: await checkBlob(file.name, file) }) as const),
  )
  for (const { file, kind } of checked) {
    if (kind.ok) continue
    reportFailure(kind.error)
    recordRefusal(taskId, file.name)
  }
  const accepted = checked.flatMap(({ file, kind }) =>
    kind.ok ? [{ id: newId<MediaId>(), name: file.name, blob: new Blob([file], { type: kind.value }) }] : [],
  )
  if (accepted.length > 0) addFiles(taskId, accepted)
}
