import { isUuid } from '#core/lib/ids.ts'

/** Every address of the app, as a wouter pattern. */
export const routes = {
  home: '/',
  login: '/login',
  authCallback: '/auth/callback',
  welcome: '/welcome',
  superadmin: '/superadmin',
  invite: '/invite/:token',
  share: '/share',
  device: '/device',
  projects: '/studio/:studioSlug/projects',
  timeline: '/studio/:studioSlug/timeline',
  artist: '/studio/:studioSlug/artist/:userId',
  timesheet: '/studio/:studioSlug/timesheet/:userId',
  project: '/studio/:studioSlug/project/:projectSlug',
  moodboard: '/studio/:studioSlug/project/:projectSlug/moodboard',
  illustration: '/studio/:studioSlug/project/:projectSlug/illustration',
  spaces: '/studio/:studioSlug/project/:projectSlug/spaces',
  space: '/studio/:studioSlug/project/:projectSlug/space/:spaceSlug',
  assets: '/studio/:studioSlug/project/:projectSlug/assets',
  tasks: '/studio/:studioSlug/project/:projectSlug/tasks',
  reviews: '/studio/:studioSlug/project/:projectSlug/reviews',
  activity: '/studio/:studioSlug/project/:projectSlug/activity',
} as const

export type RouteName = keyof typeof routes
export type RouteParams = Readonly<Record<string, string>>
export type RouteMatch = { readonly name: RouteName; readonly params: RouteParams }

/** Instead of one person's id: everybody in the studio. */
export const STUDIO_WIDE = 'studio'

type InStudio = { readonly studioSlug: string }
type InProject = InStudio & { readonly projectSlug: string }
type InSpace = InProject & { readonly spaceSlug: string }
type OfPerson = InStudio & { readonly userId: string }

/** Every link of the app; names are encoded here and nowhere else. */
export const links = {
  home: () => routes.home,
  login: () => routes.login,
  welcome: () => routes.welcome,
  superadmin: () => routes.superadmin,
  invite: (params: { readonly token: string }) => fill(routes.invite, params),
  projects: (params: InStudio) => fill(routes.projects, params),
  timeline: (params: InStudio) => fill(routes.timeline, params),
  artist: (params: OfPerson) => fill(routes.artist, params),
  timesheet: ({ date, ...params }: OfPerson & { readonly date?: string }) =>
    fill(routes.timesheet, params) + (date === undefined ? '' : `?${new URLSearchParams({ date }).toString()}`),
  project: (params: InProject) => fill(routes.project, params),
  moodboard: (params: InProject) => fill(routes.moodboard, params),
  illustration: (params: InProject) => fill(routes.illustration, params),
  spaces: (params: InProject) => fill(routes.spaces, params),
  space: (params: InSpace) => fill(routes.space, params),
  section: ({ section, ...params }: InProject & { readonly section: 'assets' | 'tasks' | 'reviews' | 'activity' }) =>
    fill(routes[section], params),
} as const

/** The route an address belongs to, with its parameters decoded; undefined for an address the app does not know. */
export function findRoute(path: string): RouteMatch | undefined {
  const parts = split(path)
  for (const [name, pattern] of Object.entries(routes)) {
    const params = matchParts(split(pattern), parts)
    // Object.entries widens the keys; they are the table's own.
    if (params !== undefined) return { name: name as RouteName, params }
  }
  return undefined
}

/** Where an address without a screen leads: a bare studio to its projects, legacy and unknown ones home. */
export function resolveRedirect(path: string): string | undefined {
  const [first, second, ...rest] = split(path)
  if (first === 'studio' && second !== undefined && (second === 'timeline' || isUuid(second))) return links.home()
  if (findRoute(path) !== undefined) return undefined
  if (first === 'studio' && second !== undefined && rest.length === 0) {
    return links.projects({ studioSlug: decode(second) ?? second })
  }
  return links.home()
}

function fill(pattern: string, params: RouteParams): string {
  return pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

function split(path: string): string[] {
  return path.split('/').filter((part) => part !== '')
}

function matchParts(pattern: readonly string[], parts: readonly string[]): RouteParams | undefined {
  if (pattern.length !== parts.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, expected] of pattern.entries()) {
    const part = parts[index] ?? ''
    if (expected.startsWith(':')) {
      const value = decode(part)
      if (value === undefined) return undefined
      params[expected.slice(1)] = value
    } else if (expected !== part) return undefined
  }
  return params
}

/** A half-typed escape is an unknown address, not an error. */
function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}
