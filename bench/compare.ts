/** A comparison of ours against a peer or a floor, measured alternately in the same run. */
export type Comparison = {
  subject: string
  /** What the peer is, and why it is a fair one. */
  peer: string
  unit: 'ms' | 'bytes' | 'frames' | 'messages' | 'samples'
  ours: number
  theirs: number
  ratio: number
  /** The promised ratio; undefined if none was promised. */
  bar: number | undefined
}

type Run = () => Promise<number | void>

type ComparisonPlan = {
  subject: string
  peer: string
  bar?: number
  ours: Run
  theirs: Run
  rounds?: number
}

/** Runs both alternately, after one warm-up, and compares the medians. A run that returns a number has timed itself. */
export async function compareTimes({
  subject,
  peer,
  bar,
  ours,
  theirs,
  rounds = 9,
}: ComparisonPlan): Promise<Comparison> {
  const mine: number[] = []
  const other: number[] = []
  for (let round = -1; round < rounds; round++) {
    const times = [await time(ours), await time(theirs)] as const
    if (round < 0) continue
    mine.push(times[0])
    other.push(times[1])
  }
  return compare({ subject, peer, unit: 'ms', ours: median(mine), theirs: median(other), bar })
}

/** Compares two figures that need no repetition, such as sizes. */
export function compare(figures: Omit<Comparison, 'ratio'>): Comparison {
  return { ...figures, ratio: figures.ours / figures.theirs }
}

async function time(run: Run): Promise<number> {
  const start = performance.now()
  const own = await run()
  return own ?? performance.now() - start
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
