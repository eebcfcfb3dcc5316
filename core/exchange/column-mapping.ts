/**
 * Columns mapped by a person, as pairs of our name and theirs: `['name', 'Shot Code']`. Any number may be ignored
 * (`-`); of several columns mapped to the same name, the first counts.
 */
export type ColumnMapping = readonly (readonly [ours: string, theirs: string])[]
