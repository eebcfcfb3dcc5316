import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Comparison } from './compare.ts'
import { compare } from './compare.ts'
import { launch, median, openCold, visit, type ColdVisit, type Visit } from './grid/drive.ts'
import { serveSite } from './grid/site.ts'

const ROUNDS = 3
const COLD_ROUNDS = 5
const rival = 'AG Grid Community React 36.2.0'
const canvas = 'glide-data-grid 6.0.3'

type Pages = 'product' | 'ag-grid' | 'glide'
type Visits = Readonly<Record<Pages, readonly Visit[]>>

/**
 * Compares the grid of a space with 50,000 rows and 13 columns with two other grids showing the same. README.md says
 * how the pages are kept alike.
 */
export async function measure(): Promise<Comparison[]> {
  const site = await serveSite()
  try {
    const visits = await visitAll(site.address)
    return [...compareScrolling(visits), ...compareRest(visits), ...(await compareCold(site.address))]
  } finally {
    site.close()
  }
}

/** Alternates, so that other load on the machine affects all of them. */
async function visitAll(address: string): Promise<Visits> {
  const visits = { product: [] as Visit[], 'ag-grid': [] as Visit[], glide: [] as Visit[] }
  const browser = await launch()
  try {
    for (let round = 0; round < ROUNDS; round++) {
      for (const name of ['product', 'ag-grid', 'glide'] as const)
        visits[name].push(await visit(browser, address, name))
    }
  } finally {
    await browser.close()
  }
  return visits
}

type Plan = { readonly subject: string; readonly peer: string; readonly bar?: number }

function compareVisits(visits: Visits, { subject, peer, bar }: Plan, read: (visit: Visit) => number): Comparison {
  const theirs = visits[peer === rival ? 'ag-grid' : 'glide']
  return compare({
    subject,
    peer,
    unit: 'ms',
    ours: median(visits.product.map(read)),
    theirs: median(theirs.map(read)),
    bar,
  })
}

function compareScrolling(visits: Visits): Comparison[] {
  const step = 'A scroll step of 400 pixels, 50,000 rows × 13 columns'
  return [
    compareVisits(
      visits,
      { subject: `${step}, CPU of all threads`, peer: rival, bar: 0.25 },
      ({ scroll }) => scroll.cpu,
    ),
    compareVisits(visits, { subject: `${step}, CPU of all threads`, peer: canvas, bar: 1 }, ({ scroll }) => scroll.cpu),
    compareVisits(
      visits,
      { subject: `${step}, main thread`, peer: rival, bar: 0.25 },
      ({ scroll }) => scroll.mainThread,
    ),
    compareVisits(visits, { subject: `${step}, main thread`, peer: canvas, bar: 1 }, ({ scroll }) => scroll.mainThread),
    compareVisits(visits, { subject: `${step}, script`, peer: rival }, ({ scroll }) => scroll.script),
  ]
}

function compareRest(visits: Visits): Comparison[] {
  const change = '5,004 statuses from the key to the painted frame, with undo and outbox'
  return [
    compareVisits(
      visits,
      { subject: 'First paint of the grid', peer: rival, bar: 0.15 },
      ({ firstPaint }) => firstPaint,
    ),
    compareVisits(visits, { subject: 'First paint of the grid', peer: canvas }, ({ firstPaint }) => firstPaint),
    compareVisits(visits, { subject: change, peer: rival, bar: 0.25 }, ({ change: { painted } }) => painted),
    compareVisits(visits, { subject: change, peer: canvas }, ({ change: { painted } }) => painted),
    compare({
      subject: 'The longest task of that change and of all it brings about',
      peer: 'what counts as a long task',
      unit: 'ms',
      ours: median(visits.product.map(({ change: { longestTask } }) => longestTask)),
      theirs: 50,
      bar: 1,
    }),
    compare({
      subject: 'That change until it is safe on the device and can be undone',
      peer: `the same frame in ${rival}, which keeps nothing`,
      unit: 'ms',
      ours: median(visits.product.map(({ change: { kept } }) => kept)),
      theirs: median(visits['ag-grid'].map(({ change: { painted } }) => painted)),
      bar: undefined,
    }),
    compareVisits(visits, { subject: 'Moving the cursor by a key, until painted', peer: rival }, ({ move }) => move),
    compareVisits(visits, { subject: 'Moving the cursor by a key, until painted', peer: canvas }, ({ move }) => move),
    compare({
      subject: 'Work between the key and the frame in which the cursor has moved',
      peer: 'one frame at 60 a second',
      unit: 'ms',
      ours: median(visits.product.map(({ moveWork }) => moveWork)),
      theirs: 1000 / 60,
      bar: 1,
    }),
  ]
}

/** Opens each in a fresh browser on a profile filled by an earlier visit, without a server for its data. */
async function compareCold(address: string): Promise<Comparison[]> {
  const profiles = mkdtempSync(join(tmpdir(), 'xsheet-bench-'))
  try {
    const taken = { cold: [] as ColdVisit[], 'cold-floor': [] as ColdVisit[] }
    for (const name of ['cold', 'cold-floor'] as const) await openCold({ address, profiles, name, isFilling: true })
    for (let round = 0; round < COLD_ROUNDS; round++) {
      for (const name of ['cold', 'cold-floor'] as const) {
        taken[name].push(await openCold({ address, profiles, name, isFilling: false }))
      }
    }
    const space = 'A cached space of 6,000 tasks in a fresh browser without a network, from opening it to'
    const shared = { peer: 'one record read from IndexedDB and thirty plain rows', unit: 'ms' } as const
    const theirs = median(taken['cold-floor'].map(({ painted }) => painted))
    return [
      compare({
        ...shared,
        subject: `${space} painted rows`,
        ours: median(taken.cold.map(({ painted }) => painted)),
        theirs,
        bar: 1.5,
      }),
      compare({
        ...shared,
        subject: `${space} rows that can be worked with`,
        ours: median(taken.cold.map(({ usable }) => usable)),
        theirs,
        bar: undefined,
      }),
    ]
  } finally {
    rmSync(profiles, { recursive: true, force: true })
  }
}
