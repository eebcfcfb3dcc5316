import type { Page } from '@playwright/test'
import { rate } from './a-session.ts'
import type { Shown } from './windows.ts'

/** Two windows are looked at this often. */
export const sampleMs = 50

type Span = { readonly from: number; readonly to: number }

/** At how many of the samples two windows were on the same frame of the same film, or beside it. */
export function countInStep(first: readonly Shown[], second: readonly Shown[], { from, to }: Span) {
  const samples = listSamples(from, to)
  const inStep = samples.filter((at) => isInStep(findAt(first, at), findAt(second, at)))
  return { all: samples.length, inStep: inStep.length }
}

/** How long after a moment two windows were in step for good: for all of the second after it. */
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

/** Over a cut one may be on the last frame while the other is on the first. */
function isInStep(first: Shown | undefined, second: Shown | undefined): boolean {
  if (first === undefined || second === undefined) return false
  if (first.title === second.title) return Math.abs(first.frame - second.frame) <= 1
  const [earlier, later] = first.title < second.title ? [first, second] : [second, first]
  return later.frame === 0 && earlier.frame >= lastFrame
}

/** Of the films that are played in step. */
export const filmSeconds = 12
const lastFrame = filmSeconds * rate - 1

/** Milliseconds of the machine's clock, which every window has. */
export function nowMs(): number {
  return performance.timeOrigin + performance.now()
}

export async function pass(milliseconds: number): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })
}

/** Until the room is joined and somebody leads it. */
export async function untilLed(page: Page, words: string): Promise<void> {
  await page.getByRole('region', { name: 'Together' }).getByText(words).first().waitFor()
}
