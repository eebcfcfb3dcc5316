import type { SeedRow } from '../insert-rows.ts'
import type { DemoComment } from './comments.ts'
import type { Shelf } from './shelf.ts'

const everyNth = 3

/** Makes rows of comment_attachments: sketches that reviewers added to some of their notes. */
export function makeAttachments(comments: readonly DemoComment[], shelf: Shelf): SeedRow[] {
  const notes = comments.filter(({ metadata }) => metadata['hereReferences'] !== undefined)
  return notes.flatMap(({ id, task, person, at }, index) => {
    const { item } = task
    const source = shelf.find(`${item.scene}-board.webp`)
    if (index % everyNth !== 0 || source === undefined) return []
    const filename = `${item.plan.title.toLowerCase().replaceAll(' ', '_')}_drawover.webp`
    const { project } = item.space
    const drawing = shelf.add({ source, filename, project, person, at, name: `attachment ${id}` })
    return [{ comment_id: id, media_id: drawing.id, space_id: item.space.id, project_id: project.id, display_order: 1 }]
  })
}
