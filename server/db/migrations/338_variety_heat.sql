-- What warmth a variety's stages take where that is not what its crop's do: [{stage, heatUnits}].
alter table variety add column stage_heat jsonb not null default '[]';

-- The stages of a crop as a variety of it passes through them.
create function furrow_variety_stages(stages jsonb, own jsonb) returns jsonb immutable parallel safe language sql as $$
  select coalesce(jsonb_agg(s.one || coalesce((select jsonb_build_object('heatUnits', o->'heatUnits') from jsonb_array_elements(own) o
    where o->>'stage' = s.one->>'name' limit 1), '{}') order by s.place), '[]')
  from jsonb_array_elements(stages) with ordinality as s (one, place)
$$;
