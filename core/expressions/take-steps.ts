import { ExpressionFault, type Frame, type Place } from './types.ts'

/** Counts what is worked out for a row, and gives up where it is too much. */
export function takeSteps(frame: Frame, steps: number, place: Place): void {
  frame.budget.stepsLeft -= steps
  if (frame.budget.stepsLeft < 0) throw new ExpressionFault('It takes too long to calculate', place)
}

/** Counts long texts and lists by what there is to go through in them; what is short costs nothing of its own. */
export function takeLengths(frame: Frame, values: readonly unknown[], place: Place): void {
  let steps = 0
  for (const value of values) {
    if (typeof value === 'string') steps += Math.floor(value.length / charactersPerStep)
    else if (Array.isArray(value)) steps += Math.floor(value.length / valuesPerStep)
  }
  if (steps > 0) takeSteps(frame, steps, place)
}

const charactersPerStep = 100
const valuesPerStep = 10
