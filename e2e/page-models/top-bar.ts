import type { Locator, Page } from '@playwright/test'

/** The bar over every screen once signed in. */
export class TopBar {
  readonly page: Page
  readonly crumbs: Locator
  readonly profile: Locator
  readonly bell: Locator

  constructor(page: Page) {
    this.page = page
    this.crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' })
    this.profile = page.getByRole('button', { name: /profile menu/ })
    this.bell = page.getByRole('button', { name: /View my updates/ })
  }

  async choose(item: 'Switch Studio' | 'Settings' | 'Help' | 'Sign Out'): Promise<void> {
    await this.profile.click()
    await this.page.getByRole('menuitem', { name: item }).click()
  }
}
