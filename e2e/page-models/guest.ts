import type { Browser, Page } from '@playwright/test'
import { anAccount, callServer, signUpAs } from './session.ts'

/** Invites somebody into the owner's studio; returns their page, in a browser context of its own. */
export async function addGuest(owner: Page, browser: Browser, name: string): Promise<Page> {
  const { id } = await callServer<{ id: string }>(owner, 'rpc/get_user_active_studio', {})
  const [invite] = await callServer<{ token: string }[]>(owner, 'rpc/generate_studio_invite', { p_studio_id: id })
  const guest = await (await browser.newContext()).newPage()
  await signUpAs(guest, anAccount(name), new URL(owner.url()).origin)
  await guest.goto(new URL(`/invite/${invite?.token ?? ''}`, owner.url()).href)
  await guest.waitForURL('**/projects')
  return guest
}
