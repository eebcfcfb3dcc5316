/** Numbered pictures in one folder: the first is 1 in the names that `source` is a pattern of, whatever its own number. */
export type Sequence = {
  /** Those that are there, in their order. */
  readonly numbers: readonly number[]
  /** The frames a second of the film they become. */
  readonly rate: string
}

/** What the child process is to make of which file. */
export type Order = {
  readonly folder: string
  readonly source: string
  readonly contentType: string
  /** Absent for one file. */
  readonly sequence?: Sequence
  /** The frames a second of the pictures in a ZIP. */
  readonly rate: string
  readonly wants: Readonly<Record<'poster' | 'filmstrip' | 'proxy' | 'largeProxy' | 'waveform', boolean>>
}

/** A file that was made, in the job's folder. */
export type MadeFile = {
  readonly role: 'poster' | 'thumbnail' | 'filmstrip' | 'proxy' | 'large_proxy'
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

export type Tell = (word: Word) => Promise<void>

/** A file of which nothing can be made, however often one tries; the message is for people. */
export class Unreadable extends Error {}
