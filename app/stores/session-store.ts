import { proxy } from 'valtio/vanilla'
import type { StudioId, UserId } from '#core/lib/ids.ts'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'

export type SessionUser = {
  readonly id: UserId
  readonly email: string
  readonly displayName: string
  readonly avatarUrl: string | undefined
  readonly isSuperAdmin: boolean
}

export type SessionStudio = {
  readonly id: StudioId
  readonly name: string
  readonly slug: string
}

/** `loading` until it is known whether somebody is signed in and, if so, in which studios. */
export type SessionStatus = 'loading' | 'signed-out' | 'signed-in'

type SessionState = {
  status: SessionStatus
  user: SessionUser | undefined
  studios: readonly SessionStudio[]
  currentStudioId: StudioId | undefined
}

const initial = (): SessionState => ({ status: 'loading', user: undefined, studios: [], currentStudioId: undefined })

const state = proxy(initial())

export const sessionStore: DeepReadonly<SessionState> = state

export function signedIn(session: {
  user: SessionUser
  studios: readonly SessionStudio[]
  currentStudioId: StudioId | undefined
}): void {
  Object.assign(state, { ...session, status: 'signed-in' })
}

export function signedOut(): void {
  Object.assign(state, { ...initial(), status: 'signed-out' })
}

export function updateUser(changes: Partial<Omit<SessionUser, 'id'>>): void {
  if (state.user !== undefined) state.user = { ...state.user, ...changes }
}

export function setStudios(studios: readonly SessionStudio[]): void {
  state.studios = studios
}

export function setCurrentStudio(studioId: StudioId | undefined): void {
  state.currentStudioId = studioId
}

/** Finds the person's current studio in a snapshot or in the store itself. */
export function findCurrentStudio(session: {
  readonly studios: readonly SessionStudio[]
  readonly currentStudioId: StudioId | undefined
}): SessionStudio | undefined {
  return session.studios.find((studio) => studio.id === session.currentStudioId)
}

export function resetSession(): void {
  Object.assign(state, initial())
}
