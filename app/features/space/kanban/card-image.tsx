import { useEffect, useRef, useState } from 'react'
import { kanbanMediaLoadLimit } from '#core/domain/kanban.ts'
import { makeLoadQueue } from './load-queue.ts'
import styles from './kanban.module.css'

type CardImageProps = { readonly url: string }

// One line for all cards of the page: the limit is the board's, not a card's.
const queue = makeLoadQueue(kanbanMediaLoadLimit)

/** A card's picture, which waits for its turn to load. */
export function CardImage({ url }: CardImageProps) {
  const [isOn, setOn] = useState(false)
  const leave = useRef<() => void>(undefined)

  useEffect(() => {
    leave.current = queue.enter(() => setOn(true))
    return () => leave.current?.()
  }, [url])

  return (
    <span className={styles['picture']}>
      {isOn && (
        <img src={url} alt="" draggable={false} onLoad={() => leave.current?.()} onError={() => leave.current?.()} />
      )}
    </span>
  )
}
