/** The colours that are offered; each is seen on any picture, since shapes are drawn with a dark edge. */
export const drawingColors = ['#ff5a52', '#ffb02e', '#f5e663', '#4cd97b', '#4da6ff', '#ffffff'] as const
