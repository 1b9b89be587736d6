import { sql } from 'kysely'
import { hoursOfDay, taskResults, taskStates } from '#contract/work/task-states.ts'
import { dayAfter } from '#contract/planting/stages.ts'
import { rows, type Database, type Tx } from '#server/db/database.ts'
import { Client, type Injectable } from './client.ts'
import { inEnglish, sayAs } from './english.ts'
import { pictureOf } from './media.ts'
import { demoPassword } from './people.ts'
import { daysAgo } from './clerk.ts'
import { crews, roundNotes, rounds } from './records/rounds.ts'
import { past, usualHours } from './task-list.ts'

interface Standing {
  batchId: number
  areaId: number
  areaCode: string
  cropCode: string
  landId: number
  landName: string
  plantedOn: string
  until: string
}
interface Round extends Pick<Standing, 'batchId' | 'areaId' | 'landId'> {
  title: string
  type: string
  day: string
  hours: number
  leader: string
  helper: string | null
  cropCode: string
  areaCode: string
}
/** What stood on plots, up to yesterday or its end. */
const standing = (tx: Tx): Promise<Standing[]> =>
  rows<Standing>(
    tx,
    sql`select b.id as batch_id, b.area_id, a.area_code, c.code as crop_code, l.id as land_id,
        l.land_name, b.planted_on::text,
        coalesce(b.finished_on, (now() at time zone n.time_zone)::date - 1)::text as until
      from batch b join tenant n on n.id = b.tenant_id join area a on a.id = b.area_id
        join variety v on v.id = b.variety_id join crop c on c.id = v.crop_id
        join land l on l.id = any(b.land_ids)
      where b.planted_on < (now() at time zone n.time_zone)::date order by b.planted_on, l.id`,
  )

/** Who leads, and who helps if anybody does. */
type Crew = (typeof crews)[string][number]
const namesOf = (crew: Crew) => crew.filter((name) => name !== undefined)
/** So long anybody works a day, all their tasks together. */
const mostHours = 9
/** Who has how much to do on which day; what is accepted of the last weeks is theirs already. */
class Days {
  private readonly hours = new Map<string, number>()
  constructor() {
    for (const [, , , leader, others, , to, more] of past)
      this.take([leader!, ...others], daysAgo(to), more?.hours ?? usualHours)
  }
  take(names: readonly string[], day: string, hours: number): void {
    for (const name of names)
      this.hours.set(`${name} ${day}`, (this.hours.get(`${name} ${day}`) ?? 0) + hours)
  }
  /** Who has the time that day, beginning with whose turn it is. */
  free(crew: readonly Crew[], turn: number, day: string, hours: number): Crew | undefined {
    const has = (name: string) => (this.hours.get(`${name} ${day}`) ?? 0) + hours <= mostHours
    return crew
      .map((_, at) => crew[(turn + at) % crew.length]!)
      .find((one) => namesOf(one).every(has))
  }
}

/** The rounds of all batches, the oldest first; plots take turns, so that nobody is everywhere at once. */
function roundsOf(plots: readonly Standing[]): Round[] {
  const found: Round[] = []
  const days = new Days()
  for (const [place, plot] of plots.entries())
    for (const [verb, type, every, hours, crops] of rounds) {
      if (crops && !crops.includes(plot.cropCode)) continue
      const crew = crews[plot.areaCode]!
      const say = sayAs(plot.landName)
      let turn = place
      for (let day = dayAfter(plot.plantedOn, 1 + (place % every)); day <= plot.until; turn++) {
        const free = days.free(crew, turn, day, hours)
        if (!free) {
          day = dayAfter(day, 1)
          continue
        }
        days.take(namesOf(free), day, hours)
        const [leader, helper = null] = free
        const { batchId, areaId, landId, cropCode, areaCode } = plot
        const of = { batchId, areaId, landId, cropCode, areaCode }
        const hands = { leader: say(leader), helper: helper && say(helper) }
        found.push({ ...of, ...hands, title: say(`${plot.landName}${verb}`), type, day, hours })
        day = dayAfter(day, every)
      }
    }
  return found.sort((a, b) => a.day.localeCompare(b.day))
}

/** As if each had been planned, carried out and accepted on its day: with its hours, its wages and its history. */
async function writeRounds(tx: Tx, all: readonly Round[]): Promise<void> {
  const lines = all.map((one, at) => ({ ...one, no: at + 1 }))
  await sql`with given as (
      select r.*, t.id as type_id, w.id as leader_id, h.id as helper_id, m.account_id as by_id, m.real_name as by_name,
        (r.day || ' 07:40')::timestamp at time zone 'Asia/Shanghai' as began
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as r(no int, "batchId" bigint, "areaId" bigint,
          "landId" bigint, title text, type text, day date, hours numeric, leader text, helper text)
        join task_type t on t.code = r.type join worker w on w.real_name = r.leader
        left join worker h on h.real_name = r.helper
        cross join (select account_id, real_name from member_view where real_name in ('黄美玲', ${inEnglish('黄美玲')})) m
    ), made as (
      insert into task (title, task_code, task_type_id, priority, state, result, area_id, land_ids, batch_id, leader_id,
        participant_ids, starts_on, ends_on, planned_hours, hours, started_at, finished_at, closed_at, closed_by,
        creation_date, created_by, last_update_date, last_updated_by, object_version_number)
      select title, 'T' || to_char(day, 'YYMMDD') || '-' || lpad((row_number() over (partition by day order by no))::text, 3, '0'),
        type_id, 'normal', ${taskStates.closed}, ${taskResults.accepted}, "areaId", array["landId"], "batchId", leader_id,
        array_remove(array[helper_id], null), day, day, hours,
        (select jsonb_agg(jsonb_build_object('workerId', one, 'hours', hours))
          from unnest(array_remove(array[leader_id, helper_id], null)) as one),
        began, began + hours * interval '1 hour', began + interval '10 hours', by_id,
        began - interval '1 day', by_id, began + interval '10 hours', by_id, 4
      from given order by no returning id, title, area_id, land_ids, leader_id, participant_ids, batch_id, starts_on, hours, creation_date, started_at, finished_at, closed_at
    ), paid as (
      insert into work_hours (task_id, worker_id, worked_on, hours, day_wage, amount, created_by, creation_date)
      select t.id, w.id, t.starts_on, h.hours, w.day_wage, round(w.day_wage / ${hoursOfDay} * h.hours, 2), g.by_id, t.closed_at
      from made t cross join lateral jsonb_to_recordset(t.hours) as h("workerId" bigint, hours numeric)
        join worker w on w.id = h."workerId" cross join (select by_id from given limit 1) g
      returning task_id, hours, amount
    ), kept as (
      insert into batch_fact (batch_id, kind, title, quantity, unit_name, amount, occurred_on, source_kind, source_id, created_by, creation_date)
      select t.batch_id, 'labor', t.title, p.hours, 'h', p.amount, t.starts_on, 'task', t.id, g.by_id, t.closed_at
      from made t join (select task_id, sum(hours) as hours, sum(amount) as amount from paid group by task_id) p on p.task_id = t.id
        cross join (select by_id from given limit 1) g
    ), entered as (
      insert into farm_log (origin, done_task_id, log_title, log_type, area_id, land_id, land_ids, batch_id, happened_at,
        leader_id, worker_ids, worked_hours, created_by, creation_date, last_updated_by, last_update_date)
      select 'task', t.id, t.title, 'text', t.area_id, t.land_ids[1], t.land_ids, t.batch_id, t.finished_at, t.leader_id,
        array[t.leader_id] || t.participant_ids, (select sum(p.hours) from paid p where p.task_id = t.id), g.by_id, t.closed_at, g.by_id, t.closed_at
      from made t cross join (select by_id from given limit 1) g
    )
    insert into audit (at, account_id, real_name, address, entity, record_id, title, action)
    select x.at, g.by_id, g.by_name, '127.0.0.1', 'task', t.id::text, t.title, x.action
    from made t cross join (select by_id, by_name from given limit 1) g
      cross join lateral (values (t.creation_date, 'create'), (t.started_at, 'start'), (t.finished_at, 'finish'), (t.closed_at, 'adopt')) as x(at, action)
    order by x.at`.execute(tx)
  // A task is taken to be somebody's from when it is written down; these were so as they were planned.
  await sql`update task set assigned_at = creation_date
    where started_at < assigned_at and state = ${taskStates.closed}`.execute(tx)
}

/** What was seen on the rounds of the last months, written down by who may write on that base. */
async function writeNotes(app: Injectable, all: readonly Round[]): Promise<void> {
  const [worker, foreman, packer, manager] = await Promise.all(
    ['worker', 'zengqiang', 'luoxiaoyan', 'huangmei'].map((login) =>
      new Client(app).signIn(login, demoPassword),
    ),
  )
  const authors = { SQ: [worker!, foreman!, packer!], SW: [manager!] }
  const seen = all.filter(({ type }) => type === 'PATROL' || type === 'PRUNE').slice(-notes)
  const turns = new Map<string, number>()
  // Who looks at the same thing again sees the same.
  const pictures = new Map<string, string>()
  const pictureFor = async (title: string) => {
    const known = pictures.get(title)
    if (known) return known
    const made = await manager!.upload(`${title}.png`, 'image/png', await pictureOf(title))
    pictures.set(title, made)
    return made
  }
  for (const { cropCode, areaCode, areaId, landId, batchId, day } of seen) {
    const turn = turns.get(cropCode) ?? 0
    turns.set(cropCode, turn + 1)
    const pool = roundNotes[cropCode]!
    const [logTitle, description, pictured] = pool[turn % pool.length]!
    const hands = authors[areaCode as keyof typeof authors]
    const author = hands[turn % hands.length]!
    await author.call('POST /wfpf/v1/{tenant}/log', {
      logTitle,
      description,
      logLevel: 'info',
      logType: pictured ? 'image' : 'text',
      content: pictured ? [await pictureFor(logTitle)] : [],
      areaId,
      landId,
      batchId,
      happenedAt: new Date(
        `${day}T08:${String(10 + (turn % 45)).padStart(2, '0')}:00+08:00`,
      ).toISOString(),
    })
  }
}
const notes = 110

/**
 * The rounds of a season. Nobody can tell the console today what was accepted months ago, so they
 * are written as they would stand there; the journal takes what is older.
 */
export async function makePastWork(app: Injectable, db: Database, tenant: number): Promise<void> {
  const all = await db.write(tenant, async (tx) => {
    const found = roundsOf(await standing(tx))
    await writeRounds(tx, found)
    return found
  })
  await writeNotes(app, all)
}
