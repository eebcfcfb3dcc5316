import { compareText } from '#core/lib/text.ts'
import type { CanvasGroupId, CanvasItemId, MediaId } from '#core/lib/ids.ts'
import { defineTable, flag, number, of, optional, text, type RowOf } from './define-table.ts'

export const canvasItems = defineTable({
  key: ['id'],
  scopes: ['board'],
  order: (first, second) => first.zIndex - second.zIndex || compareText(first.id, second.id),
  fields: {
    id: of<CanvasItemId>(),
    type: of<'image' | 'text' | 'video'>(),
    mediaId: optional(of<MediaId>()),
    text: optional(text),
    x: number,
    y: number,
    width: number,
    height: number,
    rotation: number,
    zIndex: number,
    groupId: optional(of<CanvasGroupId>()),
    isLocked: flag,
    /** From 0 to 1. */
    opacity: number,
    /** Of text, in board pixels. */
    fontSize: number,
    /** Of text, as `#rrggbb`; absent for the theme's colour. */
    color: optional(text),
    /** The share of each side of a picture that is cropped away; see `core/boards/crop.ts`. */
    crop: optional(text),
  },
})

/**
 * An object on a board. Lengths are in board pixels; x and y are the corner before rotation about the centre, in
 * degrees.
 */
export type CanvasItemRow = RowOf<typeof canvasItems>
