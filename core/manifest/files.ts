import { byDefault, defineProcedures, id, list, maybe, nothing, object, orNull, text, whole, yes } from './define.ts'
import { mediaRow } from './rows-of-tables.ts'

/** What is known of a file. */
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

/** Files: their bytes travel by `upload-attachment`. */
export const files = defineProcedures({
  complete_upload: {
    says: "Says that a file's bytes are in storage, with what is known of it: {sha256, width, height, frame_rate, frame_count, duration_ms, codec, start_timecode, first_frame, waveform, poster_media_id, filmstrip_media_id, thumbnail_media_id, proxy_media_id}. Of the first of numbered pictures, or a ZIP of them, frame_rate and first_frame are what the film made of them is to have. A proxy is an MP4 of the caller's whose bytes are there too: it plays where the film does not; the first one counts. Repeatable.",
    args: { p_media_id: id, p_details: byDefault(facts, {}) },
    returns: mediaRow,
    errors: {
      '22023': 'unreadable details, or no proxy',
      P0002: "'Failed to upload {file name}' where the object is not there",
    },
  },
  count_function_call: {
    says: 'Counts a call of an edge function by the caller. Answers {calls, reset_seconds}: calls in this minute with this one, seconds until the next minute.',
    args: { p_name: text },
    returns: object({ calls: whole, reset_seconds: whole }),
  },
  fill_poster: {
    says: "Gives a revision's file the poster that it came without, and its facts where they are missing: {poster_media_id, and what else complete_upload takes}, or the proxy of a film that few browsers play: {proxy_media_id}. Whoever may see the revision may, once, and with a proxy whoever may post one; what is given is their own upload.",
    args: { p_media_id: id, p_details: facts },
    returns: nothing,
    errors: {
      '22023': 'for what is no small stored picture, or no proxy',
      '23505': 'it has one already',
      '42501': 'may not post revisions',
      P0002: 'unknown file',
    },
  },
  find_upload: {
    says: "Where a file of the caller's is to be sent: {r2_key, content_type, size_bytes, is_stored}. Row rules apply.",
    args: { p_media_id: id },
    returns: object({ r2_key: text, content_type: text, size_bytes: whole, is_stored: yes }),
    reads: true,
    errors: { P0002: 'an unknown file, or one of somebody else' },
  },
  list_filmstrips: {
    says: 'The filmstrips of up to 500 films that the caller may see: [{id, filmstrip_media_id}], without those that have none. Row rules apply.',
    args: { p_media_ids: list(id) },
    returns: list(object({ id: id, filmstrip_media_id: id })),
    reads: true,
    errors: { '22023': 'for more' },
  },
  list_media_ids_for_items: {
    says: "The files to show for items: each item's picture, else the files of the newest revisions of its tasks. Row rules apply.",
    args: { p_item_ids: list(id) },
    returns: list(object({ item_id: id, media_id: orNull(id) })),
    reads: true,
    isPaged: true,
  },
  list_media_paths: {
    says: 'Where the files the caller may see are in storage: [{id, r2_key}] for up to 500 ids, in their order, without those that are unknown.',
    args: { p_media_ids: list(id) },
    returns: list(object({ id: id, r2_key: text })),
    reads: true,
    errors: { '22023': 'for more' },
  },
  register_uploads: {
    says: 'Makes the rows of files about to be uploaded, in order: p_files is [{id?, filename, content_type, size_bytes, sha256?}], at most 100. They belong to the project of the task, comment or revision named, which also takes them as its files; with none of these and no project, to the studio. Answers [{id, filename, content_type, size_bytes, r2_key, is_stored}]; a repeat with the same ids answers the same. A file with the sha256 of one that the caller has sent to the studio, and may see, is stored at once: its bytes are not needed again.',
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
    says: 'Takes up files of the caller whose bytes arrived when nobody was left to say so: answers those. Ids of anything else are passed over.',
    args: { p_media_ids: list(id) },
    returns: list(id),
  },
})
