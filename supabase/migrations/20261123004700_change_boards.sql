-- Changing many objects on a board at once.

create function private.find_board_place(p_owner_id uuid) returns table (
  studio_id uuid, project_id uuid, space_id uuid, item_id uuid
)
language sql stable security definer set search_path = '' as $$
  -- Where a board belongs: its owner is a project, a space or an item. Definer: the callers check access to the
  -- project.
  select p.studio_id, p.id, null::uuid, null::uuid from public.projects p where p.id = p_owner_id
  union all select s.studio_id, s.project_id, s.id, null from public.spaces s where s.id = p_owner_id
  union all select i.studio_id, i.project_id, null, i.id from public.items i where i.id = p_owner_id
  limit 1
$$;

create function private.find_board(p_owner_id uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  -- The board of a project, space or item; null until something is added to it. Definer: as above.
  select b.id from public.boards b
  where b.space_id = p_owner_id or b.item_id = p_owner_id
    or (b.project_id = p_owner_id and b.space_id is null and b.item_id is null)
$$;

create function private.unchanged_fields(p_row jsonb, p_fields jsonb, p_expected jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  -- Those of the given fields that may be set and still have their expected values.
  select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(p_fields) as f
  where f.key in ('text', 'x', 'y', 'width', 'height', 'rotation', 'z_index', 'group_id', 'is_locked', 'opacity',
    'font_size', 'color', 'crop')
    and (p_expected is null or jsonb_typeof(p_expected) = 'null' or not p_expected ? f.key
      or p_row -> f.key is not distinct from p_expected -> f.key)
$$;

create function private.step_aside(
  p_board_id uuid, p_changes jsonb, out dx double precision, out dy double precision
)
language plpgsql stable security definer set search_path = '' as $$
-- How far objects added apart move so that they cover nothing that exists: to the right of everything they would cover,
-- or below everything if that never ends. The client's `stepAside` follows the same rule. Definer: the caller checks
-- access to the board.
declare
  v_left double precision;
  v_top double precision;
  v_width double precision;
  v_height double precision;
  v_end double precision;
begin
  dx := 0;
  dy := 0;
  select min(n.x), min(n.y), max(n.x + n.width) - min(n.x), max(n.y + n.height) - min(n.y)
  into v_left, v_top, v_width, v_height
  from jsonb_to_recordset(p_changes) as w (id uuid, kind text, fields jsonb, apart boolean)
  cross join lateral jsonb_populate_record(null::public.canvas_items, w.fields) as n
  where w.kind = 'add' and w.apart and not exists (select from public.canvas_items c where c.id = w.id);
  if v_left is null then
    return;
  end if;
  for step in 1..100 loop
    select max(c.x + c.width) + 20 - v_left into v_end from public.canvas_items c
    where c.board_id = p_board_id and c.rotation = 0
      and v_left + dx < c.x + c.width and c.x < v_left + dx + v_width
      and v_top < c.y + c.height and c.y < v_top + v_height;
    exit when v_end is null;
    dx := v_end;
  end loop;
  if v_end is not null then
    dx := 0;
    select max(c.y + c.height) + 20 - v_top into dy from public.canvas_items c
    where c.board_id = p_board_id and c.rotation = 0;
  end if;
end $$;

create function private.change_board(p_owner_id uuid, p_changes jsonb, p_operation_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.change_board. Definer: permission is checked once for all rows.
declare
  v_known jsonb := private.begin_operation(p_operation_id, 'change_board', concat_ws('|', p_owner_id, p_changes::text));
  v_place record;
  v_board uuid;
  v_rev bigint;
  v_skipped jsonb;
  v_aside record;
begin
  if v_known is not null then
    return v_known;
  end if;
  select * into v_place from private.find_board_place(p_owner_id);
  if v_place.project_id is null or not v_place.project_id = any(private.my_project_ids()) then
    perform private.refuse_missing('Board not found');
  end if;
  if not v_place.project_id = any(private.my_project_ids_with('create')) then
    raise exception 'Your role may not change this board' using errcode = '42501';
  end if;
  if p_changes is null or jsonb_typeof(p_changes) <> 'array'
    or jsonb_array_length(p_changes) not between 1 and 10000 then
    raise exception 'Name 1 to 10000 changes' using errcode = '22023';
  end if;
  v_rev := private.next_rev(v_place.studio_id);
  if exists (select from jsonb_to_recordset(p_changes) as w (id uuid, kind text, fields jsonb)
      where w.id is null or w.kind is null or w.kind not in ('add', 'set', 'remove')
        or (w.kind <> 'remove' and coalesce(jsonb_typeof(w.fields), '') <> 'object'))
    or (select count(*) <> count(distinct w.id) from jsonb_to_recordset(p_changes) as w (id uuid)) then
    raise exception 'A change has an id, a kind and fields, and each id is named once' using errcode = '22023';
  end if;
  if exists (select from jsonb_to_recordset(p_changes) as w (kind text, fields jsonb)
      left join public.media m on m.id = (w.fields ->> 'media_id')::uuid and m.studio_id = v_place.studio_id
        and (m.project_id is null or m.project_id = any(private.my_project_ids()))
      where w.kind = 'add' and w.fields ->> 'media_id' is not null and m.id is null) then
    perform private.refuse_missing('File not found');
  end if;
  insert into public.boards (studio_id, project_id, space_id, item_id, rev)
  values (v_place.studio_id, v_place.project_id, v_place.space_id, v_place.item_id, v_rev) on conflict do nothing;
  v_board := private.find_board(p_owner_id);
  v_aside := private.step_aside(v_board, p_changes);

  -- Checked before anything moves: what does not exist, and what somebody else has changed since.
  select coalesce(jsonb_agg(jsonb_build_object('item_id', w.id,
    'reason', case when o.id is null then 'not_found' else 'conflict' end)), '[]') into v_skipped
  from jsonb_to_recordset(p_changes) as w (id uuid, kind text, fields jsonb, expected jsonb)
  left join public.canvas_items o on o.id = w.id and o.board_id = v_board
  where w.kind <> 'add' and (o.id is null or jsonb_typeof(w.expected) = 'object'
    and exists (select from jsonb_each(w.expected) as e where to_jsonb(o) -> e.key is distinct from e.value));

  update public.canvas_items c set
    text = n.text, x = n.x, y = n.y, width = n.width, height = n.height, rotation = n.rotation, z_index = n.z_index,
    group_id = n.group_id, is_locked = n.is_locked, opacity = n.opacity, font_size = n.font_size, color = n.color,
    crop = n.crop, rev = v_rev, updated_at = now()
  from jsonb_to_recordset(p_changes) as w (id uuid, kind text, fields jsonb, expected jsonb)
  join public.canvas_items o on o.id = w.id and o.board_id = v_board
  cross join lateral jsonb_populate_record(o, private.unchanged_fields(to_jsonb(o), w.fields, w.expected)) as n
  where w.kind = 'set' and c.id = o.id;

  insert into public.canvas_items (id, board_id, studio_id, project_id, type, media_id, text, x, y, width, height,
    rotation, z_index, group_id, is_locked, opacity, font_size, color, crop, created_by, rev)
  select w.id, v_board, v_place.studio_id, v_place.project_id, n.type, n.media_id, n.text,
    n.x + case when w.apart then v_aside.dx else 0 end, n.y + case when w.apart then v_aside.dy else 0 end,
    n.width, n.height, coalesce(n.rotation, 0), coalesce(n.z_index, 0), n.group_id, coalesce(n.is_locked, false),
    coalesce(n.opacity, 1), coalesce(n.font_size, 16), n.color, n.crop, private.require_user(), v_rev
  from jsonb_to_recordset(p_changes) as w (id uuid, kind text, fields jsonb, apart boolean)
  cross join lateral jsonb_populate_record(null::public.canvas_items, w.fields) as n
  where w.kind = 'add'
  on conflict (id) do nothing;

  delete from public.canvas_items c using jsonb_to_recordset(p_changes) as w (id uuid, kind text, expected jsonb)
  where w.kind = 'remove' and c.id = w.id and c.board_id = v_board
    and (coalesce(jsonb_typeof(w.expected), 'null') = 'null'
    or not exists (select from jsonb_each(w.expected) as e where to_jsonb(c) -> e.key is distinct from e.value));

  return private.end_operation(p_operation_id, jsonb_build_object('rev', v_rev, 'skipped', v_skipped));
exception
  when check_violation or not_null_violation or invalid_text_representation or numeric_value_out_of_range
    or datetime_field_overflow or invalid_parameter_value then
    raise exception '%', case when sqlstate = '22023' then sqlerrm else 'That cannot lie on a board' end
      using errcode = '22023';
end $$;

create function public.change_board(p_owner_id uuid, p_changes jsonb, p_operation_id uuid default null) returns jsonb
language sql set search_path = '' as $$
  -- Adds objects to the board of a project, space or item, and changes and removes them, in one step. p_changes is an
  -- array of {id, kind: add | set | remove, fields, expected, apart}; each id once. The last write to a field wins;
  -- with expected, fields whose value differs are left unchanged, and a row that differs is not removed. Objects added
  -- apart cover nothing: they move aside, all together. Returns {rev, skipped: [{item_id, reason: conflict |
  -- not_found}]}. 22023 bad argument, 42501 not allowed, P0002 unknown board or file.
  select private.change_board(p_owner_id, p_changes, p_operation_id)
$$;

grant execute on function
  private.change_board(uuid, jsonb, uuid), public.change_board(uuid, jsonb, uuid)
to authenticated, service_role;
