import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

/** A part of the page, by selectors: only what is within, or everything without. */
export type Part = { readonly within?: string; readonly without?: string }

/** Rules whose result depends on colours; all others are the same in both themes. */
const colourRules = ['color-contrast', 'link-in-text-block']

/**
 * Returns axe's violations on the page, one line per rule: all rules in the current theme, and the colour rules in the
 * other.
 */
export async function findViolations(page: Page, { within, without }: Part = {}): Promise<readonly string[]> {
  // A layer counts as open once it has focus; checked earlier, the page behind still seems to have it.
  if ((await page.locator('[data-aria-hidden=true]').count()) > 0)
    await expect(page.locator(':is([role=dialog], [role=alertdialog]):is(:focus-within, :focus)').first()).toBeVisible()
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return await page.evaluate(
    async ({ include, exclude, rules }) => {
      // Injected above.
      const { axe: judge } = window as unknown as { axe: typeof axe }
      const { dataset } = document.documentElement
      const standing = dataset['theme']
      const context = { exclude, ...(include !== undefined && { include: [include] }) }
      const run = async (options: axe.RunOptions): Promise<string[]> => {
        const { violations } = await judge.run(context, { resultTypes: ['violations'], ...options })
        return violations.map(
          ({ id, nodes }) => `${dataset['theme']}: ${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' ')}`,
        )
      }
      // Check the final state, not mid-animation; endless animations are not waited for.
      const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
      await Promise.allSettled(ending.map(({ finished }) => finished))
      const found = await run({})
      dataset['theme'] = standing === 'light' ? 'dark' : 'light'
      const foundInOther = await run({ runOnly: rules })
      dataset['theme'] = standing
      return [...found, ...foundInOther]
    },
    // A tooltip lies outside every landmark: it is read as its control's description.
    { include: within, exclude: ['#tooltip', ...(without === undefined ? [] : [without])], rules: colourRules },
  )
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
