import type { Page } from '@playwright/test'
import { rate } from './a-session.ts'
import type { Shown } from './windows.ts'

/** The interval at which two windows are compared. */
export const sampleMs = 50

type Span = { readonly from: number; readonly to: number }

/** Counts the samples at which two windows showed the same frame of the same film, or an adjacent one. */
export function countInStep(first: readonly Shown[], second: readonly Shown[], { from, to }: Span) {
  const samples = listSamples(from, to)
  const inStep = samples.filter((at) => isInStep(findAt(first, at), findAt(second, at)))
  return { all: samples.length, inStep: inStep.length }
}

/** Returns how long it took until two windows stayed in step for a full second. */
export function findStepMs(first: readonly Shown[], second: readonly Shown[], { from, to }: Span): number {
  let since: number | undefined
  for (const at of listSamples(from, to)) {
    if (!isInStep(findAt(first, at), findAt(second, at))) since = undefined
    else if (at - (since ??= at) >= 1000) return since - from
  }
  return Infinity
}

function listSamples(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.floor((to - from) / sampleMs) }, (_, index) => from + index * sampleMs)
}

function findAt(shown: readonly Shown[], at: number): Shown | undefined {
  return shown.findLast((each) => each.at <= at)
}

/** At a cut, one may be on the last frame while the other is on the first. */
function isInStep(first: Shown | undefined, second: Shown | undefined): boolean {
  if (first === undefined || second === undefined) return false
  if (first.title === second.title) return Math.abs(first.frame - second.frame) <= 1
  const [earlier, later] = first.title < second.title ? [first, second] : [second, first]
  return later.frame === 0 && earlier.frame >= lastFrame
}

/** The length of the films played in step. */
export const filmSeconds = 12
const lastFrame = filmSeconds * rate - 1

/** Returns milliseconds on the machine's clock, shared by all windows. */
export function nowMs(): number {
  return performance.timeOrigin + performance.now()
}

export async function sleep(milliseconds: number): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })
}

/** Waits until the room is joined and somebody leads it. */
export async function waitUntilLed(page: Page, words: string): Promise<void> {
  await page.getByRole('region', { name: 'Together' }).getByText(words).first().waitFor()
}
