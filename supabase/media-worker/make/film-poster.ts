import type { Frame } from 'node-av'
import path from 'node:path'
import type { MadeFile, Order, ReportWord } from '../messages.ts'
import type { Light } from './light.ts'
import { posterSide, thumbnailSide, withinSide, writePicture } from './pictures.ts'
import { shownSize, turnOf } from './shown-size.ts'

type Look = { readonly atSeconds: number; readonly light: Light }

/** Makes the poster of a film: the first frame at or after a time, else the last one. */
export function makePoster(order: Order, { atSeconds, light }: Look, tell: ReportWord) {
  let last: Frame | null = null
  let isMade = false

  async function make(frame: Frame): Promise<void> {
    isMade = true
    const size = shownSize(frame)
    const turn = `${light.filter}${turnOf(frame)}`
    const files: MadeFile[] = []
    for (const [role, side] of [
      ['poster', posterSide],
      ['thumbnail', thumbnailSide],
    ] as const) {
      const file = path.join(order.folder, `${role}.webp`)
      await writePicture(frame, { file, size: withinSide(size, side), turn })
      files.push({ role, file, contentType: 'image/webp' })
    }
    await tell({ kind: 'made', made: { files, facts: {}, isDone: false } })
  }

  return {
    async look(frame: Frame, at: number): Promise<void> {
      if (isMade) return
      if (at >= atSeconds) await make(frame)
      else {
        last?.free()
        last = frame.clone()
      }
    },
    async end(): Promise<void> {
      if (!isMade && last !== null) await make(last)
      last?.free()
    },
  }
}
