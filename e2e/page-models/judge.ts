import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** What axe finds wrong on the page, a line for each rule. */
export async function findViolations(page: Page): Promise<readonly string[]> {
  // A tooltip stands outside of every landmark: it is read as its control's description.
  const { violations } = await new AxeBuilder({ page }).exclude('#tooltip').analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
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
