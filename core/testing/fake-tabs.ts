import type { TabMessage, Tabs } from '#core/sync/ports.ts'

/** The tabs of one browser. */
export type FakeBrowser = { readonly open: () => FakeTab }

/** A tab that can vanish without notice. */
export type FakeTab = Tabs & { readonly end: () => void }

/** Makes tabs that hear each other, at once unless `deliver` delays it; the first in line leads. */
export function makeFakeBrowser(deliver: (hear: () => void) => void = (hear) => hear()): FakeBrowser {
  const listeners = new Map<object, (message: TabMessage) => void>()
  const line: { readonly tab: object; readonly onLead: () => void }[] = []
  return {
    open: () => {
      const tab = {}
      const leave = (): void => {
        const index = line.findIndex((waiting) => waiting.tab === tab)
        if (index >= 0) line.splice(index, 1)
        if (index === 0) line[0]?.onLead()
        listeners.delete(tab)
      }
      return {
        lead: (onLead) => {
          line.push({ tab, onLead })
          if (line.length === 1) onLead()
          return leave
        },
        post: (message) => {
          const sent = structuredClone(message)
          for (const [other, hear] of listeners) {
            if (other !== tab) deliver(() => listeners.get(other) === hear && hear(sent))
          }
        },
        subscribe: (listener) => {
          listeners.set(tab, listener)
          return () => listeners.delete(tab)
        },
        end: leave,
      }
    },
  }
}
