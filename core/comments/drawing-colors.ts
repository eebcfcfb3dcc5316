/** The drawing colours on offer; all stand out on any picture, since shapes have a dark outline. */
export const drawingColors = ['#ff5a52', '#ffb02e', '#f5e663', '#4cd97b', '#4da6ff', '#ffffff'] as const
