/**
 * Columns by our names, as somebody mapped them: `['name', 'Shot Code']`. Several may mean nothing (`-`); of several that mean
 * the same otherwise, the first column counts.
 */
export type ColumnMapping = readonly (readonly [ours: string, theirs: string])[]
