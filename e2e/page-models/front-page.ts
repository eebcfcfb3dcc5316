import { expect, type Locator, type Page } from '@playwright/test'

export type Account = { readonly email: string; readonly password: string }

/** The landing page and its log-in pop-up. */
export class FrontPage {
  readonly page: Page
  readonly title: Locator
  readonly tryDemo: Locator
  readonly dialog: Locator

  constructor(page: Page) {
    this.page = page
    this.title = page.getByRole('heading', { level: 1 })
    this.tryDemo = page.getByRole('button', { name: 'Try Demo' }).first()
    this.dialog = page.getByRole('dialog', { name: 'Log in' })
  }

  async open(): Promise<void> {
    await this.page.goto('/')
    await expect(this.title).toBeVisible()
  }

  async openLogIn(): Promise<void> {
    await this.page.getByRole('button', { name: 'Log In', exact: true }).first().click()
    await expect(this.dialog).toBeVisible()
  }

  async logIn({ email, password }: Account): Promise<void> {
    await this.dialog.getByLabel('E-mail').fill(email)
    await this.dialog.getByLabel('Password').fill(password)
    await this.dialog.getByRole('button', { name: 'Log in', exact: true }).click()
  }

  async signUp({ email, password }: Account): Promise<void> {
    await this.dialog.getByRole('button', { name: 'Create an account' }).click()
    await this.dialog.getByLabel('E-mail').fill(email)
    await this.dialog.getByLabel('Password').fill(password)
    await this.dialog.getByRole('button', { name: 'Sign up' }).click()
  }

  /** Signs in as a demo account, picked from the list. */
  async pickDemoAccount(name: string): Promise<void> {
    await this.dialog.getByRole('button', { name: new RegExp(name) }).click()
  }
}
