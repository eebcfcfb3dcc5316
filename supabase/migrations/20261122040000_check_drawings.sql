-- Purpose: a comment carries drawings on frames in metadata.drawings; the database takes no malformed ones.
-- Reversal: drop constraint comments_drawings_check, then the two functions.

create function private.is_drawing_point(p_point jsonb) returns boolean
language sql immutable set search_path = '' as $$
  -- Whether it is {x, y} inside a picture, each from 0 to 1.
  select coalesce(jsonb_typeof(p_point -> 'x') = 'number' and jsonb_typeof(p_point -> 'y') = 'number'
    and (p_point ->> 'x')::numeric between 0 and 1 and (p_point ->> 'y')::numeric between 0 and 1, false)
$$;

create function private.is_drawing_shape(p_shape jsonb) returns boolean
language sql immutable set search_path = '' as $$
  -- Whether it is one stroke {kind: pen, points}, arrow or box {from, to} or word {kind: text, at, text}, with a colour #rrggbb.
  select coalesce(p_shape ->> 'color' ~ '^#[0-9a-f]{6}$' and case p_shape ->> 'kind'
    when 'pen' then jsonb_typeof(p_shape -> 'points') = 'array' and jsonb_array_length(p_shape -> 'points') between 1 and 500
      and not exists (select from jsonb_array_elements(p_shape -> 'points') as p (point) where not private.is_drawing_point(p.point))
    when 'arrow' then private.is_drawing_point(p_shape -> 'from') and private.is_drawing_point(p_shape -> 'to')
    when 'box' then private.is_drawing_point(p_shape -> 'from') and private.is_drawing_point(p_shape -> 'to')
    when 'text' then private.is_drawing_point(p_shape -> 'at') and jsonb_typeof(p_shape -> 'text') = 'string'
      and length(p_shape ->> 'text') between 1 and 200
    else false end, false)
$$;

create function private.are_drawings(p_drawings jsonb) returns boolean
language sql immutable set search_path = '' as $$
  -- Whether it is a list of at most 20 {mediaId, frame, shapes}: a file, a whole frame from 0 and at most 200 well-formed shapes.
  select case when p_drawings is null then true when jsonb_typeof(p_drawings) <> 'array' then false else
    jsonb_array_length(p_drawings) <= 20 and not exists (
      select from jsonb_array_elements(p_drawings) as d (drawing)
      where not coalesce(
        case when jsonb_typeof(d.drawing -> 'frame') = 'number' and jsonb_typeof(d.drawing -> 'shapes') = 'array' then
          d.drawing ->> 'mediaId' ~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'
          and (d.drawing ->> 'frame')::numeric between 0 and 10000000 and (d.drawing ->> 'frame')::numeric % 1 = 0
          and jsonb_array_length(d.drawing -> 'shapes') between 1 and 200
          and not exists (select from jsonb_array_elements(d.drawing -> 'shapes') as s (shape) where not private.is_drawing_shape(s.shape))
        end, false)) end
$$;
-- The check calls them as the writer.
grant execute on function private.is_drawing_point(jsonb), private.is_drawing_shape(jsonb), private.are_drawings(jsonb) to authenticated, service_role;

-- Most comments have none, and thousands are written at once: the function is asked for those that do.
alter table public.comments add constraint comments_drawings_check check (not metadata ? 'drawings' or private.are_drawings(metadata -> 'drawings'));
