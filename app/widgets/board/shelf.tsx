import type { MediaRow } from '#core/schema/media.ts'
import { useMemo, useSyncExternalStore } from 'react'
import { thumbnailOf } from '#core/revisions/media-kind.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { useCommands } from '#app/commands/use-commands.ts'
import { draggingMedia } from '../dragged-media.ts'
import type { BoardModel } from './board-model.ts'
import { makeShelfCommands } from './commands/shelf-commands.ts'
import styles from './board.module.css'

type ShelfProps = { readonly model: BoardModel; readonly files: readonly MediaRow[] }

/** The pictures and films of the item's tasks: dragged onto the board, or added with a press. */
export function Shelf({ model, files }: ShelfProps) {
  useSyncExternalStore(model.urls.subscribe, model.urls.getVersion)
  useCommands(useMemo(() => makeShelfCommands({ model, files }), [model, files]))
  return (
    <aside className={styles['shelf']} aria-label="Files of this item's tasks">
      <h3>From its tasks</h3>
      <ul>
        {files.map((file) => {
          const picture = thumbnailOf(file)
          const url = picture && model.urls.get(picture)
          return (
            <li key={file.id}>
              <button
                type="button"
                aria-label={`Add ${file.filename} to the board`}
                data-tooltip={file.filename}
                {...draggingMedia(file)}
                onClick={() => void runCommand('canvas.lay-file', { args: [file.id] })}
              >
                {url === undefined ? (
                  file.filename
                ) : (
                  <img src={url} alt="" loading="lazy" onError={() => model.urls.fail(picture ?? file.id)} />
                )}
              </button>
            </li>
          )
        })}
      </ul>
    </aside>
  )
}
