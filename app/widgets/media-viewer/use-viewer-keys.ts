import { useEffect } from 'react'
import { registry } from '#app/commands/registry.ts'
import { drawingCommands } from './drawing-commands.ts'
import { copyCommands } from './copy-commands.ts'
import { soundCommands } from './sound-commands.ts'
import { viewerCommands } from './viewer-commands.ts'

let users = 0
let remove: (() => void) | undefined

/** Registers the viewer's commands while files are shown; several viewers share them. */
export function useViewerKeys(): void {
  useEffect(() => {
    users += 1
    if (users === 1)
      remove = registry.register([...viewerCommands, ...soundCommands, ...copyCommands, ...drawingCommands])
    return () => {
      users -= 1
      if (users === 0) remove?.()
    }
  }, [])
}
