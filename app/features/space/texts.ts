/**
 * The texts of the space screen, in the specification's words; its claim that something cannot be undone is left out,
 * because it can.
 */
export const texts = {
  loadFailedTitle: 'Error Loading Space',
  loadFailedHint: 'If this problem persists, please contact your administrator.',
  noSpace: 'Space not found. Please go back and select a space.',
  noMatchTitle: 'No items match the current filters',
  noMatchText: 'Try adjusting your filters to see more results.',
  emptyTitle: (isIllustration: boolean) => (isIllustration ? 'No Illustrations Yet' : 'No Collections Yet'),
  emptyText: (isIllustration: boolean) =>
    isIllustration
      ? 'Get started by creating your first illustrations.'
      : 'Get started by creating your first collection and items.',
  confirmTitle: 'Confirm Delete',
  deleteItem: (title: string) => `Are you sure you want to delete the item "${title}"?`,
  deleteCollection: (title: string) =>
    `Are you sure you want to delete the collection "${title}"? This will also delete all items in this collection.`,
  deleteTasks: (count: number) => `Are you sure you want to delete ${count} ${count === 1 ? 'task' : 'tasks'}?`,
  fieldsGone: (typed: readonly string[]) =>
    `No field takes ${typed.map((text) => `“${text}”`).join(' or ')} any more. Create again to leave it out.`,
  createTitle: (isIllustration: boolean, kind?: string) =>
    isIllustration ? 'Create Illustration' : `Create ${kind ?? 'Shot'}`,
} as const
