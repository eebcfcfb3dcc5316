-- Purpose: posting many revisions at once, each at most once for its content.
-- Reversal: drop the functions below.

create function private.find_revision_of_content(p_task_id uuid, p_sha256 text[]) returns public.task_versions
language sql stable security definer set search_path = '' as $$
  -- The newest revision of a task whose files are exactly these, by their SHA-256. Definer: used for tasks the caller was let into.
  select v.* from public.task_versions v
  where v.task_id = p_task_id and cardinality(p_sha256) > 0 and (
    select array_agg(m.sha256 order by m.sha256) from public.version_media l join public.media m on m.id = l.media_id where l.version_id = v.id
  ) = array(select s from unnest(p_sha256) as s order by s)
  order by v.version_number desc limit 1
$$;

create function public.find_revisions(p_revisions jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
-- Which of [{task_id, sha256: [hash of each file]}] are posted already: [{n, task_id, version_id, version_number}], n counted from 0 in the order asked.
-- Tasks out of the caller's sight have none. 22023 for what is no list of at most 1000.
begin
  if jsonb_typeof(p_revisions) is distinct from 'array' or jsonb_array_length(p_revisions) > 1000
    or exists (select from jsonb_array_elements(p_revisions) as r where jsonb_typeof(r -> 'sha256') is distinct from 'array') then
    raise exception 'Ask for a list of at most 1000 revisions' using errcode = '22023';
  end if;
  return (select coalesce(jsonb_agg(jsonb_build_object('n', r.n - 1, 'task_id', t.id, 'version_id', v.id, 'version_number', v.version_number) order by r.n), '[]')
    from jsonb_array_elements(p_revisions) with ordinality as r (value, n)
    join public.item_tasks t on t.id = (r.value ->> 'task_id')::uuid
    cross join lateral (
      select w.id, w.version_number from public.task_versions w
      where w.task_id = t.id and jsonb_array_length(r.value -> 'sha256') > 0 and (
        select array_agg(m.sha256 order by m.sha256) from public.version_media l join public.media m on m.id = l.media_id where l.version_id = w.id
      ) = array(select s from jsonb_array_elements_text(r.value -> 'sha256') as s order by s)
      order by w.version_number desc limit 1
    ) as v);
end $$;

create function private.create_one_revision(p_revision jsonb, p_is_new boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- One of public.create_revisions. Definer: permission is checked by what it calls.
declare
  v_task public.item_tasks := private.open_task((p_revision ->> 'task_id')::uuid, 'revisions');
  v_files jsonb := private.json_list(p_revision -> 'files');
  v_ids uuid[] := array(select (f ->> 'id')::uuid from jsonb_array_elements(v_files) with ordinality as e (f, n) order by n);
  v_version uuid := coalesce((p_revision ->> 'version_id')::uuid, gen_random_uuid());
  v_comment uuid := coalesce((p_revision ->> 'comment_id')::uuid, gen_random_uuid());
  v_present public.task_versions;
begin
  perform private.next_rev(v_task.studio_id); -- one writer a studio: two runs cannot both find nothing
  select v.* into v_present from public.task_versions v where v.id = v_version and v.task_id = v_task.id;
  if v_present.id is null and not p_is_new then
    v_present := private.find_revision_of_content(v_task.id, array(select f ->> 'sha256' from jsonb_array_elements(v_files) as f where f ? 'sha256'));
  end if;
  if v_present.id is not null then
    return jsonb_build_object('state', 'present', 'version_id', v_present.id, 'version_number', v_present.version_number);
  end if;
  -- Ids that were deleted meanwhile stay with what may yet be restored.
  if exists (select from private.tombstones t where t.studio_id = v_task.studio_id and t.table_name = 'task_versions' and t.row_key = v_version::text) then
    v_version := gen_random_uuid();
    v_comment := gen_random_uuid();
  end if;
  update public.media m set sha256 = f.sha256
  from jsonb_to_recordset(v_files) as f (id uuid, sha256 text)
  where m.id = f.id and m.created_by = auth.uid() and m.studio_id = v_task.studio_id and f.sha256 is not null;
  return jsonb_build_object('state', 'posted') || private.create_revision(v_task.id, v_version, v_comment, p_revision ->> 'comment', p_revision ->> 'time_spent', v_ids,
    (p_revision ->> 'status_id')::uuid, array(select m::uuid from jsonb_array_elements_text(private.json_list(p_revision -> 'mentions')) as m),
    case jsonb_typeof(p_revision -> 'metadata') when 'object' then p_revision -> 'metadata' else '{}' end, gen_random_uuid());
exception
  when invalid_text_representation then
    raise exception 'A revision has a value that cannot be read' using errcode = '22023';
end $$;

create function private.create_revisions(p_revisions jsonb, p_is_new boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.create_revisions. Definer: permission is checked revision by revision.
declare
  v_revision jsonb;
  v_answers jsonb[] := '{}';
  v_code text;
  v_message text;
begin
  perform private.require_user();
  if jsonb_typeof(p_revisions) is distinct from 'array' or jsonb_array_length(p_revisions) not between 1 and 100
    or exists (select from jsonb_array_elements(p_revisions) as r where jsonb_typeof(r) <> 'object') then
    raise exception 'Post a list of 1 to 100 revisions' using errcode = '22023';
  end if;
  for v_revision in select r from jsonb_array_elements(p_revisions) as r loop
    begin
      v_answers := v_answers || private.create_one_revision(v_revision, coalesce(p_is_new, false));
    exception
      when others then
        -- What one revision may not be holds up no other; only a failure of the database itself ends the call.
        get stacked diagnostics v_code = returned_sqlstate, v_message = message_text;
        if left(v_code, 2) in ('40', '53', '54', '55', '57', '58', 'XX') then
          raise;
        end if;
        v_answers := v_answers || case v_code
          when 'PGRST' then jsonb_build_object('state', 'failed', 'code', v_message::jsonb ->> 'code', 'message', v_message::jsonb ->> 'message')
          else jsonb_build_object('state', 'failed', 'code', v_code, 'message', v_message) end;
    end;
  end loop;
  return jsonb_build_object('revisions', to_jsonb(v_answers));
end $$;

create function public.create_revisions(p_revisions jsonb, p_is_new boolean default false) returns jsonb
language sql set search_path = '' as $$
  -- Posts up to 100 revisions [{task_id, version_id, comment_id, comment, time_spent, status_id?, mentions?, metadata?, files: [{id, sha256}]}], each by
  -- itself. One whose id, or whose very files, the task has already is not posted again, unless p_is_new. Answers {revisions: [{state: posted | present |
  -- failed, version_id, version_number, code, message}]} in their order; 22023 for no such list.
  select private.create_revisions(p_revisions, p_is_new)
$$;

create function private.settle_uploads(p_media_ids uuid[]) returns uuid[]
language plpgsql security definer set search_path = '' as $$
-- See public.settle_uploads. Definer: is_stored is not the uploader's to set.
declare
  v_studio uuid;
  v_ids uuid[] := array(
    select m.id from public.media m
    where m.id = any(p_media_ids) and m.created_by = auth.uid() and not m.is_stored and m.studio_id = any(private.my_studio_ids())
      and exists (select from storage.objects o where o.bucket_id = 'media' and o.name = m.r2_key));
begin
  for v_studio in select distinct m.studio_id from public.media m where m.id = any(v_ids) order by 1 loop
    perform private.next_rev(v_studio); -- the clock locks before any row does
  end loop;
  update public.media m set is_stored = true where m.id = any(v_ids);
  return v_ids;
end $$;

create function public.settle_uploads(p_media_ids uuid[]) returns uuid[]
language sql set search_path = '' as $$
  -- Takes up files of the caller whose bytes arrived when nobody was left to say so: answers those. Ids of anything else are passed over.
  select private.settle_uploads(p_media_ids)
$$;

revoke execute on function public.find_revisions(jsonb), public.create_revisions(jsonb, boolean), private.create_revisions(jsonb, boolean),
  public.settle_uploads(uuid[]), private.settle_uploads(uuid[]),
  private.create_one_revision(jsonb, boolean), private.find_revision_of_content(uuid, text[]) from public, anon;
grant execute on function public.find_revisions(jsonb), public.create_revisions(jsonb, boolean), private.create_revisions(jsonb, boolean),
  public.settle_uploads(uuid[]), private.settle_uploads(uuid[]) to authenticated, service_role;
