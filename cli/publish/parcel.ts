import type { TaskRecord } from '../select/task-record.ts'
import type { Gateway, MediaDetails } from '#core/gateway/ports.ts'
import type { MediaId, ProjectId, StatusId, UserId } from '#core/lib/ids.ts'
import type { NewRevision } from '#core/revisions/post-revisions.ts'
import type { LocalFile } from './local-file.ts'
import type { Pool } from './pipeline.ts'
import type { UploadPlaces } from './unfinished.ts'

/** A revision with the files it needs on the server. */
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
  /** Server and account, so that ids of different ones never collide. */
  readonly serverUrl: string
  /** If not empty, creates a second revision of the same content. */
  readonly salt: string
  /** Sends a few files at once. */
  readonly pool: Pool
  /** Uploads running or done, by file: a file named twice is sent once. */
  readonly sent: Map<MediaId, Promise<void>>
  readonly onSent: (file: string) => void
  /** Places of multi-part uploads; absent if the upload cannot be resumed. */
  readonly places?: UploadPlaces
}

/** A revision to create from files on this machine. */
export type RevisionPlan = {
  readonly record: TaskRecord
  readonly projectId: ProjectId
  readonly paths: readonly string[]
  readonly comment: string
  readonly timeSpent: string
  readonly statusId: StatusId | undefined
  readonly mentions: readonly UserId[]
  /** The version number, if the files' names contain one. */
  readonly versionNumber?: number | undefined
  readonly mayBeLower?: boolean
  /** Details given by the sender, by path, in addition to the files' own. */
  readonly details?: ReadonlyMap<string, MediaDetails>
}
