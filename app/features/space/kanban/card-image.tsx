import { useEffect, useRef, useState } from 'react'
import type { LoadQueue } from './load-queue.ts'
import styles from './kanban.module.css'

type CardImageProps = { readonly url: string; readonly queue: LoadQueue }

/** A card's picture, which waits for its turn to load. */
export function CardImage({ url, queue }: CardImageProps) {
  const [isOn, setOn] = useState(false)
  const leave = useRef<() => void>(undefined)

  useEffect(() => {
    leave.current = queue.enter(() => setOn(true))
    return () => leave.current?.()
  }, [url, queue])

  return (
    <span className={styles['picture']}>
      {isOn && (
        <img src={url} alt="" draggable={false} onLoad={() => leave.current?.()} onError={() => leave.current?.()} />
      )}
    </span>
  )
}
