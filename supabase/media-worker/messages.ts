/** What the child process is to make of which file. */
export type Order = {
  readonly folder: string
  readonly source: string
  readonly contentType: string
  /** The frames a second of numbered pictures, which `source` then is a pattern of; absent for one file. */
  readonly sequenceRate?: string
  readonly wants: { readonly poster: boolean; readonly filmstrip: boolean; readonly proxy: boolean }
}

/** A file that was made, in the job's folder. */
export type MadeFile = {
  readonly role: 'poster' | 'thumbnail' | 'filmstrip' | 'proxy'
  readonly file: string
  readonly contentType: string
}

/** Some of what was ordered, or the last of it. */
export type Made = {
  readonly files: readonly MadeFile[]
  readonly facts: Readonly<Record<string, string | number>>
  readonly isDone: boolean
}

/** What the child tells. */
export type Word =
  | { readonly kind: 'percent'; readonly percent: number }
  | { readonly kind: 'made'; readonly made: Made }
  | { readonly kind: 'problem'; readonly problem: string; readonly isFinal: boolean }

/** A file of which nothing can be made, however often one tries; the message is for people. */
export class Unreadable extends Error {}
