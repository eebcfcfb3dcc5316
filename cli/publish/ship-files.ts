import type { Parcel, Place } from './parcel.ts'
import type { Gateway, UploadRequest, UploadSlot } from '#core/gateway/ports.ts'
import { groupBy } from '#core/lib/collections.ts'
import { AppError } from '#core/lib/errors.ts'
import type { MediaId } from '#core/lib/ids.ts'
import { confirmUploads } from '#core/revisions/post-revisions.ts'
import { makePool } from './pipeline.ts'
import { repeating, sendWithRetries } from './repeat.ts'

type Shipment = { readonly at: number; readonly path: string; readonly request: UploadRequest }

/** Requests upload slots for the files of parcels; returns the errors of parcels that are refused one. */
export async function requestAllSlots(gateway: Gateway, parcels: readonly Parcel[]) {
  const slots = new Map<MediaId, UploadSlot>()
  const failures = new Map<number, unknown>()
  for (const group of groupBy(parcels, ({ projectId }) => projectId).values()) {
    const shipments = listShipments(group)
    await confirmUploads(
      repeating(gateway),
      shipments.map(({ request }) => request.mediaId),
    )
    for (const slot of await requestSlots(gateway, shipments, failures)) slots.set(slot.id, slot)
  }
  return { slots, failures }
}

/** Sends a parcel's missing files; stops after the first failure. */
export async function sendFiles(place: Place, parcel: Parcel, slots: ReadonlyMap<MediaId, UploadSlot>): Promise<void> {
  const { gateway, pool, sent, onSent, places } = place
  let hasFailed = false
  const send = async ({ path, request }: Shipment): Promise<void> => {
    const slot = slots.get(request.mediaId)
    if (hasFailed || slot === undefined) return
    const { mediaId } = request
    await sendWithRetries(() => {
      const known = places?.find(mediaId)
      return gateway.uploads.send(slot, request, {
        onPlace: (next) => places?.put(mediaId, next),
        ...(known !== undefined && { place: known }),
      })
    })
    onSent(path)
  }
  await Promise.all(
    toShipments(parcel).map(async (shipment) => {
      const { mediaId } = shipment.request
      const sending = sent.get(mediaId) ?? pool(() => send(shipment))
      sent.set(mediaId, sending)
      try {
        await sending
      } catch (error) {
        hasFailed = true
        throw error
      }
    }),
  )
}

/** Lists the files of parcels, each once. */
function listShipments(parcels: readonly Parcel[]): readonly Shipment[] {
  return [...new Map(parcels.flatMap(toShipments).map((each) => [each.request.mediaId, each])).values()]
}

/**
 * Requests slots for all files in one call; if one is refused, for each on its own, so that it does not hold up the
 * others.
 */
async function requestSlots(
  gateway: Gateway,
  shipments: readonly Shipment[],
  failures: Map<number, unknown>,
): Promise<readonly UploadSlot[]> {
  const ask = async (some: readonly Shipment[]): Promise<readonly UploadSlot[]> =>
    await gateway.uploads.requestSlots(some.map(({ request }) => request))
  try {
    return await sendWithRetries(() => ask(shipments))
  } catch (error) {
    if (!(error instanceof AppError) || error.retryable || shipments.length === 1) throw error
  }
  const slots: UploadSlot[] = []
  const askForOne = async (shipment: Shipment): Promise<void> => {
    try {
      slots.push(...(await sendWithRetries(() => ask([shipment]))))
    } catch (error) {
      failures.set(shipment.at, error)
    }
  }
  const pool = makePool(2)
  await Promise.all(shipments.map((shipment) => pool(() => askForOne(shipment))))
  return slots
}

function toShipments({ at, requests, plan, projectId }: Parcel): readonly Shipment[] {
  const { studioId } = plan.record.space
  return requests.map(({ file, mediaId }) => ({
    at,
    path: file.path,
    request: {
      mediaId,
      studioId,
      projectId,
      filename: file.name,
      contentType: file.contentType,
      body: file.body,
      details: { sha256: file.sha256 },
    },
  }))
}
