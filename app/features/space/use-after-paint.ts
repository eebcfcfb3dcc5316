import { useEffect, useState } from 'react'
import { afterPaint } from './model/ahead.ts'

/** Whether the first picture has been painted: what is not part of it waits for that. */
export function useAfterPaint(): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    let isLeft = false
    void afterPaint().then(() => {
      if (!isLeft) setPainted(true)
    })
    return () => {
      isLeft = true
    }
  }, [])
  return isPainted
}
