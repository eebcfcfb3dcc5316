import type { Gateway, UploadRequest, UploadSlot } from '#core/gateway/ports.ts'
import { groupBy } from '#core/lib/collections.ts'
import { AppError } from '#core/lib/errors.ts'
import type { MediaId, ProjectId } from '#core/lib/ids.ts'
import { settleUploads } from '#core/operations/post-revisions.ts'
import type { Parcel, Place } from './publish-batch.ts'
import { inParallel, repeating, sendWithRetries } from './repeat.ts'

type Shipment = { readonly at: number; readonly path: string; readonly request: UploadRequest }

/** Where to send the files of parcels; parcels that are refused a slot are answered with why. */
export async function requestAllSlots(gateway: Gateway, parcels: readonly Parcel[]) {
  const slots = new Map<MediaId, UploadSlot>()
  const failures = new Map<number, unknown>()
  for (const group of groupBy(parcels, ({ projectId }) => projectId).values()) {
    const shipments = listShipments(group)
    await settleUploads(
      repeating(gateway),
      shipments.map(({ request }) => request.mediaId),
    )
    for (const slot of await requestSlots(gateway, shipments, failures)) slots.set(slot.id, slot)
  }
  return { slots, failures }
}

/** Sends the files that are not there yet; answers which parcels could not be sent whole, and why. */
export async function sendFiles(
  { gateway, concurrency, onSent }: Place,
  parcels: readonly Parcel[],
  slots: ReadonlyMap<MediaId, UploadSlot>,
): Promise<ReadonlyMap<number, unknown>> {
  const failures = new Map<number, unknown>()
  await inParallel(listShipments(parcels), concurrency, async ({ at, path, request }) => {
    const slot = slots.get(request.mediaId)
    if (failures.has(at) || slot === undefined) return
    try {
      await sendWithRetries(() => gateway.uploads.send(slot, request))
      onSent(path)
    } catch (error) {
      failures.set(at, error)
    }
  })
  return failures
}

/** The files of parcels; the same file named twice goes once. */
function listShipments(parcels: readonly Parcel[]): readonly Shipment[] {
  const all = parcels.flatMap((parcel) => toShipments(parcel, parcel.projectId))
  return [...new Map(all.map((each) => [each.request.mediaId, each])).values()]
}

/** Slots for all files in one call; where one of them is refused, each by itself, so that it holds up no other. */
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
  await inParallel(shipments, 2, async (shipment) => {
    try {
      slots.push(...(await sendWithRetries(() => ask([shipment]))))
    } catch (error) {
      failures.set(shipment.at, error)
    }
  })
  return slots
}

function toShipments({ at, requests, plan }: Parcel, projectId: ProjectId): readonly Shipment[] {
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
