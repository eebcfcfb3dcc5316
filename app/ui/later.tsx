import { useEffect, useReducer, useState, type ComponentType, type ReactNode } from 'react'

/** A component whose code is fetched when it first renders, or before. */
export type LaterComponent<Props> = ComponentType<Props> & {
  /** Starts fetching the code, so that it is there sooner; a failure is retried on the first render. */
  readonly fetchAhead: () => void
}

/**
 * Returns a component whose code is fetched when it first renders, with `waiting` in its place until then; once
 * fetched, it renders at once. React's own `lazy` holds back loaded code until 300 ms after showing its fallback, every
 * time. A failed fetch is thrown to the nearest error boundary; mounted again, it is retried.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
): LaterComponent<Props> {
  let Loaded: ComponentType<Props> | undefined
  let coming: Promise<void> | undefined
  const fetchCode = async (): Promise<void> => {
    try {
      Loaded = await load()
    } catch (error) {
      coming = undefined
      throw error
    }
  }
  const fetchAhead = (): void => {
    if (Loaded !== undefined || coming !== undefined) return
    coming = fetchCode()
    // The effect reports the failure, if the component is still mounted.
    coming.catch(() => undefined)
  }
  function Later(props: Props) {
    const [failure, setFailure] = useState<{ readonly error: unknown }>()
    const [, draw] = useReducer((count: number) => count + 1, 0)
    // Starts while rendering rather than in an effect, so that the code arrives sooner.
    fetchAhead()
    useEffect(() => {
      let isAway = false
      coming?.then(
        () => !isAway && draw(),
        (error: unknown) => !isAway && setFailure({ error }),
      )
      return () => {
        isAway = true
      }
    }, [])
    if (failure !== undefined) throw failure.error
    return Loaded === undefined ? waiting : <Loaded {...props} />
  }
  return Object.assign(Later, { fetchAhead })
}
