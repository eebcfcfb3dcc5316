import { useEffect, useEffectEvent, useState } from 'react'

export type Opened<Value> = { readonly value: Value | undefined; readonly error: unknown }

const nothing = { value: undefined, error: undefined } as const

/** Opens the thing with this key, and closes it when the key changes; does nothing without a key. */
export function useOpened<Value>(
  key: string | undefined,
  open: () => Promise<Value>,
  close: (key: string) => void = () => undefined,
): Opened<Value> & { readonly retry: () => void } {
  const [opened, setOpened] = useState<Opened<Value> & { readonly key: string }>()
  const [attempt, setAttempt] = useState(0)
  const start = useEffectEvent(open)
  const stop = useEffectEvent(close)

  useEffect(() => {
    if (key === undefined) return undefined
    let isCurrent = true
    start().then(
      (value) => isCurrent && setOpened({ key, value, error: undefined }),
      (error: unknown) => isCurrent && setOpened({ key, value: undefined, error }),
    )
    return () => {
      isCurrent = false
      stop(key)
    }
  }, [key, attempt])

  const current = opened?.key === key && opened !== undefined ? opened : nothing
  return { value: current.value, error: current.error, retry: () => setAttempt(attempt + 1) }
}
