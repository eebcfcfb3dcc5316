/** Priorities as people choose them; the database keeps 0 to 9, 0 being none. */
export const priorities = [
  { value: 0, label: 'No priority' },
  { value: 1, label: 'Low' },
  { value: 3, label: 'Normal' },
  { value: 6, label: 'High' },
  { value: 9, label: 'Urgent' },
] as const

/** What a priority is called; those between the ones people choose go by their number. */
export function nameOfPriority(value: number): string {
  return priorities.find((each) => each.value === value)?.label ?? String(value)
}
