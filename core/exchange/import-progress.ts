/** The number of rows written so far, and in total. */
export type ImportProgress = { readonly done: number; readonly rows: number }

/** Returns a text such as "12,000 of 180,000 rows". */
export function describeProgress({ done, rows }: ImportProgress): string {
  return `${done.toLocaleString('en')} of ${rows.toLocaleString('en')} rows`
}
