/** What expressions call other items, which may lie in spaces that are not on this device yet. */
export const linkedNames: ReadonlySet<string> = new Set(['cast', 'used_in', 'references', 'children', 'waits_for'])
