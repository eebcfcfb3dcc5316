/** One status of a new studio or of the super-admin's templates. */
export type DefaultStatus = {
  readonly name: string
  readonly shortCode: string
  readonly color: string
  readonly position: number
  readonly isDone: boolean
  readonly isDefault: boolean
}

/** The colour of new and of unknown statuses. */
export const defaultStatusColor = '#9ca3af'

/** The six statuses every new studio starts with, in order (document 1, section 9). */
export const defaultStatuses: readonly DefaultStatus[] = [
  { name: 'TO DO', shortCode: 'TODO', color: defaultStatusColor, position: 0, isDone: false, isDefault: true },
  { name: 'WIP', shortCode: 'WIP', color: '#3b82f6', position: 1, isDone: false, isDefault: false },
  { name: 'WFA', shortCode: 'WFA', color: '#8b5cf6', position: 2, isDone: false, isDefault: false },
  { name: 'FEEDBACK', shortCode: 'FEEDBACK', color: '#f59e0b', position: 3, isDone: false, isDefault: false },
  { name: 'CLIENT', shortCode: 'CLIENT', color: '#000000', position: 4, isDone: false, isDefault: false },
  { name: 'DONE', shortCode: 'DONE', color: '#10b981', position: 5, isDone: true, isDefault: false },
]

/** Makes the short code of a new status or stage: the first four letters or digits of its name, in capitals. */
export function toShortCode(name: string): string {
  return Array.from(name.matchAll(/[\p{L}\p{N}]/gu), ([letter]) => letter)
    .slice(0, 4)
    .join('')
    .toUpperCase()
}
