import { day, id, moment, number, object, orNull, text, whole, yes } from './define.ts'

export const studiosRow = object({
  id: id,
  name: text,
  display_name: orNull(text),
  custom_slug: text,
  slug: orNull(text),
  created_by: orNull(id),
  created_at: moment,
  updated_at: moment,
  rev: whole,
})

export const studioMembersRow = object({
  studio_id: id,
  user_id: id,
  role_id: id,
  archived_at: orNull(moment),
  created_at: moment,
  updated_at: moment,
  rev: whole,
})

export const itemTasksRow = object({
  id: id,
  item_id: id,
  stage_id: id,
  space_id: id,
  studio_id: id,
  project_id: id,
  title: text,
  status_id: id,
  assignee_id: orNull(id),
  due_date: orNull(day),
  priority: whole,
  is_disabled: yes,
  created_at: moment,
  updated_at: moment,
  rev: whole,
})

export const taskBlocksRow = object({
  id: id,
  task_id: id,
  assignee_id: orNull(id),
  start_date: orNull(day),
  duration: number,
  row_index: whole,
  studio_id: id,
  project_id: id,
  space_id: id,
  collection_id: id,
  item_id: id,
  stage_id: id,
  created_at: moment,
  updated_at: moment,
  rev: whole,
})

export const taskEstimationsRow = object({
  task_id: id,
  space_id: id,
  studio_id: id,
  project_id: id,
  estimated_hours: number,
  updated_at: moment,
  rev: whole,
})

export const mediaRow = object({
  id: id,
  studio_id: id,
  project_id: orNull(id),
  filename: text,
  content_type: text,
  size_bytes: whole,
  r2_key: text,
  sha256: orNull(text),
  width: orNull(whole),
  height: orNull(whole),
  frame_rate: orNull(text),
  frame_count: orNull(whole),
  duration_ms: orNull(whole),
  codec: orNull(text),
  start_timecode: orNull(text),
  poster_media_id: orNull(id),
  thumbnail_media_id: orNull(id),
  filmstrip_media_id: orNull(id),
  proxy_media_id: orNull(id),
  preview_percent: orNull(whole),
  preview_problem: orNull(text),
  made_from: orNull(id),
  waveform: orNull(text),
  is_stored: yes,
  created_by: id,
  created_at: moment,
  updated_at: moment,
  rev: whole,
})

export const taskStatusesRow = object({
  id: id,
  studio_id: id,
  name: text,
  short_code: text,
  color: text,
  position: whole,
  is_done: yes,
  is_default: yes,
  created_at: moment,
  updated_at: moment,
  rev: whole,
})
