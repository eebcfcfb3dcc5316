import { AppError } from '#core/lib/errors.ts'
import type { SpaceId, TaskId } from '#core/lib/ids.ts'
import { err, ok, type Result } from '#core/lib/result.ts'
import { versionOfFileNames } from '#core/revisions/file-version.ts'
import type { ItemReplica } from '#core/revisions/item-replica.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'

type Numbered = {
  readonly studio: StudioReplica
  readonly spaceId: SpaceId
  readonly item: Pick<ItemReplica, 'getVersions'>
  readonly taskId: TaskId
  readonly fileNames: readonly string[]
}

/** The number of a new revision, if it is not simply the next. */
type Numbering = { readonly versionNumber?: number; readonly mayBeLower?: boolean }

// The number last refused per task; posting it again confirms it.
const asked = new Map<TaskId, number>()

/**
 * Returns the number that a revision takes from its file names, if the project wants that. One that is below the
 * newest, or exists already, is refused once; posting again confirms it, an existing number then as the next one.
 */
export function numberByFiles({ studio, spaceId, item, taskId, fileNames }: Numbered): Result<Numbering> {
  const projectId = studio.replica.find('spaces', spaceId)?.projectId
  const project = projectId && studio.replica.find('projects', projectId)
  const wanted = project?.followsFileVersions === true ? versionOfFileNames(fileNames) : undefined
  if (wanted === undefined) return ok({})
  const numbers = item.getVersions(taskId).map(({ versionNumber }) => versionNumber)
  const newest = Math.max(0, ...numbers)
  if (wanted > newest) return ok({ versionNumber: wanted })
  const isThere = numbers.includes(wanted)
  if (asked.get(taskId) === wanted) {
    asked.delete(taskId)
    return ok(isThere ? { versionNumber: newest + 1 } : { versionNumber: wanted, mayBeLower: true })
  }
  asked.set(taskId, wanted)
  const question = isThere
    ? `v${wanted} already exists. Post it again to make it v${newest + 1}, or rename the file.`
    : `v${wanted} is lower than the newest, v${newest}. Post it again to confirm.`
  return err(new AppError('invalid-input', question))
}
