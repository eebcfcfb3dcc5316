import { BoardMount } from '#app/widgets/board/board-mount.tsx'
import type { OpenSpace } from '../model/open-space.ts'

type MoodboardSpaceProps = { readonly opened: OpenSpace }

/** A space of layout moodboard: its references board instead of a grid. */
export function MoodboardSpace({ opened: { model } }: MoodboardSpaceProps) {
  const { id, projectId, name } = model.row
  return (
    <>
      <h1 className="visually-hidden">{name}</h1>
      <BoardMount ownerId={id} projectId={projectId} name={name} />
    </>
  )
}
