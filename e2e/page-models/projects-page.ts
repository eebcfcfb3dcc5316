import { expect, type Locator, type Page } from '@playwright/test'

/** A page of cards: the projects of a studio, or the spaces of a project. */
export class CardsPage {
  readonly page: Page
  readonly list: Locator
  readonly dialog: Locator

  constructor(page: Page, label: 'Projects' | 'Spaces') {
    this.page = page
    this.list = page.getByRole('list', { name: label, exact: true })
    this.dialog = page.getByRole('dialog')
  }

  card(name: string): Locator {
    return this.list.getByRole('listitem').filter({ has: this.page.getByRole('link', { name, exact: true }) })
  }

  link(name: string): Locator {
    return this.list.getByRole('link', { name, exact: true })
  }

  /** Returns the names in page order. */
  async names(): Promise<readonly string[]> {
    return await this.list.getByRole('link').allTextContents()
  }

  async createProject(name: string): Promise<void> {
    await expect(this.page.getByRole('button', { name: 'New Project' }).first()).toBeVisible()
    await this.page.keyboard.press('c')
    await this.dialog.getByLabel('Project Name').fill(name)
    await this.page.keyboard.press('Enter')
    await expect(this.link(name)).toBeVisible()
  }
}
