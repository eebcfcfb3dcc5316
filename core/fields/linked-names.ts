/** Names in expressions that reach other items, which may be in spaces not yet on this device. */
export const linkedNames: ReadonlySet<string> = new Set(['cast', 'used_in', 'references', 'children', 'waits_for'])
