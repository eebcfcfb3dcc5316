import { useEffect, useReducer, useState, type ComponentType, type ReactNode } from 'react'

/**
 * A component whose code is fetched when it is first drawn, with `waiting` in its place until it is there; drawn at once where it has
 * been fetched before. React's own `lazy` holds back what has come until 300 ms after its fallback was drawn, each time anew. A fetch
 * that fails is thrown to the error boundary around it; drawn afresh, it is tried again.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
): ComponentType<Props> {
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
  return function Later(props: Props) {
    const [failure, setFailure] = useState<{ readonly error: unknown }>()
    const [, draw] = useReducer((count: number) => count + 1, 0)
    // While drawing, not after: the sooner it is asked for, the sooner it is there.
    if (Loaded === undefined && coming === undefined) {
      coming = fetchCode()
      // Told by the effect, where that still runs.
      coming.catch(() => undefined)
    }
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
}
