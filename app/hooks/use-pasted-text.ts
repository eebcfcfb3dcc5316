import { useEffect, useEffectEvent } from 'react'

/**
 * Offers text pasted outside fields and dialogs; `take` returns whether it was used. Only a paste event may read the
 * clipboard without asking the person first.
 */
export function usePastedText(take: (text: string) => boolean): void {
  const onText = useEffectEvent(take)
  useEffect(() => {
    const onPaste = (event: ClipboardEvent): void => {
      const target = event.target instanceof Element ? event.target : undefined
      if (target !== undefined && target.closest('input,textarea,[contenteditable],[role="dialog"]') !== null) return
      if (onText(event.clipboardData?.getData('text/plain') ?? '')) event.preventDefault()
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
}
