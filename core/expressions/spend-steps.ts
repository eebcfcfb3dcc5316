import { ExpressionFault, type Frame, type Place } from './types.ts'

/** Takes steps from a row's budget; throws an `ExpressionFault` once it is spent. */
export function spendSteps(frame: Frame, steps: number, place: Place): void {
  frame.budget.stepsLeft -= steps
  if (frame.budget.stepsLeft < 0) throw new ExpressionFault('It takes too long to calculate', place)
}

/** Takes steps for long texts and lists in proportion to their length; short ones are free. */
export function spendLengths(frame: Frame, values: readonly unknown[], place: Place): void {
  let steps = 0
  for (const value of values) {
    if (typeof value === 'string') steps += Math.floor(value.length / charactersPerStep)
    else if (Array.isArray(value)) steps += Math.floor(value.length / valuesPerStep)
  }
  if (steps > 0) spendSteps(frame, steps, place)
}

const charactersPerStep = 100
const valuesPerStep = 10
