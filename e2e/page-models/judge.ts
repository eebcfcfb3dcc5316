import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'

/** Minified: half as long to send and to compile on each page. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** A part of the page, by selectors: only what is within, or everything without. */
export type Part = { readonly within?: string; readonly without?: string }

/** Rules whose result depends on colours; all others are the same in both themes. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** The tooltip lies outside every landmark: it is read as its control's description. */
const tooltip = '#tooltip'

/** Axe skips what a modal layer hides from screen readers, but would still walk through it; the hidden element is judged. */
const behind = '[data-aria-hidden=true] > *'

/**
 * Returns axe's violations on the page, one line per rule: all rules in the current theme, and the colour rules in the
 * other.
 */
export async function findViolations(page: Page, part: Part = {}): Promise<readonly string[]> {
  await makeReady(page)
  const found = await runAxe(page, part)
  const standing = await page.evaluate(() => document.documentElement.dataset['theme'])
  await setTheme(page, standing === 'light' ? 'dark' : 'light')
  const foundInOther = await runAxe(page, part, colourRules)
  await setTheme(page, standing)
  return [...found, ...foundInOther]
}

/** The same of a page that has no theme of its own and follows the system's. */
export async function findViolationsBySystem(page: Page): Promise<readonly string[]> {
  await page.emulateMedia({ colorScheme: 'light' })
  await makeReady(page)
  const found = await runAxe(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  return [...found, ...(await runAxe(page, {}, colourRules))]
}

async function setTheme(page: Page, theme: string | undefined): Promise<void> {
  await page.evaluate((to) => {
    const { dataset } = document.documentElement
    if (to === undefined) delete dataset['theme']
    else dataset['theme'] = to
  }, theme)
}

async function runAxe(
  page: Page,
  { within, without }: Part = {},
  runOnly?: readonly string[],
): Promise<readonly string[]> {
  return await page.evaluate(
    async ({ include, exclude, rules }) => {
      // Brought by `makeReady`.
      const { axe: judge } = window as unknown as { axe: typeof axe }
      // Check the final state, not mid-animation; endless animations are not waited for.
      const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
      await Promise.allSettled(ending.map(({ finished }) => finished))
      const context = { exclude, ...(include !== undefined && { include: [include] }) }
      const { violations } = await judge.run(context, {
        resultTypes: ['violations'],
        ...(rules !== undefined && { runOnly: rules }),
      })
      const { theme } = document.documentElement.dataset
      return violations.map(
        ({ id, nodes }) => `${theme}: ${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' ')}`,
      )
    },
    {
      include: within,
      exclude: [tooltip, behind, ...(without === undefined ? [] : [without])],
      rules: runOnly && [...runOnly],
    },
  )
}

/** Brings axe onto the page, and waits until a layer over it is open. */
async function makeReady(page: Page): Promise<void> {
  // A layer counts as open once it has focus; checked earlier, the page behind still seems to have it.
  if ((await page.locator('[data-aria-hidden=true]').count()) > 0)
    await expect(page.locator(':is([role=dialog], [role=alertdialog]):is(:focus-within, :focus)').first()).toBeVisible()
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
}

/** Collects content policy and Trusted Types violations on this page from now on. */
export async function watchPolicy(page: Page): Promise<readonly string[]> {
  const stopped: string[] = []
  await page.exposeFunction('tellStopped', (text: string) => stopped.push(text))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      // Exposed above.
      const { tellStopped } = window as unknown as { tellStopped: (text: string) => void }
      tellStopped(`${location.pathname}: ${violatedDirective} ${blockedURI} ${sourceFile}`)
    })
  })
  return stopped
}

/** Provokes a policy violation, to prove that the watch reports them. */
export async function violatePolicy(page: Page): Promise<void> {
  await page
    .evaluate(() => {
      document.body.append(Object.assign(document.createElement('script'), { src: 'https://elsewhere.example/a.js' }))
    })
    .catch(() => undefined)
}
