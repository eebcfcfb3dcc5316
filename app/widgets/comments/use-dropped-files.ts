import { useState, type DragEvent } from 'react'

/** Accepts files dropped onto an element, and tells whether some are held over it. */
export function useDroppedFiles(take: (files: readonly File[]) => void) {
  const [isOver, setOver] = useState(false)
  const dropping = {
    onDragOver: (event: DragEvent): void => {
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent): void => {
      setOver(false)
      const files = [...event.dataTransfer.files]
      if (files.length === 0) return
      event.preventDefault()
      take(files)
    },
  }
  return { isOver, dropping }
}
