/**
 * Numbered pictures in one folder: the first is 1 in the names that `source` is a pattern of, whatever its own number.
 */
export type Sequence = {
  /** The existing ones, in order. */
  readonly numbers: readonly number[]
  /** The frame rate of the film they become. */
  readonly rate: string
}

/** What the child process is to make of which file. */
export type Order = {
  readonly folder: string
  readonly source: string
  readonly contentType: string
  /** Absent for a single file. */
  readonly sequence?: Sequence
  /** The frame rate of the pictures in a ZIP. */
  readonly rate: string
  readonly wants: Readonly<Record<'poster' | 'filmstrip' | 'proxy' | 'largeProxy' | 'waveform', boolean>>
}

/** A generated file, in the job's folder. */
export type MadeFile = {
  readonly role: 'poster' | 'thumbnail' | 'filmstrip' | 'proxy' | 'large_proxy'
  readonly file: string
  readonly contentType: string
}

/** Part of what was ordered, or the last part. */
export type Made = {
  readonly files: readonly MadeFile[]
  readonly facts: Readonly<Record<string, string | number>>
  readonly isDone: boolean
}

/** A message from the child process. */
export type Word =
  | { readonly kind: 'percent'; readonly percent: number }
  | { readonly kind: 'made'; readonly made: Made }
  | { readonly kind: 'problem'; readonly problem: string; readonly isFinal: boolean }

export type ReportWord = (word: Word) => Promise<void>

/** A file from which nothing can be made, however often it is tried; the message is for people. */
export class Unreadable extends Error {}
