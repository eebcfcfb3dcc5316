import { createElement, type ComponentType } from 'react'
import type { RouteName, RouteParams } from '#app/routes.ts'
import { later, type LaterComponent } from '#app/ui/later.tsx'
import { PageLoading } from './page-loading.tsx'

export type ScreenProps = { readonly params: RouteParams }
type Screen = ComponentType<ScreenProps>

const space = screen(() => import('#app/features/space/space-screen.tsx').then((module) => module.SpaceScreen))
const activity = screen(() =>
  import('#app/features/activity/activity-screen.tsx').then((module) => module.ActivityScreen),
)
const landing = screen(() => import('#app/features/sign-in/landing-screen.tsx').then((module) => module.LandingScreen))

/** The screen of each route, loaded when first needed. */
export const screens: Readonly<Record<RouteName, LaterComponent<ScreenProps>>> = {
  home: landing,
  login: landing,
  authCallback: screen(() =>
    import('#app/features/sign-in/auth-callback-screen.tsx').then((module) => module.AuthCallbackScreen),
  ),
  contact: screen(() => import('#app/features/sign-in/contact-screen.tsx').then((module) => module.ContactScreen)),
  newPassword: screen(() =>
    import('#app/features/sign-in/new-password-screen.tsx').then((module) => module.NewPasswordScreen),
  ),
  welcome: screen(() => import('#app/features/studios/welcome-screen.tsx').then((module) => module.WelcomeScreen)),
  superadmin: screen(() =>
    import('#app/features/superadmin/superadmin-screen.tsx').then((module) => module.SuperadminScreen),
  ),
  invite: screen(() => import('#app/features/studios/invite-screen.tsx').then((module) => module.InviteScreen)),
  share: screen(() => import('#app/features/share/share-screen.tsx').then((module) => module.ShareScreen)),
  device: screen(() => import('#app/features/device/device-screen.tsx').then((module) => module.DeviceScreen)),
  projects: screen(() => import('#app/features/projects/projects-screen.tsx').then((module) => module.ProjectsScreen)),
  timeline: screen(() => import('#app/features/timeline/timeline-screen.tsx').then((module) => module.TimelineScreen)),
  artist: screen(() => import('#app/features/artist/artist-screen.tsx').then((module) => module.ArtistScreen)),
  timesheet: screen(() =>
    import('#app/features/timesheet/timesheet-screen.tsx').then((module) => module.TimesheetScreen),
  ),
  project: screen(() => import('#app/features/project/project-screen.tsx').then((module) => module.ProjectScreen)),
  moodboard: screen(() =>
    import('#app/features/moodboard/moodboard-screen.tsx').then((module) => module.MoodboardScreen),
  ),
  illustration: screen(() =>
    import('#app/features/space/illustration-screen.tsx').then((module) => module.IllustrationScreen),
  ),
  spaces: space,
  space,
  assets: screen(() => import('#app/features/casting/assets-screen.tsx').then((module) => module.AssetsScreen)),
  casting: screen(() => import('#app/features/casting/casting-screen.tsx').then((module) => module.CastingScreen)),
  tasks: screen(() => import('#app/features/tasks/tasks-screen.tsx').then((module) => module.TasksScreen)),
  reviews: screen(() => import('#app/features/reviews/reviews-screen.tsx').then((module) => module.ReviewsScreen)),
  review: screen(() => import('#app/features/reviews/room-screen.tsx').then((module) => module.RoomScreen)),
  activity,
  studioActivity: activity,
}

function screen(load: () => Promise<Screen>): LaterComponent<ScreenProps> {
  return later(load, createElement(PageLoading))
}
