import type { Tabs } from '../ports.ts'

/** Makes the port for a program with a single tab: it leads at once and has no other tabs to notify. */
export function makeSingleTab(): Tabs {
  return {
    lead: (onLead) => {
      onLead()
      return () => undefined
    },
    post: () => undefined,
    subscribe: () => () => undefined,
  }
}
