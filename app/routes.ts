import { parse } from 'regexparam'
import { isUuid } from '#core/lib/ids.ts'

/** Every address of the app, as a pattern of wouter's matcher, regexparam. */
export const routes = {
  home: '/',
  login: '/login',
  authCallback: '/auth/callback',
  contact: '/contact',
  newPassword: '/new-password',
  welcome: '/welcome',
  superadmin: '/superadmin',
  invite: '/invite/:token',
  share: '/share',
  device: '/device',
  projects: '/studio/:studioSlug/projects',
  timeline: '/studio/:studioSlug/timeline',
  studioActivity: '/studio/:studioSlug/activity',
  artist: '/studio/:studioSlug/artist/:userId',
  timesheet: '/studio/:studioSlug/timesheet/:userId',
  project: '/studio/:studioSlug/project/:projectSlug',
  moodboard: '/studio/:studioSlug/project/:projectSlug/moodboard',
  illustration: '/studio/:studioSlug/project/:projectSlug/illustration',
  spaces: '/studio/:studioSlug/project/:projectSlug/spaces',
  space: '/studio/:studioSlug/project/:projectSlug/space/:spaceSlug',
  assets: '/studio/:studioSlug/project/:projectSlug/assets',
  casting: '/studio/:studioSlug/project/:projectSlug/casting',
  tasks: '/studio/:studioSlug/project/:projectSlug/tasks',
  reviews: '/studio/:studioSlug/project/:projectSlug/reviews',
  review: '/studio/:studioSlug/project/:projectSlug/reviews/:reviewId',
  activity: '/studio/:studioSlug/project/:projectSlug/activity',
} as const

export type RouteName = keyof typeof routes
export type RouteParams = Readonly<Record<string, string>>
type Matcher = { readonly keys: readonly string[]; readonly pattern: RegExp }
export type RouteMatch = { readonly name: RouteName; readonly params: RouteParams }

/** In place of a person's id: everybody in the studio. */
export const STUDIO_WIDE = 'studio'

type InStudio = { readonly studioSlug: string }
type InProject = InStudio & { readonly projectSlug: string }
type InSpace = InProject & { readonly spaceSlug: string }
type InReview = InProject & { readonly reviewId: string }
type OfPerson = InStudio & { readonly userId: string }

/** Every link of the app; the only place that encodes names. */
export const links = {
  home: () => routes.home,
  login: () => routes.login,
  contact: () => routes.contact,
  welcome: () => routes.welcome,
  superadmin: () => routes.superadmin,
  invite: (params: { readonly token: string }) => fill(routes.invite, params),
  projects: (params: InStudio) => fill(routes.projects, params),
  timeline: (params: InStudio) => fill(routes.timeline, params),
  studioActivity: (params: InStudio) => fill(routes.studioActivity, params),
  artist: (params: OfPerson) => fill(routes.artist, params),
  timesheet: ({ date, ...params }: OfPerson & { readonly date?: string }) =>
    fill(routes.timesheet, params) + (date === undefined ? '' : `?${new URLSearchParams({ date }).toString()}`),
  project: (params: InProject) => fill(routes.project, params),
  moodboard: (params: InProject) => fill(routes.moodboard, params),
  illustration: (params: InProject) => fill(routes.illustration, params),
  spaces: (params: InProject) => fill(routes.spaces, params),
  space: (params: InSpace) => fill(routes.space, params),
  /** The casting page, at a sequence if one is named. */
  casting: ({ sequence, ...params }: InProject & { readonly sequence?: string | undefined }) =>
    fill(routes.casting, params) + (sequence === undefined ? '' : `?${new URLSearchParams({ sequence }).toString()}`),
  /** A review session, at one of its tasks and the frame of a note. */
  review: ({ entry, note, ...params }: InReview & { readonly entry?: string; readonly note?: string }) => {
    const at = { ...(entry !== undefined && { entry }), ...(note !== undefined && { note }) }
    const search = new URLSearchParams(at).toString()
    return fill(routes.review, params) + (search === '' ? '' : `?${search}`)
  },
  section: ({ section, ...params }: InProject & { readonly section: 'assets' | 'tasks' | 'reviews' | 'activity' }) =>
    fill(routes[section], params),
} as const

// Object.entries widens the keys; they are those of the table.
const matchers = Object.entries(routes).map(([name, route]) => ({ name: name as RouteName, matcher: parse(route) }))
const studioItself = parse('/studio/:studioSlug')
const belowStudio = parse('/studio/:studioSlug', true)

/** Returns the route of an address with its parameters decoded; undefined if the app does not know the address. */
export function findRoute(path: string): RouteMatch | undefined {
  for (const { name, matcher } of matchers) {
    const params = match(matcher, path)
    if (params !== undefined) return { name, params }
  }
  return undefined
}

/** Returns where an address without a screen leads: a bare studio to its projects, legacy and unknown ones home. */
export function resolveRedirect(path: string): string | undefined {
  const slug = match(belowStudio, path)?.['studioSlug']
  if (slug === 'timeline' || isUuid(slug)) return links.home()
  if (findRoute(path) !== undefined) return undefined
  const studioSlug = match(studioItself, path)?.['studioSlug']
  return studioSlug === undefined ? links.home() : links.projects({ studioSlug })
}

function fill(pattern: string, params: RouteParams): string {
  return pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

/** Decodes the parameters. A malformed escape makes the address unknown; it is not an error. */
function match({ keys, pattern }: Matcher, path: string): RouteParams | undefined {
  const values = pattern.exec(path)?.slice(1)
  try {
    return values && Object.fromEntries(keys.map((key, index) => [key, decodeURIComponent(values[index] ?? '')]))
  } catch {
    return undefined
  }
}
