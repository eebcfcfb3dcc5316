import { useEffect, useState } from 'react'
import { afterPaint } from './model/after-paint.ts'

/** Whether the first paint has happened: what is not part of it waits. */
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
