/** The page's address and clock, replaceable in tests. */
export type Page = {
  readonly path: () => string
  readonly href: () => string
  readonly navigate: (to: string, options?: { readonly replace?: boolean }) => void
  readonly leaveFor: (address: string) => void
  readonly reload: () => void
  readonly wait: (milliseconds: number) => Promise<void>
}
