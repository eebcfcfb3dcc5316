import { byDefault, defineProcedures, id, list, maybe, nothing, object, orNull, text, whole, yes } from './define.ts'
import { mediaRow } from './rows-of-tables.ts'

/** The known facts of a file. */
const facts = object({
  sha256: maybe(text),
  width: maybe(whole),
  height: maybe(whole),
  frame_rate: maybe(text),
  frame_count: maybe(whole),
  duration_ms: maybe(whole),
  codec: maybe(text),
  start_timecode: maybe(text),
  first_frame: maybe(whole),
  waveform: maybe(text),
  poster_media_id: maybe(id),
  filmstrip_media_id: maybe(id),
  thumbnail_media_id: maybe(id),
  proxy_media_id: maybe(id),
})

/** Files; their bytes are sent by `upload-attachment`. */
export const files = defineProcedures({
  complete_upload: {
    says: "Records that a file's bytes are in storage, with what is known of it: {sha256, width, height, frame_rate, frame_count, duration_ms, codec, start_timecode, first_frame, waveform, poster_media_id, filmstrip_media_id, thumbnail_media_id, proxy_media_id}. For the first of numbered pictures, or a ZIP of them, frame_rate and first_frame are those of the film to be made from them. A proxy is an MP4 of the caller's whose bytes are also in storage: it plays where the film does not; the first one counts. Repeatable.",
    args: { p_media_id: id, p_details: byDefault(facts, {}) },
    returns: mediaRow,
    errors: {
      '22023': 'unreadable details, or not a proxy',
      P0002: "'Failed to upload {file name}' where the object is not there",
    },
  },
  count_function_call: {
    says: 'Counts a call of an edge function by the caller. Returns {calls, reset_seconds}: the calls of this one in the current minute, and the seconds until the next minute.',
    args: { p_name: text },
    returns: object({ calls: whole, reset_seconds: whole }),
  },
  fill_poster: {
    says: "Adds the poster that a revision's file came without, and any missing facts: {poster_media_id, and what else complete_upload takes}, or the proxy of a film that few browsers play: {proxy_media_id}. Possible once, for anyone who may see the revision; a proxy only for those who may post one. What is added must be the caller's own upload.",
    args: { p_media_id: id, p_details: facts },
    returns: nothing,
    errors: {
      '22023': 'not a small stored picture, or not a proxy',
      '23505': 'it has one already',
      '42501': 'may not post revisions',
      P0002: 'unknown file',
    },
  },
  find_upload: {
    says: "Returns where to send a file of the caller's: {r2_key, content_type, size_bytes, is_stored}. Row rules apply.",
    args: { p_media_id: id },
    returns: object({ r2_key: text, content_type: text, size_bytes: whole, is_stored: yes }),
    reads: true,
    errors: { P0002: "an unknown file, or somebody else's" },
  },
  list_filmstrips: {
    says: 'Lists the filmstrips of up to 500 films that the caller may see: [{id, filmstrip_media_id}], leaving out films without one. Row rules apply.',
    args: { p_media_ids: list(id) },
    returns: list(object({ id: id, filmstrip_media_id: id })),
    reads: true,
    errors: { '22023': 'more than 500 ids' },
  },
  list_media_ids_for_items: {
    says: "Lists the files to show for items: each item's picture, else the files of the newest revisions of its tasks. Row rules apply.",
    args: { p_item_ids: list(id) },
    returns: list(object({ item_id: id, media_id: orNull(id) })),
    reads: true,
    isPaged: true,
  },
  list_media_paths: {
    says: 'Lists where the files that the caller may see are in storage: [{id, r2_key}] for up to 500 ids, in their order, leaving out unknown ones.',
    args: { p_media_ids: list(id) },
    returns: list(object({ id: id, r2_key: text })),
    reads: true,
    errors: { '22023': 'more than 500 ids' },
  },
  register_uploads: {
    says: 'Creates the rows of files about to be uploaded, in order: p_files is [{id?, filename, content_type, size_bytes, sha256?}], at most 100. They belong to the project of the task, comment or revision named, which also takes them as its files; with none of these and no project, to the studio. Returns [{id, filename, content_type, size_bytes, r2_key, is_stored}]; a repeat with the same ids returns the same. A file with the sha256 of one that the caller has sent to the studio, and may still see, is stored at once: its bytes need not be sent again.',
    args: {
      p_files: list(
        object({ id: maybe(id), filename: text, content_type: text, size_bytes: whole, sha256: maybe(text) }),
      ),
      p_studio_id: maybe(id),
      p_project_id: maybe(id),
      p_comment_id: maybe(id),
      p_task_id: maybe(id),
      p_version_id: maybe(id),
    },
    returns: list(
      object({ id: id, filename: text, content_type: text, size_bytes: whole, r2_key: text, is_stored: yes }),
    ),
    errors: {
      '22023': 'bad files',
      '23505': "an id of somebody else's file",
      '42501': 'not allowed',
      P0002: 'unknown target',
    },
  },
  settle_uploads: {
    says: 'Completes uploads of the caller whose bytes arrived without anyone reporting it, and returns their ids. Other ids are ignored.',
    args: { p_media_ids: list(id) },
    returns: list(id),
  },
})
