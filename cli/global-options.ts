import type { OutputOptions } from './output.ts'

/** Options of every command. */
export type GlobalOptions = OutputOptions & {
  readonly host: string
  readonly studio?: string
  readonly project?: string
  readonly space?: string
  readonly timeZone?: string
  readonly quiet?: boolean
  readonly yes?: boolean
  /** False for `--no-input`: never ask. */
  readonly input: boolean
  readonly color: boolean
  readonly verbose?: boolean
}

/** The host that `npm start` runs, and the default. */
export const defaultHost = 'http://127.0.0.1:4600'
