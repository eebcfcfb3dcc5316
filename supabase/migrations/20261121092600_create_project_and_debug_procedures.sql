-- Purpose: deleting a project with all below it; procedures that tell a caller what the database thinks of them.
-- Reversal: drop the functions below.

create function private.delete_project_cascade(p_project_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
-- See public.delete_project_cascade. Definer: the files below may be of other uploaders.
declare
  v_studio uuid;
begin
  select p.studio_id into v_studio from public.projects p where p.id = p_project_id and p.id = any(private.my_project_ids());
  if v_studio is null then
    return jsonb_build_object('deleted', false, 'rev', null);
  end if;
  if not v_studio = any(private.my_studio_ids_with('delete')) then
    raise exception 'Your role may not delete projects' using errcode = '42501';
  end if;
  delete from public.projects p where p.id = p_project_id;
  delete from public.media m where m.project_id = p_project_id;
  return jsonb_build_object('deleted', true, 'rev', private.next_rev(v_studio));
end $$;

create function public.delete_project_cascade(p_project_id uuid) returns jsonb
language sql set search_path = '' as $$
  -- Deletes a project with its spaces, items, tasks, revisions, comments, boards and file rows. Answers {deleted, rev}; deleted is false where there is
  -- none the caller may open, so also on a repeat. 42501 for a role that may not delete.
  select private.delete_project_cascade(p_project_id)
$$;

create function public.debug_collection_access(p_space_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  -- Why the caller does or does not see a space's collections: {user_id, space_id, can_see_space, can_change, collection_count}. Says nothing of others.
  select jsonb_build_object('user_id', auth.uid(), 'space_id', p_space_id,
    'can_see_space', exists (select from public.spaces s where s.id = p_space_id),
    'can_change', exists (select from public.spaces s where s.id = p_space_id and s.project_id = any(private.my_project_ids_with('create'))),
    'collection_count', (select count(*) from public.collections c where c.space_id = p_space_id))
$$;

create function public.debug_current_user_context() returns jsonb
language sql stable set search_path = '' as $$
  -- Whom the database takes the caller for: {user_id, role, email, is_super_admin, active_studio_id, studio_ids, project_count}.
  select jsonb_build_object('user_id', auth.uid(), 'role', current_user, 'email', (select u.email from public.user_profiles u where u.id = auth.uid()),
    'is_super_admin', private.is_super_admin(), 'active_studio_id', private.active_studio_id(), 'studio_ids', to_jsonb(private.my_studio_ids()),
    'project_count', cardinality(private.my_project_ids()))
$$;

create function public.check_rls_status() returns table (table_name text, is_rls_enabled boolean, policy_count integer, can_read boolean, can_add boolean, can_change boolean, can_delete boolean)
language sql stable set search_path = '' as $$
  -- For each table the API shows: whether row rules are on, how many there are, and which verbs the caller's database role has at all.
  select c.relname::text, c.relrowsecurity, (select count(*)::integer from pg_catalog.pg_policy p where p.polrelid = c.oid),
    has_table_privilege(c.oid, 'select'), has_table_privilege(c.oid, 'insert'), has_table_privilege(c.oid, 'update'), has_table_privilege(c.oid, 'delete')
  from pg_catalog.pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by c.relname
$$;

create function private.my_memberships() returns jsonb
language sql stable security definer set search_path = '' as $$
  -- The caller's own memberships, archived ones too. Definer: an archived member sees no studio.
  select coalesce(jsonb_agg(jsonb_build_object('studio_id', m.studio_id, 'studio_name', s.name, 'role', r.name, 'is_archived', m.archived_at is not null,
    'project_count', (select count(*) from public.projects p where p.studio_id = m.studio_id and p.id = any(private.my_project_ids()))) order by m.created_at, m.studio_id), '[]')
  from public.studio_members m join public.studios s on s.id = m.studio_id join public.user_roles r on r.id = m.role_id where m.user_id = auth.uid()
$$;

create function public.debug_user_studio_access() returns jsonb
language sql stable set search_path = '' as $$
  -- The caller's own memberships: [{studio_id, studio_name, role, is_archived, project_count}].
  select private.my_memberships()
$$;

revoke execute on function public.delete_project_cascade(uuid), public.debug_collection_access(uuid), public.debug_current_user_context(), public.check_rls_status(),
  public.debug_user_studio_access(), private.delete_project_cascade(uuid), private.my_memberships() from public, anon;
grant execute on function public.delete_project_cascade(uuid), public.debug_collection_access(uuid), public.debug_current_user_context(), public.check_rls_status(),
  public.debug_user_studio_access(), private.delete_project_cascade(uuid), private.my_memberships() to authenticated, service_role;
