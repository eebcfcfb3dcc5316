import type { Stage as KonvaStage } from 'konva/lib/Stage.js'
import { memo, type Ref } from 'react'
import { Layer, Stage } from 'react-konva/lib/ReactKonvaCore.js'
import type { BoardModel } from './board-model.ts'
import type { BoardPerson } from './board-person.ts'
import { Ground } from './ground.tsx'
import { Handles } from './handles.tsx'
import { Marks } from './marks.tsx'
import type { BoardPalette } from './paint-items.ts'
import type { Pictures } from './pictures.ts'
import { useBoardView } from './use-board-view.ts'

type BoardStageProps = {
  readonly model: Pick<BoardModel, 'board' | 'view' | 'getIndex' | 'getSelected' | 'getMovable' | 'canEdit' | 'change'>
  readonly people: readonly BoardPerson[]
  readonly pictures: Pictures<ImageBitmap>
  readonly palette: BoardPalette
  readonly ref: Ref<KonvaStage>
}

/** The drawn board: one layer of the objects in view, and one of frames and handles above it. */
export const BoardStage = memo(function BoardStage({ model, people, pictures, palette, ref }: BoardStageProps) {
  const { width, height } = useBoardView(model, ({ window }) => window)
  return (
    <Stage ref={ref} width={width} height={height}>
      <Layer listening={false}>
        <Ground model={model} pictures={pictures} palette={palette} />
      </Layer>
      <Layer>
        <Marks model={model} people={people} palette={palette} />
        <Handles model={model} palette={palette} />
      </Layer>
    </Stage>
  )
})
