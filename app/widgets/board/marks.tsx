import 'konva/lib/shapes/Rect.js'
import { Rect, Shape } from 'react-konva/lib/ReactKonvaCore.js'
import { toScreen, type Camera } from '#core/boards/camera.ts'
import { centreOf, type Placed } from '#core/boards/geometry.ts'
import type { CanvasItemId } from '#core/lib/ids.ts'
import { useReplicaVersion } from '../use-client.ts'
import type { BoardModel } from './board-model.ts'
import type { BoardPerson } from './board-person.ts'
import type { BoardPalette } from './paint-items.ts'
import { frameOf } from './shape-objects.ts'
import { useBoardView } from './use-board-view.ts'

type MarksProps = {
  readonly model: Pick<BoardModel, 'board' | 'view' | 'getSelected'>
  readonly people: readonly BoardPerson[]
  readonly palette: BoardPalette
}

/** Frames around the selections of others, the own selection and focus, and the area being selected. */
export function Marks({ model, people, palette }: MarksProps) {
  const { camera, selection, drafts, focused, isFocusShown, area } = useBoardView(model)
  useReplicaVersion(model.board.replica)
  const placesOf = (ids: Iterable<CanvasItemId>): readonly Placed[] =>
    [...ids].flatMap((id) => drafts.get(id) ?? model.board.find(id) ?? [])
  const around = selection.size > 1 ? frameOf(model.getSelected(), drafts) : undefined
  const [focus] = isFocusShown && focused !== undefined ? placesOf([focused]) : []
  return (
    <>
      {people.map(({ userId, color, selection: theirs }) => (
        <Frames key={userId} places={placesOf(theirs)} camera={camera} color={color} width={2} />
      ))}
      <Frames places={placesOf(selection)} camera={camera} color={palette.accent} width={1.5} />
      {around !== undefined && <Frames places={[around]} camera={camera} color={palette.accent} width={0.75} />}
      {focus !== undefined && (
        <Frames places={[grow(focus, 4 / camera.zoom)]} camera={camera} color={palette.focus} width={2} />
      )}
      {area !== undefined && (
        <>
          <Rect
            listening={false}
            {...toScreen(camera, area)}
            width={area.width * camera.zoom}
            height={area.height * camera.zoom}
            fill={palette.wash}
          />
          <Frames places={[{ ...area, rotation: 0 }]} camera={camera} color={palette.accent} width={1} />
        </>
      )}
    </>
  )
}

type FramesProps = {
  readonly places: readonly Placed[]
  readonly camera: Camera
  readonly color: string
  /** The line width in screen pixels. */
  readonly width: number
}

/** Draws frames of one look as one shape: everything on a board can be selected at once. */
function Frames({ places, camera, color, width }: FramesProps) {
  return (
    <Shape
      listening={false}
      perfectDrawEnabled={false}
      sceneFunc={({ _context: canvas }) => {
        canvas.strokeStyle = color
        canvas.lineWidth = width
        for (const placed of places) {
          const { x, y } = toScreen(camera, centreOf(placed))
          const [across, down] = [placed.width * camera.zoom, placed.height * camera.zoom]
          canvas.save()
          canvas.translate(x, y)
          canvas.rotate((placed.rotation * Math.PI) / 180)
          canvas.strokeRect(-across / 2, -down / 2, across, down)
          canvas.restore()
        }
      }}
    />
  )
}

function grow({ x, y, width, height, rotation }: Placed, gap: number): Placed {
  return { x: x - gap, y: y - gap, width: width + 2 * gap, height: height + 2 * gap, rotation }
}
