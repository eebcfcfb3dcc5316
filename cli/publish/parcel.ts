import type { TaskRecord } from '../select/task-record.ts'
import type { Gateway, MediaDetails } from '#core/gateway/ports.ts'
import type { MediaId, ProjectId, StatusId, UserId } from '#core/lib/ids.ts'
import type { NewRevision } from '#core/revisions/post-revisions.ts'
import type { LocalFile } from './local-file.ts'
import type { Pool } from './pipeline.ts'
import type { UploadPlaces } from './unfinished.ts'

/** A revision with the files it needs there. */
export type Parcel = {
  readonly at: number
  readonly projectId: ProjectId
  readonly revision: NewRevision
  readonly requests: readonly { readonly file: LocalFile; readonly mediaId: MediaId; readonly studioId: string }[]
  readonly plan: RevisionPlan
}

export type Place = {
  readonly gateway: Gateway
  readonly userId: UserId
  /** Server and account: ids of different ones never meet. */
  readonly serverUrl: string
  /** Makes a second revision of the same content when it is not empty. */
  readonly salt: string
  /** Sends a few files at once. */
  readonly pool: Pool
  /** Files on their way or there: the same one named twice goes once. */
  readonly sent: Map<MediaId, Promise<void>>
  readonly onSent: (file: string) => void
  /** Where files that go in pieces are; absent where nobody goes on with them. */
  readonly places?: UploadPlaces
}

/** A revision to be made of files on this machine. */
export type RevisionPlan = {
  readonly record: TaskRecord
  readonly projectId: ProjectId
  readonly paths: readonly string[]
  readonly comment: string
  readonly timeSpent: string
  readonly statusId: StatusId | undefined
  readonly mentions: readonly UserId[]
  /** What its files' names say, where those number revisions. */
  readonly versionNumber?: number | undefined
  readonly mayBeLower?: boolean
  /** What the sender says of files, by their paths, beside what they say of themselves. */
  readonly details?: ReadonlyMap<string, MediaDetails>
}
