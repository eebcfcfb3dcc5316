-- Comments on tasks, with drawings, attachments and mentions.

create function private.is_drawing_point(p_point jsonb) returns boolean
language sql immutable set search_path = '' as $$
  -- Whether the value is {x, y} inside a picture, each from 0 to 1.
  select coalesce(jsonb_typeof(p_point -> 'x') = 'number' and jsonb_typeof(p_point -> 'y') = 'number'
    and (p_point ->> 'x')::numeric between 0 and 1 and (p_point ->> 'y')::numeric between 0 and 1, false)
$$;

create function private.is_drawing_shape(p_shape jsonb) returns boolean
language sql immutable set search_path = '' as $$
  -- Whether the value is one stroke {kind: pen, points}, arrow or box {from, to} or word {kind: text, at, text}, with a
  -- colour #rrggbb.
  select coalesce(p_shape ->> 'color' ~ '^#[0-9a-f]{6}$' and case p_shape ->> 'kind'
    when 'pen' then jsonb_typeof(p_shape -> 'points') = 'array'
      and jsonb_array_length(p_shape -> 'points') between 1 and 500
      and not exists (select from jsonb_array_elements(p_shape -> 'points') as p (point)
        where not private.is_drawing_point(p.point))
    when 'arrow' then private.is_drawing_point(p_shape -> 'from') and private.is_drawing_point(p_shape -> 'to')
    when 'box' then private.is_drawing_point(p_shape -> 'from') and private.is_drawing_point(p_shape -> 'to')
    when 'text' then private.is_drawing_point(p_shape -> 'at') and jsonb_typeof(p_shape -> 'text') = 'string'
      and length(p_shape ->> 'text') between 1 and 200
    else false end, false)
$$;

create function private.are_drawings(p_drawings jsonb) returns boolean
language sql immutable set search_path = '' as $$
  -- Whether the value is a list of at most 20 {mediaId, frame, shapes}: a file, a whole frame from 0 and at most 200
  -- well-formed shapes.
  select case when p_drawings is null then true when jsonb_typeof(p_drawings) <> 'array' then false else
    jsonb_array_length(p_drawings) <= 20 and not exists (
      select from jsonb_array_elements(p_drawings) as d (drawing)
      where not coalesce(
        case when jsonb_typeof(d.drawing -> 'frame') = 'number' and jsonb_typeof(d.drawing -> 'shapes') = 'array' then
          d.drawing ->> 'mediaId' ~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'
          and (d.drawing ->> 'frame')::numeric between 0 and 10000000 and (d.drawing ->> 'frame')::numeric % 1 = 0
          and jsonb_array_length(d.drawing -> 'shapes') between 1 and 200
          and not exists (select from jsonb_array_elements(d.drawing -> 'shapes') as s (shape)
            where not private.is_drawing_shape(s.shape))
        end, false)) end
$$;

grant execute on function
  private.is_drawing_point(jsonb), private.is_drawing_shape(jsonb), private.are_drawings(jsonb)
to authenticated, service_role;

create table public.comments (
  id uuid primary key default gen_random_uuid(),
  task_id uuid not null references public.item_tasks (id) on delete cascade,
  space_id uuid not null,
  studio_id uuid not null,
  project_id uuid not null,
  content text not null default '' constraint comments_content_limit_check check (length(content) <= 20000),
  metadata jsonb not null default '{}'
    constraint comments_metadata_check check (jsonb_typeof(metadata) = 'object')
    constraint comments_metadata_limit_check check (octet_length(metadata::text) <= 1048576),
  created_by uuid default auth.uid() references public.user_profiles (id),
  is_edited boolean not null default false,
  is_automatic boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rev bigint not null default 0,
  constraint comments_imported_check check (not metadata ? 'imported'
    or coalesce(length(metadata #>> '{imported,key}') between 1 and 200, false)),
  constraint comments_created_by_check check (created_by is not null or metadata ? 'imported'),
  constraint comments_session_check check (not metadata ? 'sessionId'
    or coalesce(metadata ->> 'sessionId' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$', false)),
  -- Most comments have none, and thousands are written at once: the function is only called for those that do.
  constraint comments_drawings_check check (not metadata ? 'drawings' or private.are_drawings(metadata -> 'drawings'))
);
comment on table public.comments is
  'A comment on a task: plain text with light markup. metadata carries revision, status change, references, frame '
  'drawings and, as sessionId, the review session it was written in; is_automatic marks those posted by a status '
  'change itself. imported {by, at, key} marks comments brought from elsewhere: if created_by is null, the author is '
  'not a member and authorName gives the name.';
create index comments_task_id_created_at_idx on public.comments (task_id, created_at);
create index comments_studio_id_created_at_idx on public.comments (studio_id, created_at) where not is_automatic;
create index comments_created_by_studio_id_created_at_idx
  on public.comments (created_by, studio_id, created_at) where not is_automatic;
create unique index comments_imported_key on public.comments (task_id, (metadata #>> '{imported,key}'))
  where metadata ? 'imported';
create index comments_imported_space_id_idx on public.comments (space_id) where metadata ? 'imported';
create index comments_session_idx on public.comments ((metadata ->> 'sessionId')) where metadata ? 'sessionId';
alter table public.comments enable row level security;
grant select, insert, update, delete on public.comments to authenticated;
grant all on public.comments to service_role;
create policy "comments: members can read" on public.comments
  for select to authenticated
  using (project_id = any((select private.my_project_ids())::uuid[]));
create policy "comments: its author with comment can add" on public.comments
  for insert to authenticated
  with check (project_id = any((select private.my_project_ids_with('comment'))::uuid[])
    and created_by = (select auth.uid()) and not is_automatic);
create policy "comments: its author with comment can change" on public.comments
  for update to authenticated
  using (project_id = any((select private.my_project_ids_with('comment'))::uuid[]) and created_by = (select auth.uid()))
  with check (project_id = any((select private.my_project_ids_with('comment'))::uuid[])
    and created_by = (select auth.uid()));
create policy "comments: its author or roles with delete can delete" on public.comments
  for delete to authenticated
  using (project_id = any((select private.my_project_ids())::uuid[]) and created_by = (select auth.uid())
    or project_id = any((select private.my_project_ids_with('delete'))::uuid[]));

create function private.tg_comment_edited() returns trigger
language plpgsql set search_path = '' as $$
-- Marks a comment as edited when its text changes.
begin
  new.is_edited := old.is_edited or new.content is distinct from old.content;
  return new;
end $$;

create trigger comments_before_insert_a_parents before insert on public.comments
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.studio_id is null)
  execute function private.tg_of_task();
create trigger comments_before_update_a_parents before update on public.comments
  for each row when (current_user in ('authenticated', 'anon', 'service_role')) execute function private.tg_of_task();
create trigger comments_before_update_b_keep before update on public.comments
  for each row when (current_user in ('authenticated', 'anon', 'service_role'))
  execute function private.tg_keep_columns('id', 'task_id', 'created_by', 'is_automatic', 'created_at');
create trigger comments_before_insert_c_rev before insert on public.comments
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev = 0)
  execute function private.tg_take_rev();
create trigger comments_before_update_c_rev before update on public.comments
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev is not distinct from old.rev)
  execute function private.tg_take_rev();
create trigger comments_before_update_d_edited before update on public.comments
  for each row execute function private.tg_comment_edited();
create trigger comments_before_insert_stamp before insert on public.comments
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_stamp();
create trigger comments_before_write_clock before insert or update or delete on public.comments
  for each statement when (current_user = 'authenticated') execute function private.tg_take_clocks();
create trigger comments_after_delete_tombstone after delete on public.comments
  referencing old table as old_rows for each statement execute function private.tg_bury('id');

create table public.comment_attachments (
  comment_id uuid not null references public.comments (id) on delete cascade,
  media_id uuid not null references public.media (id),
  space_id uuid not null,
  studio_id uuid not null,
  project_id uuid not null,
  display_order integer not null default 0,
  updated_at timestamptz not null default now(),
  rev bigint not null default 0,
  primary key (comment_id, media_id)
);
comment on table public.comment_attachments is 'The files attached to a comment, in order.';
create index comment_attachments_media_id_idx on public.comment_attachments (media_id);
create index comment_attachments_project_id_idx on public.comment_attachments (project_id);
alter table public.comment_attachments enable row level security;
grant select, insert, update, delete on public.comment_attachments to authenticated;
grant all on public.comment_attachments to service_role;
create policy "comment_attachments: members can read" on public.comment_attachments
  for select to authenticated
  using (project_id = any((select private.my_project_ids())::uuid[]));
create policy "comment_attachments: the comment's author can add" on public.comment_attachments
  for insert to authenticated
  with check (project_id = any((select private.my_project_ids_with('comment'))::uuid[])
    and exists (select from public.comments c where c.id = comment_id and c.created_by = (select auth.uid())));
create policy "comment_attachments: the comment's author can change" on public.comment_attachments
  for update to authenticated
  using (project_id = any((select private.my_project_ids_with('comment'))::uuid[])
    and exists (select from public.comments c where c.id = comment_id and c.created_by = (select auth.uid())))
  with check (project_id = any((select private.my_project_ids_with('comment'))::uuid[])
    and exists (select from public.comments c where c.id = comment_id and c.created_by = (select auth.uid())));
create policy "comment_attachments: the comment's author can delete" on public.comment_attachments
  for delete to authenticated
  using (project_id = any((select private.my_project_ids_with('comment'))::uuid[])
    and exists (select from public.comments c where c.id = comment_id and c.created_by = (select auth.uid())));

create function private.tg_of_comment() returns trigger
language plpgsql security definer set search_path = '' as $$
-- A row of a comment belongs to the comment's space. Definer: the parent may be hidden from the caller; row rules check
-- the result.
begin
  select c.studio_id, c.project_id, c.space_id into new.studio_id, new.project_id, new.space_id from public.comments c
    where c.id = new.comment_id;
  return new;
end $$;

create trigger comment_attachments_before_insert_a_parents before insert on public.comment_attachments
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.studio_id is null)
  execute function private.tg_of_comment();
create trigger comment_attachments_before_update_a_parents before update on public.comment_attachments
  for each row when (current_user in ('authenticated', 'anon', 'service_role'))
  execute function private.tg_of_comment();
create trigger comment_attachments_before_insert_c_rev before insert on public.comment_attachments
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev = 0)
  execute function private.tg_take_rev();
create trigger comment_attachments_before_update_c_rev before update on public.comment_attachments
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev is not distinct from old.rev)
  execute function private.tg_take_rev();
create trigger comment_attachments_before_write_d_links before insert or update on public.comment_attachments
  for each row when (current_user in ('authenticated', 'anon', 'service_role'))
  execute function private.tg_same_studio_links('media_id', 'media');
create trigger comment_attachments_before_insert_stamp before insert on public.comment_attachments
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_stamp();
create trigger comment_attachments_before_write_clock before insert or update or delete on public.comment_attachments
  for each statement when (current_user = 'authenticated') execute function private.tg_take_clocks();
create trigger comment_attachments_after_delete_tombstone after delete on public.comment_attachments
  referencing old table as old_rows for each statement execute function private.tg_bury('comment_id', 'media_id');

create table public.mentions (
  comment_id uuid not null references public.comments (id) on delete cascade,
  mentioned_user_id uuid not null,
  space_id uuid not null,
  studio_id uuid not null,
  project_id uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rev bigint not null default 0,
  primary key (comment_id, mentioned_user_id)
);
comment on table public.mentions is 'Who is mentioned in a comment.';
create index mentions_mentioned_user_id_created_at_idx on public.mentions (mentioned_user_id, created_at);
create index mentions_project_id_idx on public.mentions (project_id);
alter table public.mentions enable row level security;
grant select, insert, delete on public.mentions to authenticated;
grant all on public.mentions to service_role;
create policy "mentions: members can read" on public.mentions
  for select to authenticated
  using (project_id = any((select private.my_project_ids())::uuid[]));
create policy "mentions: the comment's author can add" on public.mentions
  for insert to authenticated
  with check (project_id = any((select private.my_project_ids_with('comment'))::uuid[])
    and exists (select from public.comments c where c.id = comment_id and c.created_by = (select auth.uid())));
create policy "mentions: the comment's author can delete" on public.mentions
  for delete to authenticated
  using (project_id = any((select private.my_project_ids_with('comment'))::uuid[])
    and exists (select from public.comments c where c.id = comment_id and c.created_by = (select auth.uid())));

create trigger mentions_before_insert_a_parents before insert on public.mentions
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.studio_id is null)
  execute function private.tg_of_comment();
create trigger mentions_before_update_a_parents before update on public.mentions
  for each row when (current_user in ('authenticated', 'anon', 'service_role'))
  execute function private.tg_of_comment();
create trigger mentions_before_insert_c_rev before insert on public.mentions
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev = 0)
  execute function private.tg_take_rev();
create trigger mentions_before_update_c_rev before update on public.mentions
  for each row when (current_user in ('authenticated', 'anon', 'service_role') or new.rev is not distinct from old.rev)
  execute function private.tg_take_rev();
create trigger mentions_before_insert_stamp before insert on public.mentions
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_stamp();
create trigger mentions_before_write_clock before insert or update or delete on public.mentions
  for each statement when (current_user = 'authenticated') execute function private.tg_take_clocks();
create trigger mentions_after_delete_tombstone after delete on public.mentions
  referencing old table as old_rows for each statement
  execute function private.tg_bury('comment_id', 'mentioned_user_id');
