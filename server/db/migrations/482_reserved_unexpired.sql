-- Whether a last day is over, by the clock of the farm.
create function furrow_has_ended(last_day date) returns boolean stable language sql as $$
  select coalesce(last_day < (select (now() at time zone n.time_zone)::date from tenant n where n.id = furrow_tenant()), false) $$;

-- What begun tasks will take of one thing from a warehouse, lot by lot, whoever asks: what was planned, from the lots that end first and
-- have not ended; or what was reported, from its lots, ended or not. Never more than lies there; `but`: the task that asks for itself.
create or replace function furrow_reserved(warehouse bigint, sku bigint, but bigint default 0) returns table (lot text, quantity numeric)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with wanted as (
    select case when t.state = 3 then lower(coalesce(l.line->>'lot', '')) end as lot, sum((l.line->>'quantity')::numeric) as quantity
    from task t cross join lateral jsonb_array_elements(case when t.state = 3 then t.used else t.materials end) as l(line)
    where t.tenant_id = furrow_tenant() and t.state in (2, 3) and t.warehouse_id = warehouse and t.id <> but and (l.line->>'skuId')::bigint = sku
    group by 1
  ), lots as (
    select b.lot, o.expires_on, greatest(b.quantity, 0) as lying, furrow_has_ended(o.expires_on) as is_over, least(greatest(b.quantity, 0), coalesce(w.quantity, 0)) as taken
    from stock_balance b left join stock_lot o on o.tenant_id = b.tenant_id and o.sku_id = b.sku_id and lower(o.lot) = lower(b.lot)
      left join wanted w on w.lot = lower(b.lot)
    where b.tenant_id = furrow_tenant() and b.warehouse_id = warehouse and b.sku_id = sku and exists (select 1 from wanted)
  ), free as (
    select lot, taken, case when is_over then 0 else lying - taken end as left_over, sum(case when is_over then 0 else lying - taken end) over (order by expires_on nulls last, lot rows unbounded preceding) as up_to from lots
  )
  select f.lot, f.taken + greatest(0, least(f.left_over, coalesce((select w.quantity from wanted w where w.lot is null), 0) - (f.up_to - f.left_over)))
  from free f
$$;
