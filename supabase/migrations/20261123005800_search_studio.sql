-- Full-text search of a studio by names and texts, with a trigram index over everything written.

create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;

create function private.fold_text(p_text text) returns text
language sql immutable parallel safe set search_path = '' as $$
  -- The form of a text that is searched: lower case, without accents. Plain letters, as most are, need no normalising.
  select case when octet_length(p_text) = length(p_text) then lower(p_text)
    else lower(regexp_replace(normalize(p_text, nfkd), '[\u0300-\u036f]', '', 'g')) end
$$;

create index items_search_idx on public.items
  using gin (private.fold_text(title || ' ' || description) extensions.gin_trgm_ops);
create index comments_search_idx on public.comments
  using gin (private.fold_text(content) extensions.gin_trgm_ops) where not is_automatic;
create index task_versions_search_idx on public.task_versions
  using gin (private.fold_text(comment) extensions.gin_trgm_ops);
create index media_search_idx on public.media using gin (private.fold_text(filename) extensions.gin_trgm_ops);

create function private.misspelt_pattern(p_word text) returns text
language sql immutable set search_path = '' as $$
  -- A regular expression for the start of a word like p_word with at most one typo: a wrong letter, one too many, one
  -- too few, or two swapped. Short words, numbers and words with signs must match exactly. A word also begins after an
  -- underscore, which is a letter to Postgres.
  select case when p_word ~ '^[[:alpha:]]{4,40}$' or p_word ~ '^[[:alnum:]]{5,40}$' and p_word ~ '[[:alpha:]]' then (
      select '(?:^|[^[:alnum:]])(' || string_agg(left(p_word, i - 1) || e.slip, '|') || ')'
      from generate_series(1, length(p_word)) as i
      cross join lateral (values ('.?' || substr(p_word, i + 1)), ('.' || substr(p_word, i)),
        (substr(p_word, i + 1, 1) || substr(p_word, i, 1) || substr(p_word, i + 2))) as e (slip))
    else regexp_replace(p_word, '([^[:alnum:]])', '\\\1', 'g') end
$$;

create function private.find_texts(
  p_studio_id uuid, p_patterns text[], p_forgives boolean, p_limit integer, p_exact text[], p_version integer
)
returns table (kind text, id uuid, nth bigint)
language plpgsql stable security definer rows 50 set search_path = '' set jit = off as $$
-- What in a studio matches every pattern, as far as the caller may see it: for each kind matches in the name first,
-- then those with more of p_exact verbatim, then the newest, among the thousand newest that match the longest pattern;
-- with p_version also the revisions of that number by their items and stages. Definer: access is checked once instead
-- of row by row. As dynamic SQL, planned for its pattern: the index serves a rare word, reading the newest one by one
-- serves a common word. An asset also matches by the name of its kind: a word that is no kind's name has to be the
-- asset's own, and the longest of those finds it.
declare
  v_operator text := case when p_forgives then '~' else 'like' end;
  v_longest text := (select p from unnest(p_patterns) as p order by length(p) desc limit 1);
  v_own text;
begin
  v_own := (select p from unnest(p_patterns) as p
    where not exists (select from public.item_kinds k
      where k.studio_id = p_studio_id and k.item_type = 'asset' and case
        when p_forgives then private.fold_text(k.name) ~ p else private.fold_text(k.name) like p end)
    order by length(p) desc limit 1);
  return query execute replace(replace(replace($sql$
    with texts as (
      select 'item' as kind, i.id, i.title as name,
        concat_ws(' ', nullif(i.description, ''), k.name) as more, i.updated_at as at
      from (
        (select j.* from public.items j
        where j.studio_id = $1 and j.project_id = any($2)
          and private.fold_text(j.title || ' ' || j.description) @@ :own
        order by j.updated_at desc limit 1000)
        union all
        (select j.* from public.item_kinds l join public.items j on j.kind_id = l.id
        where $7 and l.studio_id = $1 and l.item_type = 'asset' and private.fold_text(l.name) @@ :longest
          and j.project_id = any($2)
        order by j.updated_at desc limit 1000)
      ) as i
      left join public.item_kinds k on k.id = i.kind_id and k.item_type = 'asset'
      union all
      select 'project', p.id, p.name, '', p.updated_at from public.projects p
      where p.studio_id = $1 and p.id = any($2)
      union all
      select 'space', s.id, s.name, '', s.updated_at from public.spaces s
      where s.studio_id = $1 and s.project_id = any($2)
      union all
      select 'person', u.id, u.display_name, u.email, m.created_at
      from public.studio_members m join public.user_profiles u on u.id = m.user_id
      where m.studio_id = $1 and m.archived_at is null
      union all
      (select 'comment', c.id, c.content, '', c.created_at from public.comments c
      where c.studio_id = $1 and not c.is_automatic and c.project_id = any($2)
        and private.fold_text(c.content) @@ :longest
      order by c.created_at desc limit 1000)
      union all
      (select 'revision', v.id, coalesce(f.names, ''), v.comment, v.created_at
      from public.task_versions v
      left join lateral (select string_agg(d.filename, ' ') as names
        from public.version_media l join public.media d on d.id = l.media_id where l.version_id = v.id) as f on true
      where v.studio_id = $1 and v.project_id = any($2) and v.id in (
        (select w.id from public.task_versions w
        where w.studio_id = $1 and private.fold_text(w.comment) @@ :longest order by w.created_at desc limit 1000)
        union all
        (select l.version_id from public.media d join public.version_media l on l.media_id = d.id
        where d.studio_id = $1 and private.fold_text(d.filename) @@ :longest order by d.created_at desc limit 1000)))
      union all
      (select 'revision', v.id, i.title || ' ' || g.name || ' v' || v.version_number, '', v.created_at
      from public.task_versions v join public.item_tasks t on t.id = v.task_id
        join public.items i on i.id = t.item_id join public.stages g on g.id = t.stage_id
      where v.version_number = $5 and v.studio_id = $1 and v.project_id = any($2)
        and private.fold_text(i.title || ' ' || g.name || ' v' || v.version_number) @@ all($3)
      order by v.created_at desc limit 1000)
    ), folded as (
      select t.kind, t.id, t.at, t.more = '' as is_named, private.fold_text(t.name) as name,
        private.fold_text(t.name || ' ' || t.more) as whole from texts t
    ), found as (
      select f.kind, f.id, row_number() over (
        partition by f.kind order by f.is_named or f.name @@ all($3) desc, f.exact desc, f.at desc, f.id) as nth
      from (
        select distinct on (g.kind, g.id) g.*, (select count(*) from unnest($6) as w where g.whole like w) as exact
        from folded g where g.whole @@ all($3) order by g.kind, g.id, g.is_named desc
      ) as f
    )
    select f.kind, f.id, f.nth from found f where f.nth <= $4
    order by f.nth, f.kind in ('comment', 'revision'), f.kind limit $4
  $sql$, '@@', v_operator), ':longest', quote_literal(v_longest)),
    ':own', quote_literal(coalesce(v_own, v_longest)))
  using p_studio_id, private.my_project_ids(), p_patterns, p_limit, p_version, p_exact, v_own is null;
end $$;

create function private.describe_found(p_studio_id uuid, p_found jsonb) returns json
language sql stable set search_path = '' as $$
  -- What is shown of the results, [{kind, id, nth}], read under the caller's row rules.
  with wanted as (
    select w.kind, w.id, w.nth from jsonb_to_recordset(p_found) as w (kind text, id uuid, nth bigint)
  ), remarks as (
    select 'comment' as kind, c.id, c.task_id, c.content as text, '&openComments=true' as hint, c.created_at as at,
      null::uuid as media_id
    from public.comments c where c.id in (select w.id from wanted w where w.kind = 'comment')
    union all
    select 'revision', v.id, v.task_id, concat_ws(' · ', 'v' || v.version_number,
        coalesce(nullif(v.comment, ''), f.filename)),
      '&version=v' || v.version_number, v.created_at, coalesce(f.poster_media_id, f.id)
    from public.task_versions v
    left join lateral (select m.id, m.filename, m.poster_media_id from public.version_media l
      join public.media m on m.id = l.media_id where l.version_id = v.id order by l.display_order, m.id limit 1) as f
      on true
    where v.id in (select w.id from wanted w where w.kind = 'revision')
  ), told as (
    select 'item' as kind, i.id, i.title, left(i.description, 200) as text, s.name || ' · ' || p.name as place,
      '/studio/' || private.encode_url(w.custom_slug) || '/project/' || private.encode_url(p.custom_slug)
        || '/space/' || private.encode_url(s.custom_slug) || '?item=' || private.encode_url(i.custom_slug) as url,
      st.id as status_id, st.name as status_name, st.color as status_color,
      coalesce(i.thumbnail_media_id, i.poster_media_id) as thumbnail_id, i.updated_at as at,
      k.id as item_kind_id, k.name as item_kind_name
    from public.items i join public.spaces s on s.id = i.space_id join public.projects p on p.id = i.project_id
    join public.studios w on w.id = i.studio_id
    left join lateral (select t.status_id from public.item_tasks t where t.item_id = i.id and not t.is_disabled
      order by t.updated_at desc, t.id limit 1) as t on true
    left join public.task_statuses st on st.id = t.status_id
    left join public.item_kinds k on k.id = i.kind_id
    where i.id in (select w.id from wanted w where w.kind = 'item')
    union all
    select 'project', p.id, p.name, '', '',
      '/studio/' || private.encode_url(w.custom_slug) || '/project/' || private.encode_url(p.custom_slug),
      null, null, null, null, p.updated_at, null, null
    from public.projects p join public.studios w on w.id = p.studio_id
    where p.id in (select w.id from wanted w where w.kind = 'project')
    union all
    select 'space', s.id, s.name, '', p.name,
      '/studio/' || private.encode_url(w.custom_slug) || '/project/' || private.encode_url(p.custom_slug)
        || '/space/' || private.encode_url(s.custom_slug), null, null, null, null, s.updated_at,
      null, null
    from public.spaces s join public.projects p on p.id = s.project_id join public.studios w on w.id = s.studio_id
    where s.id in (select w.id from wanted w where w.kind = 'space')
    union all
    select 'person', u.id, u.display_name, u.email, '',
      '/studio/' || private.encode_url(w.custom_slug) || '/artist/' || u.id, null, null, null, null, u.created_at,
      null, null
    from public.user_profiles u join public.studios w on w.id = p_studio_id
    where u.id in (select w.id from wanted w where w.kind = 'person')
    union all
    select r.kind, r.id, left(r.text, 200), '', d.item_name || ' · ' || d.task_name || ' · ' || d.space_name,
      d.url || r.hint, d.status_id, d.status_name, d.status_color, r.media_id, r.at, null, null
    from remarks r
    join private.place_tasks(array(select x.task_id from remarks x)) as d on d.task_id = r.task_id
  )
  select coalesce(json_agg(json_build_object('kind', t.kind, 'id', t.id, 'title', t.title, 'text', t.text,
      'place', t.place, 'url', t.url, 'status_id', t.status_id, 'status_name', t.status_name,
      'status_color', t.status_color, 'thumbnail_id', t.thumbnail_id, 'at', t.at,
      'item_kind_id', t.item_kind_id, 'item_kind_name', t.item_kind_name)
    order by w.nth, t.kind in ('comment', 'revision'), t.kind), '[]')
  from wanted w join told t on t.kind = w.kind and t.id = w.id
$$;

create function public.search_studio(p_studio_id uuid, p_query text, p_limit integer default 50) returns json
language plpgsql stable set search_path = '' as $$
-- Finds the items, projects, spaces, people, comments and revisions of a studio that contain every word of p_query, in
-- any order, ignoring case and accents; an asset also by its kind (vehicle truck), a revision by its item, stage and
-- number (sh010 layout v3). If nothing matches, one typo in each longer word is forgiven, fewest typos first. An array
-- of {kind, id, title, text, place, url, status_id, status_name, status_color, thumbnail_id, at, item_kind_id,
-- item_kind_name}, the best of each kind first, and among those matches in names before matches in texts. P0002 not a
-- member, 22023 more than 200 characters or a limit outside 1 to 50.
declare
  v_limit integer := private.check_page(p_limit, 50);
  v_words text[];
  v_exact text[];
  v_version integer;
  v_found jsonb;
begin
  if private.my_role_level(p_studio_id) is null then
    perform private.refuse_missing('Studio not found');
  end if;
  if length(p_query) > 200 then
    raise exception 'query must be at most 200 characters' using errcode = '22023';
  end if;
  v_words := array(select w from regexp_split_to_table(private.fold_text(coalesce(p_query, '')), '[\s_/.-]+') as w
    where w <> '');
  if v_words = '{}' then
    return '[]';
  end if;
  v_exact := array(select '%' || regexp_replace(w, '([\\%_])', '\\\1', 'g') || '%' from unnest(v_words) as w);
  v_version := (select substr(w, 2)::integer from unnest(v_words) as w where w ~ '^v[1-9][0-9]{0,4}$' limit 1);
  v_found := (select jsonb_agg(f)
    from private.find_texts(p_studio_id, v_exact, false, v_limit, v_exact, v_version) f);
  if v_found is null then
    v_found := (select jsonb_agg(f) from private.find_texts(p_studio_id,
      array(select private.misspelt_pattern(w) from unnest(v_words) as w), true, v_limit, v_exact, v_version) f);
  end if;
  return private.describe_found(p_studio_id, coalesce(v_found, '[]'));
end $$;

grant execute on function
  private.fold_text(text), private.misspelt_pattern(text),
  private.find_texts(uuid, text[], boolean, integer, text[], integer),
  private.describe_found(uuid, jsonb), public.search_studio(uuid, text, integer)
to authenticated, service_role;
