import type { PostgrestClient } from '@supabase/postgrest-js'
import type { TimelineFilterData } from '#core/timeline/filter-data.ts'
import { AppError } from '#core/lib/errors.ts'
import type { StudioId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import { badAnswer } from './http.ts'
import { loadAllRows, type Rest } from './rest.ts'
import { errorOfFailure } from './wire-error.ts'

// The minimum length of a studio id (document 2, section 5).
const minStudioIdLength = 36

/**
 * Loads the options of the timeline's filter: in one call or, if that fails for a reason other than the network or the
 * session, table by table. Fails with `studio-id-invalid` for a malformed id.
 */
export async function loadTimelineFilterData(rest: Rest, studioId: StudioId): Promise<TimelineFilterData> {
  if (studioId.length < minStudioIdLength) throw new AppError('studio-id-invalid', messages['studio-id-invalid'])
  try {
    return decode(await rest.call('get_studio_filter_data', { p_studio_id: studioId }))
  } catch (cause) {
    if (cause instanceof AppError && (cause.code === 'offline' || cause.code === 'no-active-session')) throw cause
    return await loadFromTables(rest, studioId)
  }
}

type Row = Readonly<Record<string, unknown>>
const kinds = ['projects', 'spaces', 'collections', 'items', 'stages', 'statuses', 'artists'] as const

function decode(answer: unknown): TimelineFilterData {
  if (typeof answer !== 'object' || answer === null) throw badAnswer('filter data')
  const lists = new Map(Object.entries(answer))
  const rows = (kind: (typeof kinds)[number]): readonly Row[] => {
    const list: unknown = lists.get(kind)
    if (!Array.isArray(list)) throw badAnswer('filter data')
    // The database builds these objects itself (get_studio_filter_data).
    return list as readonly Row[]
  }
  const data = {
    projects: rows('projects').map(({ id, name }) => ({ id, name })),
    spaces: rows('spaces').map(({ id, project_id: projectId, name }) => ({ id, projectId, name })),
    collections: rows('collections').map(({ id, space_id: spaceId, name }) => ({ id, spaceId, name })),
    items: rows('items').map(({ id, collection_id: collectionId, title }) => ({ id, collectionId, title })),
    stages: rows('stages').map(({ id, name, color }) => ({ id, name, color })),
    statuses: rows('statuses').map(({ id, name, color }) => ({ id, name, color })),
    artists: rows('artists').map(({ id, display_name: name }) => ({ id, name })),
  }
  // Same as above: ids and names from its own tables.
  return data as unknown as TimelineFilterData
}

async function loadFromTables(rest: Rest, studioId: StudioId): Promise<TimelineFilterData> {
  try {
    const client = await rest.client()
    const list = async (table: string, columns: string, order: string): Promise<unknown[]> => {
      const asked = (from: number, to: number) =>
        client.from(table).select(columns).eq('studio_id', studioId).order(order).order('id').range(from, to)
      return [...(await loadAllRows((from, to) => asked(from, to).throwOnError()))]
    }
    const [projects, spaces, collections, items, stages, statuses, artists] = await Promise.all([
      list('projects', 'id, name', 'display_order'),
      list('spaces', 'id, project_id, name', 'position'),
      list('collections', 'id, space_id, name', 'name'),
      list('items', 'id, collection_id, title', 'order_rank'),
      list('stages', 'id, name, color', 'order_index'),
      list('task_statuses', 'id, name, color', 'position'),
      listArtists(client, studioId),
    ])
    return decode({ projects, spaces, collections, items, stages, statuses, artists })
  } catch (cause) {
    throw errorOfFailure(cause)
  }
}

async function listArtists(client: PostgrestClient, studioId: StudioId): Promise<unknown[]> {
  const members = await client
    .from('studio_members')
    .select('user_id')
    .eq('studio_id', studioId)
    .is('archived_at', null)
    .throwOnError()
  const ids = new Set(members.data.map((row: Row) => row['user_id']))
  // Loads all colleagues and filters here: with the ids of several hundred members, the address would be too long.
  const { data } = await client.from('user_profiles').select('id, display_name').order('display_name').throwOnError()
  return data.filter((row: Row) => ids.has(row['id']))
}
