import { byDefault, defineProcedures, id, list, object, orNull, text, whole } from './define.ts'

/** Search. */
export const search = defineProcedures({
  search_studio: {
    says: 'Finds the items, projects, spaces, people, comments and revisions of a studio that contain every word of p_query, in any order, ignoring case and accents; an asset also by its kind (vehicle truck), a revision by its item, stage and number (sh010 layout v3). If nothing matches, one typo in each longer word is forgiven, fewest typos first. An array of {kind, id, title, text, place, url, status_id, status_name, status_color, thumbnail_id, at, item_kind_id, item_kind_name}, the best of each kind first.',
    args: { p_studio_id: id, p_query: text, p_limit: byDefault(whole, 50) },
    returns: list(
      object({
        kind: text,
        id: id,
        title: text,
        text: orNull(text),
        place: orNull(text),
        url: orNull(text),
        status_id: orNull(id),
        status_name: orNull(text),
        status_color: orNull(text),
        thumbnail_id: orNull(id),
        at: orNull(text),
        item_kind_id: orNull(id),
        item_kind_name: orNull(text),
      }),
    ),
    reads: true,
    isTool: true,
    errors: { '22023': 'more than 200 characters or a limit outside 1 to 50', P0002: 'not a member' },
  },
})
