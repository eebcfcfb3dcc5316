-- The super-admin's templates: the stages and statuses that new studios start with.

create table public.template_stages (
  id uuid primary key default gen_random_uuid(),
  name text not null
    constraint template_stages_name_check check (trim(name) <> '')
    constraint template_stages_name_limit_check check (length(name) <= 100),
  color text not null default '#3b82f6' constraint template_stages_color_check check (color ~* '^#[0-9a-f]{6}$'),
  category text not null default 'production'
    constraint template_stages_category_check check (category in ('pre-production', 'production', 'post-production')),
  order_index integer not null default 0,
  created_at timestamptz not null default now()
);
comment on table public.template_stages is 'A stage a new studio may start with.';
create unique index template_stages_name_key on public.template_stages (lower(name));
alter table public.template_stages enable row level security;
grant select, insert, update, delete on public.template_stages to authenticated;
grant all on public.template_stages to service_role;
create policy "template_stages: the super-admin can read" on public.template_stages
  for select to authenticated
  using ((select private.is_super_admin()));
create policy "template_stages: the super-admin can add" on public.template_stages
  for insert to authenticated
  with check ((select private.is_super_admin()));
create policy "template_stages: the super-admin can change" on public.template_stages
  for update to authenticated
  using ((select private.is_super_admin()))
  with check ((select private.is_super_admin()));
create policy "template_stages: the super-admin can delete" on public.template_stages
  for delete to authenticated
  using ((select private.is_super_admin()));

create trigger template_stages_before_update_b_keep_made before update on public.template_stages
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_keep_columns('created_at');
create trigger template_stages_before_insert_stamp before insert on public.template_stages
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_stamp();

create table public.template_statuses (
  id uuid primary key default gen_random_uuid(),
  name text not null
    constraint template_statuses_name_check check (trim(name) <> '')
    constraint template_statuses_name_limit_check check (length(name) <= 100),
  short_code text not null default ''
    constraint template_statuses_short_code_limit_check check (length(short_code) <= 10),
  color text not null default '#9ca3af' constraint template_statuses_color_check check (color ~* '^#[0-9a-f]{6}$'),
  is_done boolean not null default false,
  order_index integer not null default 0,
  created_at timestamptz not null default now()
);
comment on table public.template_statuses is 'A status a new studio may start with.';
create unique index template_statuses_name_key on public.template_statuses (lower(name));
alter table public.template_statuses enable row level security;
grant select, insert, update, delete on public.template_statuses to authenticated;
grant all on public.template_statuses to service_role;
create policy "template_statuses: the super-admin can read" on public.template_statuses
  for select to authenticated
  using ((select private.is_super_admin()));
create policy "template_statuses: the super-admin can add" on public.template_statuses
  for insert to authenticated
  with check ((select private.is_super_admin()));
create policy "template_statuses: the super-admin can change" on public.template_statuses
  for update to authenticated
  using ((select private.is_super_admin()))
  with check ((select private.is_super_admin()));
create policy "template_statuses: the super-admin can delete" on public.template_statuses
  for delete to authenticated
  using ((select private.is_super_admin()));

create trigger template_statuses_before_update_b_keep_made before update on public.template_statuses
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_keep_columns('created_at');
create trigger template_statuses_before_insert_stamp before insert on public.template_statuses
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_stamp();
create trigger template_statuses_before_insert_short_code before insert on public.template_statuses
  for each row execute function private.tg_default_short_code();

create table public.template_stage_presets (
  id uuid primary key default gen_random_uuid(),
  name text not null
    constraint template_stage_presets_name_check check (trim(name) <> '')
    constraint template_stage_presets_name_limit_check check (length(name) <= 100),
  description text not null default ''
    constraint template_stage_presets_description_limit_check check (length(description) <= 20000),
  position integer not null default 0,
  created_at timestamptz not null default now()
);
comment on table public.template_stage_presets is
  'A named selection of template stages; the first becomes the stages of a new studio, all become its presets.';
alter table public.template_stage_presets enable row level security;
grant select, insert, update, delete on public.template_stage_presets to authenticated;
grant all on public.template_stage_presets to service_role;
create policy "template_stage_presets: the super-admin can read" on public.template_stage_presets
  for select to authenticated
  using ((select private.is_super_admin()));
create policy "template_stage_presets: the super-admin can add" on public.template_stage_presets
  for insert to authenticated
  with check ((select private.is_super_admin()));
create policy "template_stage_presets: the super-admin can change" on public.template_stage_presets
  for update to authenticated
  using ((select private.is_super_admin()))
  with check ((select private.is_super_admin()));
create policy "template_stage_presets: the super-admin can delete" on public.template_stage_presets
  for delete to authenticated
  using ((select private.is_super_admin()));

create trigger template_stage_presets_before_update_b_keep_made before update on public.template_stage_presets
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_keep_columns('created_at');
create trigger template_stage_presets_before_insert_stamp before insert on public.template_stage_presets
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_stamp();

create table public.stage_preset_items (
  preset_id uuid not null references public.template_stage_presets (id) on delete cascade,
  stage_id uuid not null references public.template_stages (id) on delete cascade,
  order_index integer not null default 0,
  primary key (preset_id, stage_id)
);
comment on table public.stage_preset_items is 'The template stages of a template preset, in order.';
create index stage_preset_items_stage_id_idx on public.stage_preset_items (stage_id);
alter table public.stage_preset_items enable row level security;
grant select, insert, update, delete on public.stage_preset_items to authenticated;
grant all on public.stage_preset_items to service_role;
create policy "stage_preset_items: the super-admin can read" on public.stage_preset_items
  for select to authenticated
  using ((select private.is_super_admin()));
create policy "stage_preset_items: the super-admin can add" on public.stage_preset_items
  for insert to authenticated
  with check ((select private.is_super_admin()));
create policy "stage_preset_items: the super-admin can change" on public.stage_preset_items
  for update to authenticated
  using ((select private.is_super_admin()))
  with check ((select private.is_super_admin()));
create policy "stage_preset_items: the super-admin can delete" on public.stage_preset_items
  for delete to authenticated
  using ((select private.is_super_admin()));

create table public.template_status_presets (
  id uuid primary key default gen_random_uuid(),
  name text not null
    constraint template_status_presets_name_check check (trim(name) <> '')
    constraint template_status_presets_name_limit_check check (length(name) <= 100),
  description text not null default ''
    constraint template_status_presets_description_limit_check check (length(description) <= 20000),
  position integer not null default 0,
  created_at timestamptz not null default now()
);
comment on table public.template_status_presets is
  'A named selection of template statuses; the first becomes the statuses of a new studio, all become its presets.';
alter table public.template_status_presets enable row level security;
grant select, insert, update, delete on public.template_status_presets to authenticated;
grant all on public.template_status_presets to service_role;
create policy "template_status_presets: the super-admin can read" on public.template_status_presets
  for select to authenticated
  using ((select private.is_super_admin()));
create policy "template_status_presets: the super-admin can add" on public.template_status_presets
  for insert to authenticated
  with check ((select private.is_super_admin()));
create policy "template_status_presets: the super-admin can change" on public.template_status_presets
  for update to authenticated
  using ((select private.is_super_admin()))
  with check ((select private.is_super_admin()));
create policy "template_status_presets: the super-admin can delete" on public.template_status_presets
  for delete to authenticated
  using ((select private.is_super_admin()));

create trigger template_status_presets_before_update_b_keep_made before update on public.template_status_presets
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_keep_columns('created_at');
create trigger template_status_presets_before_insert_stamp before insert on public.template_status_presets
  for each row when (current_user in ('authenticated', 'anon')) execute function private.tg_stamp();

create table public.status_preset_items (
  preset_id uuid not null references public.template_status_presets (id) on delete cascade,
  status_id uuid not null references public.template_statuses (id) on delete cascade,
  order_index integer not null default 0,
  primary key (preset_id, status_id)
);
comment on table public.status_preset_items is 'The template statuses of a template preset, in order.';
create index status_preset_items_status_id_idx on public.status_preset_items (status_id);
alter table public.status_preset_items enable row level security;
grant select, insert, update, delete on public.status_preset_items to authenticated;
grant all on public.status_preset_items to service_role;
create policy "status_preset_items: the super-admin can read" on public.status_preset_items
  for select to authenticated
  using ((select private.is_super_admin()));
create policy "status_preset_items: the super-admin can add" on public.status_preset_items
  for insert to authenticated
  with check ((select private.is_super_admin()));
create policy "status_preset_items: the super-admin can change" on public.status_preset_items
  for update to authenticated
  using ((select private.is_super_admin()))
  with check ((select private.is_super_admin()));
create policy "status_preset_items: the super-admin can delete" on public.status_preset_items
  for delete to authenticated
  using ((select private.is_super_admin()));

create function public.save_templates(p_kind text, p_changes jsonb, p_operation_id uuid default null) returns jsonb
language plpgsql set search_path = '' as $$
-- Changes the super-admin's templates of a kind ('stage' or 'status'), all or nothing: {entries: [row], templates:
-- [row], selections: [{template_id, entry_ids}], gone_templates: [id], gone_entries: [id]}, each of which may be left
-- out. Existing entries and templates are changed, others are added; a selection keeps the order of its ids. Returns
-- {rev: null}. A repeat changes nothing, even if somebody has changed them since. 22023 another kind or no changes,
-- 42501 not the super-admin, 23505 a name that is taken, 23503 a selection of unknown entries.
declare
  v_known jsonb := private.begin_operation(p_operation_id, 'save_templates', concat_ws('|', p_kind, p_changes::text));
  v_entries text := case p_kind when 'stage' then 'template_stages' when 'status' then 'template_statuses' end;
  v_own text[] := case p_kind when 'stage' then array['category'] else array['short_code', 'is_done'] end;
  v_rows jsonb := coalesce(p_changes -> 'entries', '[]');
begin
  if v_known is not null then
    return v_known;
  end if;
  if v_entries is null or coalesce(jsonb_typeof(p_changes), '') <> 'object' then
    raise exception 'Name a kind, stage or status, and what changes' using errcode = '22023';
  end if;
  if not private.is_super_admin() then
    raise exception 'You do not have permission to do this.' using errcode = '42501';
  end if;
  execute format('insert into public.%1$I as t (id, name, color, order_index, %2$s)
    select id, name, color, order_index, %2$s from jsonb_populate_recordset(null::public.%1$I, $1)
    on conflict (id) do update set (name, color, order_index, %2$s)
      = (excluded.name, excluded.color, excluded.order_index, %3$s)', v_entries, array_to_string(v_own, ', '),
    'excluded.' || array_to_string(v_own, ', excluded.')) using v_rows;
  execute format('insert into public.template_%1$s_presets as t (id, name, position)
    select id, name, position from jsonb_populate_recordset(null::public.template_%1$s_presets, $1)
    on conflict (id) do update set (name, position) = (excluded.name, excluded.position)', p_kind)
    using coalesce(p_changes -> 'templates', '[]');
  execute format('delete from public.%1$s_preset_items
    where preset_id in (select s.template_id from jsonb_to_recordset($1) as s (template_id uuid))', p_kind)
    using coalesce(p_changes -> 'selections', '[]');
  execute format('insert into public.%1$s_preset_items (preset_id, %1$s_id, order_index)
    select s.template_id, e.id::uuid, e.n - 1 from jsonb_to_recordset($1) as s (template_id uuid, entry_ids jsonb),
      jsonb_array_elements_text(s.entry_ids) with ordinality as e (id, n)', p_kind)
    using coalesce(p_changes -> 'selections', '[]');
  execute format('delete from public.template_%1$s_presets where id in
    (select e::uuid from jsonb_array_elements_text($1) as e)', p_kind)
    using coalesce(p_changes -> 'gone_templates', '[]');
  execute format('delete from public.%I where id in (select e::uuid from jsonb_array_elements_text($1) as e)',
    v_entries) using coalesce(p_changes -> 'gone_entries', '[]');
  return private.end_operation(p_operation_id, '{"rev": null}');
end $$;
grant execute on function public.save_templates(text, jsonb, uuid) to authenticated, service_role;
