import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

/** Parts of the page by selector: only what lies within, or all but what is left out. */
export type Part = { readonly within?: string; readonly without?: string }

/** The rules whose answer depends on colours: all else is the same in both themes. */
const colourRules = ['color-contrast', 'link-in-text-block']

/**
 * What axe finds wrong on the page, a line for each rule: everything in the theme that stands, and in the other theme what a
 * theme can change.
 */
export async function findViolations(page: Page, { within, without }: Part = {}): Promise<readonly string[]> {
  // A layer is open once it has the focus; judged before, the page behind it seems to have it still.
  if ((await page.locator('[data-aria-hidden=true]').count()) > 0)
    await expect(page.locator(':is([role=dialog], [role=alertdialog]):is(:focus-within, :focus)').first()).toBeVisible()
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return await page.evaluate(
    async ({ include, exclude, rules }) => {
      // Put there just above.
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
      // Things are judged where they end, not as they come in; what turns for ever is not waited for.
      const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
      await Promise.allSettled(ending.map(({ finished }) => finished))
      const found = await run({})
      dataset['theme'] = standing === 'light' ? 'dark' : 'light'
      const foundInOther = await run({ runOnly: rules })
      dataset['theme'] = standing
      return [...found, ...foundInOther]
    },
    // A tooltip stands outside of every landmark: it is read as its control's description.
    { include: within, exclude: ['#tooltip', ...(without === undefined ? [] : [without])], rules: colourRules },
  )
}

/** What the content policy stopped, or Trusted Types, on any page from now on. */
export async function watchPolicy(page: Page): Promise<readonly string[]> {
  const stopped: string[] = []
  await page.exposeFunction('tellStopped', (text: string) => stopped.push(text))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      // Given to the page just above.
      const { tellStopped } = window as unknown as { tellStopped: (text: string) => void }
      tellStopped(`${location.pathname}: ${violatedDirective} ${blockedURI} ${sourceFile}`)
    })
  })
  return stopped
}

/** Has the policy stop something, so that a watch that saw nothing is known to have looked. */
export async function offendPolicy(page: Page): Promise<void> {
  await page
    .evaluate(() => {
      document.body.append(Object.assign(document.createElement('script'), { src: 'https://elsewhere.example/a.js' }))
    })
    .catch(() => undefined)
}
