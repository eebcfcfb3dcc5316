/** The numbers of the references canvas, from document 2, sections 5 and 9. Lengths are board pixels unless noted. */
export const boardLimits = {
  zoom: { least: 0.05, most: 4 },
  pinchZoom: { least: 0.1, most: 3 },
  snapGrid: 20,
  undoSteps: 50,
  textBox: { width: 200, height: 40 },
  leastTextSide: 20,
  leastTextAutoHeight: 60,
  /** The longest side of a new image or video. */
  initialSide: 300,
  /** Screen pixels around everything, and around the selection. */
  fitPadding: 50,
  selectionPadding: 100,
  /** The grid is drawn from this zoom on. */
  gridZoom: 0.5,
} as const
