import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import type { RouteName, RouteParams } from '#app/routes.ts'

export type ScreenProps = { readonly params: RouteParams }
type Screen = LazyExoticComponent<ComponentType<ScreenProps>>

const comingSoon = screen(() => import('./coming-soon-screen.tsx').then((module) => module.ComingSoonScreen))

/** Which screen an address shows. Each arrives when it is first needed. */
export const screens: Readonly<Record<RouteName, Screen>> = {
  home: comingSoon,
  login: comingSoon,
  authCallback: comingSoon,
  welcome: comingSoon,
  superadmin: comingSoon,
  invite: comingSoon,
  share: comingSoon,
  projects: comingSoon,
  timeline: comingSoon,
  artist: comingSoon,
  timesheet: comingSoon,
  project: comingSoon,
  moodboard: comingSoon,
  illustration: comingSoon,
  spaces: comingSoon,
  space: comingSoon,
  assets: comingSoon,
  tasks: comingSoon,
  reviews: comingSoon,
  activity: comingSoon,
}

function screen(load: () => Promise<ComponentType<ScreenProps>>): Screen {
  return lazy(async () => ({ default: await load() }))
}
