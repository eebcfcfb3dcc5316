import { expect, test } from '@playwright/test'
import { addGuest } from './page-models/guest.ts'
import { planStudio } from './page-models/planned-studio.ts'
import { SpacePage } from './page-models/space-page.ts'
import { anAccount, callServer, startStudio } from './page-models/session.ts'

test('archiving a member closes their open dialogs, which stay closed after readmission', async ({ page, browser }) => {
  await startStudio(page, anAccount('owner'), 'Open Doors')
  const { slug, studioId } = await planStudio(page)
  const guest = await addGuest(page, browser, 'leaver')
  const userId = await guest.evaluate(() => JSON.parse(localStorage.getItem('xsheet-session') ?? '{}').user.id)
  const [lead] = await callServer<{ id: string }[]>(page, 'user_roles?select=id&name=eq.lead')
  const member = { p_studio_id: studioId, p_user_id: userId }
  await callServer(page, 'rpc/update_studio_member_role', { ...member, p_new_role_id: lead?.id })
  // The studio's channel would restore the screen by itself on readmission, before or after the key press.
  let isMute = false
  await guest.routeWebSocket(/realtime/, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((message) => {
      if (!isMute) server.send(message)
    })
  })
  await guest.goto(`/studio/${slug}/project/the-film/space/shots`)
  const open = guest.getByRole('dialog')
  const space = new SpacePage(guest)

  await space.cell('sh010', 0).click()
  await space.press('Enter')
  await expect(open).toContainText('No comments yet')
  await space.press('h')
  await expect(open.last()).toContainText('History')
  isMute = true
  await callServer(page, 'rpc/set_member_archived', { ...member, p_is_archived: true })
  await expect(guest.getByRole('heading', { name: 'You are no longer in this studio' })).toBeVisible()
  await expect(open).toHaveCount(0)

  await callServer(page, 'rpc/set_member_archived', { ...member, p_is_archived: false })
  await guest.getByRole('button', { name: 'Try again' }).press('Enter')
  await expect(space.row('sh010')).toBeVisible()
  await expect(open).toHaveCount(0)
})
