import type { Comparison } from './compare.ts'
import { measureCuts } from './review/measure-cuts.ts'
import { measureJudging } from './review/measure-judging.ts'
import { measureTogether } from './review/measure-together.ts'
import { measureWire } from './review/measure-wire.ts'
import { openStage } from './review/windows.ts'

/**
 * The review room in Chromium against what was promised of it, and films played over cuts against a bare video element in the same
 * run. Films are made by ffmpeg, which this machine has to have. On a machine that is busy with something else, frames are dropped
 * and windows fall behind: look at its load first.
 */
export async function measure(): Promise<Comparison[]> {
  const stage = await openStage()
  try {
    const all: Comparison[] = []
    for (const part of [measureTogether, measureWire, measureJudging, measureCuts]) {
      all.push(...(await part(stage)))
      await stage.leave()
    }
    return all
  } finally {
    await stage.close()
  }
}
