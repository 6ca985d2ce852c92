/**
 * SQL functions, replaced at the first start of each new version, like the grants. They run with the rights of the caller,
 * so the tables' policies apply inside.
 */
export const functionsSql = `
-- A visitor has listened to something of a product. However often that is said, a session is one play of a product,
-- on the day it began, also when it goes on after midnight. Without a session there is only a number. Answers whether it
-- is a play that was not counted before.
create or replace function record_preview_play(
  new_id uuid, product uuid, session text, day date, seconds integer, is_complete boolean,
  held_device text, came_from text, played_at timestamptz
) returns boolean language sql as $$
  insert into preview_plays as known (id, product_id, session_id, date_played, play_count, complete_plays,
    total_duration, device, referrer, first_played_at, last_played_at)
  select new_id, products.id, session,
    coalesce((select min(date_played) from preview_plays where product_id = product and session_id = session), day),
    1, (session is not null and is_complete)::int,
    case when session is null then 0 else seconds end,
    case when session is not null then held_device end, case when session is not null then came_from end,
    played_at, played_at
  from products where products.id = product and products.status = 'published'
  on conflict (website_id, product_id, session_id, date_played) do update set
    play_count = known.play_count + (known.session_id is null)::int,
    complete_plays = greatest(known.complete_plays, excluded.complete_plays),
    total_duration = least(86400, known.total_duration + excluded.total_duration),
    last_played_at = greatest(known.last_played_at, excluded.last_played_at)
  returning known.session_id is null or known.first_played_at = played_at
$$;
`
