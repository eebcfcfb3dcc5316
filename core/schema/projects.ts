import type { MediaId, ProjectId } from '#core/lib/ids.ts'
import type { FieldValues } from './field-values.ts'
import { defineTable, flag, initially, moment, named, number, of, optional, text, type RowOf } from './define-table.ts'

export const projects = defineTable({
  key: ['id'],
  scopes: ['studio'],
  // Active projects first, then by display order, then the newest first.
  order: (first, second) =>
    Number(second.isActive) - Number(first.isActive) ||
    (first.displayOrder ?? Number.MAX_SAFE_INTEGER) - (second.displayOrder ?? Number.MAX_SAFE_INTEGER) ||
    second.createdAt - first.createdAt,
  fields: {
    id: of<ProjectId>(),
    name: text,
    slug: named('custom_slug', initially('', text)),
    description: initially('', text),
    isActive: initially(true, flag),
    /** Projects without one come last. */
    displayOrder: optional(number),
    thumbnailMediaId: optional(of<MediaId>()),
    /** The number of its films' first frame, such as 1001; see `firstFrameOf`. */
    firstFrame: optional(number),
    /** Whether revisions take their numbers from file names. */
    followsFileVersions: initially(false, flag),
    /** Values of the studio's custom fields; absent where there are none. Set key by key: see `overlayFields`. */
    fields: optional(of<FieldValues>()),
    createdAt: moment,
  },
})

export type ProjectRow = RowOf<typeof projects>
