/** Rows written so far, and of all. */
export type ImportProgress = { readonly done: number; readonly rows: number }

/** "12,000 of 180,000 rows" */
export function describeProgress({ done, rows }: ImportProgress): string {
  return `${done.toLocaleString('en')} of ${rows.toLocaleString('en')} rows`
}
