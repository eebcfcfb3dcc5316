import { clampZoom, fill, panBy, zoomAt } from '#core/boards/camera.ts'
import { boardLimits } from '#core/boards/limits.ts'
import { defineWith, type Command } from '#app/commands/define-command.ts'
import { boxOf, frameAll, type BoardModel } from '../board-model.ts'
import type { BoardPage } from '../board-page.ts'
import { group, guardsOf, scope } from './guards.ts'

const zoomStep = 1.25
/** In screen pixels. */
const panStep = 100
const pans = [
  ['left', -1, 0],
  ['right', 1, 0],
  ['up', 0, -1],
  ['down', 0, 1],
] as const

/** Commands that move around a board. */
// oxlint-disable-next-line max-lines-per-function -- a list of declarations
export function makeViewCommands({ model }: BoardPage): readonly Command[] {
  const { view } = model
  const { hasSelection } = guardsOf(model)
  const define = defineWith({ group, scope })
  const zoomTo = (zoom: number): void => {
    const { camera, window } = view.get()
    view.set({ camera: zoomAt(camera, { x: window.width / 2, y: window.height / 2 }, clampZoom(zoom)) })
  }
  return [
    define({
      id: 'canvas.frame-all',
      title: 'Frame all',
      keys: ['shift+1'],
      run: () => frameAll(model),
    }),
    define({
      id: 'canvas.center-selected',
      title: 'Center on selected',
      keys: ['shift+2'],
      when: hasSelection,
      run: () => centreSelected(model),
    }),
    define({
      id: 'canvas.zoom-in',
      title: 'Zoom in',
      keys: ['mod+='],
      isRepeatable: true,
      run: () => zoomTo(view.get().camera.zoom * zoomStep),
    }),
    define({
      id: 'canvas.zoom-out',
      title: 'Zoom out',
      keys: ['mod+-'],
      isRepeatable: true,
      run: () => zoomTo(view.get().camera.zoom / zoomStep),
    }),
    ...pans.map(([side, x, y]) =>
      define({
        id: `canvas.pan-${side}`,
        title: `Pan ${side}`,
        keys: [`mod+${side}`],
        isRepeatable: true,
        run: () => view.set({ camera: panBy(view.get().camera, { x: -x * panStep, y: -y * panStep }) }),
      }),
    ),
    define({ id: 'canvas.zoom-actual', title: 'Zoom to 100 %', keys: ['mod+0'], run: () => zoomTo(1) }),
    define({
      id: 'canvas.select-tool',
      title: 'Select',
      keys: ['v'],
      shadows: ['view.density'],
      run: () => view.set({ tool: 'select' }),
    }),
    define({
      id: 'canvas.pan-tool',
      title: 'Pan (or hold Space)',
      keys: ['h'],
      run: () => view.set({ tool: 'pan' }),
    }),
    define({
      id: 'canvas.snap',
      title: 'Snap to grid',
      keys: ['g'],
      // Matches what artists are used to: the sequences that start with G elsewhere are in the palette and the
      // breadcrumbs.
      takesSequences: true,
      run: () => view.set({ isSnapping: !view.get().isSnapping }),
    }),
    define({
      id: 'canvas.greyscale',
      title: 'Greyscale view',
      keys: ['shift+g'],
      run: () => view.set({ isGreyscale: !view.get().isGreyscale }),
    }),
    define({
      id: 'canvas.minimap',
      title: 'Show or hide the minimap',
      keys: ['m'],
      run: () => view.set({ isMinimapShown: !view.get().isMinimapShown }),
    }),
    define({
      id: 'canvas.fullscreen',
      title: 'Fullscreen',
      keys: ['f'],
      run: async () => await setFullscreen(model, !view.get().isFullscreen),
    }),
  ]
}

function centreSelected(model: BoardModel): void {
  const box = boxOf(model.getSelected())
  if (box === undefined) return
  model.view.set({ camera: fill(box, model.view.get().window, boardLimits.selectionPadding) })
}

/**
 * Fills the window, and the screen where the browser allows it. The whole page becomes fullscreen, so that menus stay
 * visible.
 */
export async function setFullscreen({ view }: BoardModel, isFullscreen: boolean): Promise<void> {
  view.set({ isFullscreen })
  // If refused, the board still fills the window.
  if (isFullscreen) await document.documentElement.requestFullscreen().catch(() => undefined)
  else if (document.fullscreenElement !== null) await document.exitFullscreen().catch(() => undefined)
}
