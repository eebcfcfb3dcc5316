import type { Tabs } from '../ports.ts'

/** The only tab there is: it leads at once and has nobody to tell. */
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
