import type { Browser, Page } from '@playwright/test'
import { FrontPage } from './front-page.ts'
import { anAccount, callServer } from './session.ts'

/** Somebody else in the owner's studio, on their own screen. */
export async function addGuest(owner: Page, browser: Browser, name: string): Promise<Page> {
  const { id } = await callServer<{ id: string }>(owner, 'rpc/get_user_active_studio', {})
  const [invite] = await callServer<{ token: string }[]>(owner, 'rpc/generate_studio_invite', { p_studio_id: id })
  const guest = await (await browser.newContext()).newPage()
  await guest.goto(new URL(`/invite/${invite?.token ?? ''}`, owner.url()).href)
  await new FrontPage(guest).signUp(anAccount(name))
  await guest.waitForURL('**/projects')
  return guest
}
