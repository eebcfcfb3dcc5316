import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import type { RouteName, RouteParams } from '#app/routes.ts'

export type ScreenProps = { readonly params: RouteParams }
type Screen = LazyExoticComponent<ComponentType<ScreenProps>>

const comingSoon = screen(() => import('./coming-soon-screen.tsx').then((module) => module.ComingSoonScreen))
const space = screen(() => import('#app/features/space/space-screen.tsx').then((module) => module.SpaceScreen))
const landing = screen(() => import('#app/features/sign-in/landing-screen.tsx').then((module) => module.LandingScreen))

/** Which screen an address shows. Each arrives when it is first needed. */
export const screens: Readonly<Record<RouteName, Screen>> = {
  home: landing,
  login: landing,
  authCallback: screen(() =>
    import('#app/features/sign-in/auth-callback-screen.tsx').then((module) => module.AuthCallbackScreen),
  ),
  welcome: screen(() => import('#app/features/studios/welcome-screen.tsx').then((module) => module.WelcomeScreen)),
  superadmin: comingSoon,
  invite: screen(() => import('#app/features/studios/invite-screen.tsx').then((module) => module.InviteScreen)),
  share: screen(() => import('#app/features/share/share-screen.tsx').then((module) => module.ShareScreen)),
  projects: screen(() => import('#app/features/projects/projects-screen.tsx').then((module) => module.ProjectsScreen)),
  timeline: comingSoon,
  artist: comingSoon,
  timesheet: comingSoon,
  project: screen(() => import('#app/features/project/project-screen.tsx').then((module) => module.ProjectScreen)),
  moodboard: comingSoon,
  illustration: screen(() =>
    import('#app/features/space/illustration-screen.tsx').then((module) => module.IllustrationScreen),
  ),
  spaces: space,
  space,
  assets: comingSoon,
  tasks: comingSoon,
  reviews: comingSoon,
  activity: comingSoon,
}

function screen(load: () => Promise<ComponentType<ScreenProps>>): Screen {
  return lazy(async () => ({ default: await load() }))
}
