import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test'
import type { TestHost } from '../tests/host/start-test-host.ts'
import { startTestHost } from '../tests/host/start-test-host.ts'
import type { Comparison } from './compare.ts'
import { compare } from './compare.ts'

const PROJECTS = 200
const MEMBERS = 1000
const ROUNDS = 5
const viewport = { width: 1440, height: 860 }
/** The thread's own CPU time, however busy the machine is. */
const threadTime = { timeDomain: 'threadTicks' } as const
const quiet = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update']

/**
 * The frame of a large studio: 200 projects, 1,000 members. The floor is the same page as static markup with the same
 * style sheets and no script: drawing or scrolling cannot cost less.
 */
export async function measure(): Promise<Comparison[]> {
  const host = await startTestHost({ database: 'pglite', demo: true })
  const executablePath = process.env['XSHEET_CHROMIUM']
  const browser = await chromium.launch({ args: quiet, ...(executablePath !== undefined && { executablePath }) })
  try {
    await fill(host)
    return await measureIn(browser, host)
  } finally {
    await browser.close()
    await host.close()
  }
}

/** Adds 200 projects and 1,000 members to the demo studio. */
async function fill({ database }: TestHost): Promise<void> {
  await database.execute(`
    insert into auth.users (id, email, raw_user_meta_data)
      select gen_random_uuid(), 'person' || n || '@northlight.example', jsonb_build_object('full_name', 'Person ' || n || ' of the crowd')
      from generate_series(1, ${MEMBERS}) as n;
    insert into public.user_profiles (id, email, display_name)
      select id, email, raw_user_meta_data->>'full_name' from auth.users where email like 'person%' on conflict (id) do nothing;
    insert into public.studio_members (studio_id, user_id, role_id)
      select s.id, u.id, r.id from public.studios s, auth.users u, public.user_roles r
      where s.custom_slug = 'northlight' and u.email like 'person%' and r.name = 'member';
    insert into public.projects (studio_id, name, custom_slug, description, display_order)
      select s.id, 'Production ' || n, 'production-' || n, 'The ' || n || 'th of many, with a sentence about it', 100 + n
      from public.studios s, generate_series(1, ${PROJECTS}) as n where s.custom_slug = 'northlight';
  `)
}

type Figures = { open: number; scroll: number; key: number }

async function measureIn(browser: Browser, host: TestHost): Promise<Comparison[]> {
  const page = await browser.newPage({ viewport })
  await page.goto(host.url)
  await page.getByRole('button', { name: 'Try Demo' }).first().click()
  await page.waitForURL('**/projects')
  await page
    .locator('[data-card]')
    .nth(PROJECTS - 1)
    .waitFor()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', threadTime)
  const plain = await openPlain(browser, host, await page.content())
  const cards = await compareRounds(
    async () => ({ scroll: await costOf(devtools, async () => scrollThrough(page, 'main')) }),
    async () => ({ scroll: await costOf(plain.devtools, async () => scrollThrough(plain.page, 'main')) }),
  )
  const members: Figures[] = []
  const list = page.locator('section[aria-label=Members]')
  for (let round = 0; round < ROUNDS; round++) {
    const open = await costOf(devtools, async () => {
      await page.getByRole('button', { name: 'Studio Settings' }).click()
      await list.locator('li').nth(5).waitFor()
    })
    const scroll = await costOf(devtools, async () => scrollThrough(page, '[role=dialog]'))
    const key = await costOf(devtools, async () => {
      await page.getByLabel('Find a member').pressSequentially('person 77')
      await page.getByLabel('Find a member').fill('')
    })
    members.push({ open, scroll, key })
    if (round < ROUNDS - 1) await page.keyboard.press('Escape')
  }
  const plainMembers = await openPlain(browser, host, await page.content())
  await showAllRows(plainMembers.page)
  const floor: Pick<Figures, 'open' | 'scroll'>[] = []
  for (let round = 0; round < ROUNDS; round++)
    floor.push({
      open: await costOf(plainMembers.devtools, async () => showAgain(plainMembers.page)),
      scroll: await costOf(plainMembers.devtools, async () => scrollThrough(plainMembers.page, '[role=dialog]')),
    })
  const against = (subject: string, bar: number, figures: { ours: readonly number[]; theirs: readonly number[] }) =>
    compare({
      subject,
      bar,
      peer: 'the same page as plain markup',
      unit: 'ms',
      ours: median(figures.ours),
      theirs: median(figures.theirs),
    })
  const shown = floor.map(({ open }) => open)
  const passed = floor.map(({ scroll }) => scroll)
  const of = (name: keyof Figures): readonly number[] => members.map((figures) => figures[name])
  return [
    against(`Scrolling through ${PROJECTS} projects, main thread`, 2, cards),
    against(`Opening ${MEMBERS} members, main thread`, 4, { ours: of('open'), theirs: shown }),
    against(`Scrolling through ${MEMBERS} members, main thread`, 2, { ours: of('scroll'), theirs: passed }),
    against(`Nine keys and a deletion in the search of ${MEMBERS} members`, 4, { ours: of('key'), theirs: shown }),
  ]
}

async function compareRounds(
  ours: () => Promise<{ scroll: number }>,
  theirs: () => Promise<{ scroll: number }>,
): Promise<{ ours: number[]; theirs: number[] }> {
  const figures = { ours: [] as number[], theirs: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    figures.ours.push((await ours()).scroll)
    figures.theirs.push((await theirs()).scroll)
  }
  return figures
}

/** Opens the same markup and style sheets without scripts. */
async function openPlain(
  browser: Browser,
  host: TestHost,
  html: string,
): Promise<{ page: Page; devtools: CDPSession }> {
  const page = await browser.newPage({ viewport })
  const markup = html
    .replaceAll(/<script[\s\S]*?<\/script>/g, '')
    .replaceAll(/<link rel="modulepreload"[^>]*>/g, '')
    .replace('<head>', `<head><base href="${host.url}/">`)
  await page.setContent(markup)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', threadTime)
  return { page, devtools }
}

/** Returns the main-thread milliseconds of an action. */
async function costOf(devtools: CDPSession, act: () => Promise<void>): Promise<number> {
  const read = async (): Promise<number> => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
  }
  const before = await read()
  await act()
  return (await read()) - before
}

/** Scrolls from top to bottom in steps of half a window, one per frame, whatever element in the region scrolls. */
async function scrollThrough(page: Page, region: string): Promise<void> {
  await page.evaluate(async (selector) => {
    const root = document.querySelector(selector)
    const all = [root, ...(root?.querySelectorAll('*') ?? []), document.scrollingElement]
    const scroller =
      all.find(
        (element) =>
          element !== null &&
          element.scrollHeight > element.clientHeight + 200 &&
          /auto|scroll/.test(getComputedStyle(element).overflowY),
      ) ?? document.scrollingElement
    if (scroller === null || scroller === undefined) throw new Error('Nothing scrolls')
    for (let top = 0; top < scroller.scrollHeight; top += 430) {
      scroller.scrollTop = top
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    scroller.scrollTop = 0
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }, region)
}

/** Puts all rows on the page: ours has only the visible ones, the floor all of them. */
async function showAllRows(page: Page): Promise<void> {
  await page.evaluate((count) => {
    const list = document.querySelector<HTMLElement>('section[aria-label=Members] ul')
    const rows = [...(list?.children ?? [])].map((row) =>
      row.outerHTML.replace(/ style="[^"]*"/, ' style="position: static"'),
    )
    if (list === null || rows.length === 0) throw new Error('There are no members')
    list.style.height = 'auto'
    list.innerHTML = Array.from({ length: count }, (_, index) => rows[index % rows.length]).join('')
  }, MEMBERS)
}

/** Removes the dialog, then parses and lays it out again. */
async function showAgain(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const dialog = document.querySelector('[role=dialog]')
    const parent = dialog?.parentElement
    if (dialog === null || parent === null || parent === undefined) throw new Error('There is no dialog')
    const html = parent.innerHTML
    parent.replaceChildren()
    await new Promise((resolve) => requestAnimationFrame(resolve))
    parent.innerHTML = html
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  })
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
