import type { Comparison } from './compare.ts'
import { measureCuts } from './review/measure-cuts.ts'
import { measureJudging } from './review/measure-judging.ts'
import { measureTogether } from './review/measure-together.ts'
import { measureWire } from './review/measure-wire.ts'
import { openStage } from './review/windows.ts'

/**
 * Measures the review room in Chromium against its promises, and films played over cuts against a bare video element in
 * the same run. Films are made by ffmpeg, which must be installed. On a busy machine frames are dropped and windows
 * fall behind, so check its load first.
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
