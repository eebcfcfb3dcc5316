/** The priorities that people choose from; the database stores 0 to 9, with 0 for none. */
export const priorities = [
  { value: 0, label: 'No priority' },
  { value: 1, label: 'Low' },
  { value: 3, label: 'Normal' },
  { value: 6, label: 'High' },
  { value: 9, label: 'Urgent' },
] as const

/** Returns a priority's name; those in between are named by number. */
export function nameOfPriority(value: number): string {
  return priorities.find((each) => each.value === value)?.label ?? String(value)
}
