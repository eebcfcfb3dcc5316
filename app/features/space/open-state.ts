import type { Space } from '#core/schema/spaces.ts'
import type { AppError } from '#core/lib/errors.ts'
import type { ProjectId, SpaceId } from '#core/lib/ids.ts'
import type { OpenSpace } from './model/open-space.ts'

/** What an address leads to. */
export type Found =
  | { readonly kind: 'found'; readonly row: Space }
  | { readonly kind: 'no-space'; readonly projectId: ProjectId }
  | { readonly kind: 'no-project' }

export type OpenState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly opened: OpenSpace }
  | { readonly kind: 'failed'; readonly error: AppError; readonly spaceId: SpaceId | undefined }
  /** The project exists and the space does not. */
  | { readonly kind: 'missing'; readonly projectId: ProjectId }
