import type { Layer } from '#app/lib/layer-stack.ts'

/** Where a command's keys act. `everywhere` is active over any dialog, `global` on every screen. */
export const scopes = [
  'everywhere',
  'global',
  'list',
  'overview',
  'tree',
  'grid',
  'create-form',
  'kanban',
  'popup',
  'viewer',
  'drawing',
  'timeline',
  'canvas',
  'feed',
  'timesheet',
  'review',
  'casting',
  'assets',
  'tasks',
  'activity',
  'templates',
  'settings',
  'palette',
  'dialog',
] as const

export type Scope = (typeof scopes)[number]

/** The screens: at most one of them is open at a time. */
const screenScopes: readonly Scope[] = [
  'list',
  'grid',
  'kanban',
  'timeline',
  'canvas',
  'feed',
  'timesheet',
  'review',
  'casting',
  'assets',
  'tasks',
  'activity',
  'templates',
]

/** Scopes that show a film or a picture: the viewer's keys come after their own. */
const viewing: readonly Scope[] = ['popup', 'review']

/** Returns the scopes whose commands can act now, in the order keys are looked up. */
export function activeScopes(layers: readonly Layer[]): readonly Scope[] {
  const active: Scope[] = []
  let reach: Layer['blocks'] = 'nothing'
  for (const layer of layers.toReversed()) {
    if (reach === 'screens' && screenScopes.some((scope) => scope === layer.scope)) continue
    const scope = scopes.find((known) => known === layer.scope)
    if (scope !== undefined && !active.includes(scope)) active.push(scope)
    if (scope !== undefined && viewing.includes(scope) && !active.includes('viewer')) active.push('viewer')
    if (layer.blocks === 'everything') return [...active, 'everywhere']
    if (layer.blocks === 'screens') reach = 'screens'
  }
  return [...active, 'global', 'everywhere']
}

/** Tells whether two scopes can be active at once, so that a key in both must declare which one wins. */
export function canMeet(one: Scope, other: Scope): boolean {
  if (one === other || one === 'everywhere' || other === 'everywhere') return true
  const pair = [one, other]
  // Dialogs, the palette and drawing silence everything under them; a popup only the screens.
  if (pair.includes('dialog') || pair.includes('palette') || pair.includes('drawing')) return false
  if (pair.includes('global')) return true
  // The sections below a page's cards have the keys while they have the focus.
  if (pair.includes('overview') || pair.includes('tree')) return pair.includes('list')
  if (pair.includes('viewer')) return pair.some((scope) => viewing.includes(scope))
  const isScreen = (scope: Scope): boolean => screenScopes.includes(scope)
  if (pair.every(isScreen)) return false
  return !(pair.includes('popup') && pair.some(isScreen))
}
