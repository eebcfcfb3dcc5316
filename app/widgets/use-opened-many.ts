import { useEffect, useEffectEvent, useRef, useState } from 'react'

export type OpenedOne<Value> = { readonly value?: Value; readonly error?: unknown }

type Ways<Value> = {
  readonly open: (key: string) => Promise<Value>
  readonly close: (key: string) => void
}

const none: ReadonlyMap<string, OpenedOne<never>> = new Map()

/** Opens what keys name, each once, and closes it again when it is no longer among them. Keys hold no spaces. */
export function useOpenedMany<Value>(
  keys: readonly string[],
  ways: Ways<Value>,
): { readonly opened: ReadonlyMap<string, OpenedOne<Value>>; readonly retry: () => void } {
  const [opened, setOpened] = useState<ReadonlyMap<string, OpenedOne<Value>>>(none)
  const [tries, setTries] = useState(0)
  const held = useRef(new Set<string>())
  const start = useEffectEvent(ways.open)
  const stop = useEffectEvent(ways.close)
  const wanted = [...new Set(keys)].join(' ')

  useEffect(() => {
    const { current } = held
    const now = new Set(wanted.split(' ').filter((key) => key !== ''))
    for (const key of [...current].filter((each) => !now.has(each))) {
      current.delete(key)
      stop(key)
    }
    const settle = (key: string, one: OpenedOne<Value>): void => {
      if (!current.has(key)) return
      // What could not be opened is tried again by whoever asks.
      if ('error' in one) current.delete(key)
      setOpened((before) => new Map([...before].filter(([each]) => current.has(each))).set(key, one))
    }
    for (const key of [...now].filter((each) => !current.has(each))) {
      current.add(key)
      start(key).then(
        (value) => settle(key, { value }),
        (error: unknown) => settle(key, { error }),
      )
    }
  }, [wanted, tries])

  useEffect(() => {
    const { current } = held
    return () => {
      for (const key of current) stop(key)
      current.clear()
    }
  }, [])

  return { opened, retry: () => setTries(tries + 1) }
}
