export type LoginOptions = {
  readonly email?: string
  readonly passwordStdin?: boolean
  /** False for `--no-browser`. */
  readonly browser: boolean
  readonly device?: boolean
  readonly withToken?: boolean
}
