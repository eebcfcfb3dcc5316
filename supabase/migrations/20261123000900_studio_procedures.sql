-- Creating a studio with its first stages and statuses, and the studio a person works in.

create function private.seed_permissions(p_studio_id uuid) returns void
language sql security definer set search_path = '' as $$
  -- The role matrix of a new studio (document 1, section 6). Definer: its caller is the studio's creator.
  insert into public.role_permissions (studio_id, role_id, permission, is_allowed)
  select p_studio_id, r.id, p.permission, r.hierarchy_level <= p.lowest_level
  from public.user_roles r
  cross join (values
    ('create', 4), ('delete', 3), ('admin_users', 3), ('comment', 5), ('revisions', 4), ('view_all_projects', 2)
  ) as p (permission, lowest_level)
$$;

create function private.seed_stages(p_studio_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
-- The stages of a new studio, in steps of 10: those of the super-admin's presets, the first preset's first,
-- else the default set (document 2, section 9). Each template preset becomes a preset of the studio.
-- Definer: templates are the super-admin's.
begin
  if not exists (select from public.stage_preset_items) then
    insert into public.stages (studio_id, name, color, category, order_index)
    select p_studio_id, d.name, d.color, d.category, d.n * 10
    from (values
      (1, 'Setup', '#64748b', 'pre-production'),
      (2, 'References', '#0ea5e9', 'pre-production'),
      (3, 'Storyboard', '#06b6d4', 'pre-production'),
      (4, 'Concept', '#14b8a6', 'pre-production'),
      (5, 'Layout', '#22c55e', 'production'),
      (6, 'Modeling', '#84cc16', 'production'),
      (7, 'Rigging', '#eab308', 'production'),
      (8, 'Animation', '#f97316', 'production'),
      (9, 'Lighting', '#f59e0b', 'production'),
      (10, 'FX', '#ef4444', 'production'),
      (11, 'Compositing', '#ec4899', 'post-production'),
      (12, 'Grading', '#a855f7', 'post-production'),
      (13, 'Final', '#6366f1', 'post-production')
    ) as d (n, name, color, category);
    return;
  end if;
  with listed as (
    select i.stage_id, row_number() over (order by p.position, p.created_at, p.id, i.order_index, i.stage_id) as n
    from public.stage_preset_items i join public.template_stage_presets p on p.id = i.preset_id
  ), wanted as (
    select l.stage_id, gen_random_uuid() as id, row_number() over (order by min(l.n)) as n
    from listed l
    group by l.stage_id
  ), made as (
    insert into public.stages (id, studio_id, name, color, category, order_index)
    select w.id, p_studio_id, t.name, t.color, t.category, w.n * 10
    from wanted w join public.template_stages t on t.id = w.stage_id
  ), presets as (
    select p.*, gen_random_uuid() as new_id
    from public.template_stage_presets p
    where exists (select from public.stage_preset_items i where i.preset_id = p.id)
  ), made_presets as (
    insert into public.studio_stage_presets (id, studio_id, name, description, position)
    select p.new_id, p_studio_id, p.name, p.description, p.position from presets p
  )
  insert into public.studio_stage_preset_items (preset_id, stage_id, studio_id, order_index)
  select p.new_id, w.id, p_studio_id, i.order_index
  from public.stage_preset_items i join presets p on p.id = i.preset_id join wanted w on w.stage_id = i.stage_id;
end $$;

create function private.seed_statuses(p_studio_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
-- The statuses of a new studio, the first its default: those of the super-admin's presets, the first preset's
-- first, else the default six (document 1, section 9). Each template preset becomes a preset of the studio.
-- Definer: templates are the super-admin's.
begin
  if not exists (select from public.status_preset_items) then
    insert into public.task_statuses (studio_id, name, short_code, color, position, is_done, is_default)
    select p_studio_id, d.name, d.short_code, d.color, d.n, d.name = 'DONE', d.n = 0
    from (values
      (0, 'TO DO', 'TODO', '#9ca3af'),
      (1, 'WIP', 'WIP', '#3b82f6'),
      (2, 'WFA', 'WFA', '#8b5cf6'),
      (3, 'FEEDBACK', 'FEEDBACK', '#f59e0b'),
      (4, 'CLIENT', 'CLIENT', '#000000'),
      (5, 'DONE', 'DONE', '#10b981')
    ) as d (n, name, short_code, color);
    return;
  end if;
  with listed as (
    select i.status_id, row_number() over (order by p.position, p.created_at, p.id, i.order_index, i.status_id) as n
    from public.status_preset_items i join public.template_status_presets p on p.id = i.preset_id
  ), wanted as (
    select l.status_id, gen_random_uuid() as id, row_number() over (order by min(l.n)) - 1 as n
    from listed l
    group by l.status_id
  ), made as (
    insert into public.task_statuses (id, studio_id, name, short_code, color, position, is_done, is_default)
    select w.id, p_studio_id, t.name, t.short_code, t.color, w.n, t.is_done, w.n = 0
    from wanted w join public.template_statuses t on t.id = w.status_id
  ), presets as (
    select p.*, gen_random_uuid() as new_id
    from public.template_status_presets p
    where exists (select from public.status_preset_items i where i.preset_id = p.id)
  ), made_presets as (
    insert into public.studio_status_presets (id, studio_id, name, description, position)
    select p.new_id, p_studio_id, p.name, p.description, p.position from presets p
  )
  insert into public.studio_status_preset_items (preset_id, status_id, studio_id, order_index)
  select p.new_id, w.id, p_studio_id, i.order_index
  from public.status_preset_items i join presets p on p.id = i.preset_id join wanted w on w.status_id = i.status_id;
end $$;

create function private.create_studio(p_name text, p_id uuid) returns public.studios
language plpgsql security definer set search_path = '' as $$
-- See public.create_studio. Definer: nobody may insert studios or memberships directly.
declare
  v_user uuid := private.require_user();
  v_name text := private.clean_name(p_name);
  v_studio public.studios;
begin
  if length(v_name) not between 1 and 200 then
    raise exception '%', case when v_name = '' then 'Please enter a studio name'
      else 'A studio name has at most 200 characters' end using errcode = '22023';
  end if;
  perform pg_advisory_xact_lock(hashtext('studios.custom_slug')); -- two studios cannot take the same slug
  if p_id is not null then
    select s.* into v_studio from public.studios s where s.id = p_id;
    if found and v_studio.created_by = v_user and p_id = any(private.my_studio_ids()) then
      return v_studio;
    elsif found then
      raise exception 'A studio with this id already exists' using errcode = '23505';
    end if;
  end if;
  insert into public.studios (id, name, custom_slug, created_by)
  values (coalesce(p_id, gen_random_uuid()), v_name,
    private.free_slug(v_name, array(select s.custom_slug from public.studios s
      where starts_with(s.custom_slug, private.make_slug(v_name)))), v_user)
  returning * into v_studio;
  insert into public.studio_members (studio_id, user_id, role_id)
  values (v_studio.id, v_user, (select r.id from public.user_roles r where r.name = 'owner'));
  perform private.seed_permissions(v_studio.id);
  perform private.seed_stages(v_studio.id);
  perform private.seed_statuses(v_studio.id);
  perform private.seed_kinds(v_studio.id);
  return v_studio;
end $$;

create function public.create_studio(p_name text, p_id uuid default null) returns public.studios
language sql set search_path = '' as $$
  -- Creates a studio owned by the caller with the default roles, stages and statuses, or the super-admin's templates,
  -- and returns its row. Called again with the same p_id by its creator, returns the same studio. 22023 bad name, 23505
  -- p_id is somebody else's.
  select private.create_studio(p_name, p_id)
$$;

create function public.ensure_user_has_studio() returns jsonb
language sql stable set search_path = '' as $$
  -- Returns the caller's first studio, or null if they have none and belong on the welcome page. Invites exist only as
  -- links, so there is nothing to accept.
  select to_jsonb(s) from private.require_user() as u join public.studio_members m on m.user_id = u
    join public.studios s on s.id = m.studio_id
  order by m.created_at, s.id limit 1
$$;

create function private.active_studio_id() returns uuid
language sql stable security definer set search_path = '' as $$
  -- The studio the caller last worked in, if they are still an active member. Definer: the table is private.
  select a.studio_id from private.active_studios a
    where a.user_id = auth.uid() and a.studio_id = any(private.my_studio_ids())
$$;

create function public.get_user_active_studio() returns jsonb
language sql stable set search_path = '' as $$
  -- Returns the row of the studio the caller last worked in; null if there is none or they lost access to it.
  select to_jsonb(s) from public.studios s where s.id = (select private.active_studio_id())
$$;

create function private.set_user_active_studio(p_studio_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
-- See public.set_user_active_studio. Definer: the table is private.
begin
  if not coalesce(p_studio_id = any(private.my_studio_ids()), false) then
    perform private.refuse_missing('Studio not found');
  end if;
  insert into private.active_studios (user_id, studio_id) values (private.require_user(), p_studio_id)
  on conflict (user_id) do update set studio_id = excluded.studio_id;
end $$;

create function public.set_user_active_studio(p_studio_id uuid, p_operation_id uuid default null) returns void
language plpgsql set search_path = '' as $$
-- Remembers the studio the caller works in; a repeat changes nothing. P0002 not an active member.
begin
  if private.begin_operation(p_operation_id, 'set_user_active_studio', p_studio_id::text) is null then
    perform private.set_user_active_studio(p_studio_id);
  end if;
end $$;

create function private.get_or_create_user_studio() returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.get_or_create_user_studio. Definer: makes a studio.
declare
  v_user uuid := private.require_user();
  v_studio jsonb;
begin
  perform pg_advisory_xact_lock(hashtextextended(v_user::text, 0)); -- two calls at once create only one studio
  v_studio := coalesce(public.get_user_active_studio(), (
    select to_jsonb(s) from public.studios s join public.studio_members m on m.studio_id = s.id
    where m.user_id = v_user and s.id = any(private.my_studio_ids()) order by m.created_at, s.id limit 1));
  if v_studio is not null then
    return v_studio;
  end if;
  return to_jsonb(private.create_studio((
    select left(coalesce(nullif(trim(u.display_name), ''), 'My'), 180) || '''s studio'
    from public.user_profiles u where u.id = v_user), null));
end $$;

create function public.get_or_create_user_studio() returns jsonb
language sql set search_path = '' as $$
  -- Returns the studio the caller last worked in, else their first, else a new one named after them. The welcome page
  -- asks for a name instead.
  select private.get_or_create_user_studio()
$$;

grant execute on function
  private.create_studio(text, uuid), public.create_studio(text, uuid), public.ensure_user_has_studio(),
  private.active_studio_id(), public.get_user_active_studio(), private.set_user_active_studio(uuid),
  public.set_user_active_studio(uuid, uuid), private.get_or_create_user_studio(), public.get_or_create_user_studio()
to authenticated, service_role;
