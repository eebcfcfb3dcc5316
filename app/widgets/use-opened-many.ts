import type { Scope } from '#core/schema/scope.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

export type OpenedOne<Value> = { readonly value?: Value; readonly error?: unknown }

type Ways<Value> = {
  readonly client: StudioClient | undefined
  readonly open: (key: string) => Promise<Value>
  /** The scope the client opens it under. */
  readonly scopeOf: (key: string) => Scope
}

const none: ReadonlyMap<string, OpenedOne<never>> = new Map()

/**
 * Keeps what the keys name open, each once, as long as its key is listed, even if others close it. Keys contain no
 * spaces.
 */
export function useOpenedMany<Value>(
  keys: readonly string[],
  ways: Ways<Value>,
): { readonly opened: ReadonlyMap<string, OpenedOne<Value>>; readonly retry: () => void } {
  const [opened, setOpened] = useState<ReadonlyMap<string, OpenedOne<Value>>>(none)
  const [tries, setTries] = useState(0)
  const held = useRef(new Map<string, () => void>())
  const latest = useRef<ReadonlySet<string>>(new Set())
  const start = useEffectEvent(ways.open)
  const hold = useEffectEvent((key: string) => ways.client?.hold(ways.scopeOf(key)) ?? (() => {}))
  const wanted = [...new Set(keys)].join(' ')

  useEffect(() => {
    const { current } = held
    const now = new Set(wanted.split(' ').filter((key) => key !== ''))
    latest.current = now
    const leave = (key: string): void => {
      current.get(key)?.()
      current.delete(key)
    }
    for (const key of [...current.keys()].filter((each) => !now.has(each))) leave(key)
    const settle = (key: string, one: OpenedOne<Value>): void => {
      if (!current.has(key)) return
      // Failures are retried when a caller asks for it.
      if ('error' in one) leave(key)
      setOpened((before) => new Map([...before].filter(([each]) => latest.current.has(each))).set(key, one))
    }
    for (const key of [...now].filter((each) => !current.has(each))) {
      current.set(key, hold(key))
      start(key).then(
        (value) => settle(key, { value }),
        (error: unknown) => settle(key, { error }),
      )
    }
  }, [wanted, tries])

  useEffect(() => {
    const { current } = held
    return () => {
      for (const leave of current.values()) leave()
      current.clear()
    }
  }, [])

  return { opened, retry: () => setTries(tries + 1) }
}
