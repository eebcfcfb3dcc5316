import { chooseStudio } from '#core/studios/current-studio.ts'
import { AppError } from '#core/lib/errors.ts'
import type { StudioId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import type { StudioGateway, StudioSummary } from '#core/gateway/ports.ts'

export type LoadedStudios = {
  readonly studios: readonly StudioSummary[]
  readonly current: StudioSummary | undefined
  readonly invitedId: StudioId | undefined
  /** Why the invite failed. */
  readonly inviteError: AppError | undefined
}

/**
 * Loads a person's studios after sign-in, in the order of document 1, section 4: the invite, ensuring a studio, the
 * active one, the list, the choice. Tells the server if the choice differs from its own.
 */
export async function loadStudios(
  gateway: StudioGateway,
  wish: { readonly inviteToken: string | undefined; readonly slug: string | undefined },
): Promise<LoadedStudios> {
  const invite = await acceptInvite(gateway, wish.inviteToken)
  await gateway.ensureMine()
  const activeId = await gateway.findActive()
  const studios = await gateway.list()
  const current = chooseStudio({ studios, invitedId: invite.studioId, slug: wish.slug, activeId })
  if (current !== undefined && current.id !== activeId) await gateway.setActive(current.id)
  return { studios, current, invitedId: invite.studioId, inviteError: invite.error }
}

type Acceptance = { readonly studioId?: StudioId | undefined; readonly error?: AppError | undefined }

/** A refused invite keeps nobody out; one lost to the network is retried. */
async function acceptInvite(gateway: StudioGateway, token: string | undefined): Promise<Acceptance> {
  if (token === undefined) return {}
  try {
    return { studioId: (await gateway.acceptInvite(token)).id }
  } catch (caught) {
    if (!(caught instanceof AppError)) {
      return { error: new AppError('studio-join-failed', messages['studio-join-failed'], { cause: caught }) }
    }
    if (caught.retryable && caught.code !== 'rate-limited') throw caught
    return { error: caught }
  }
}
