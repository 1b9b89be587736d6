import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'
import { saidOf } from './answers.ts'
import { Client, type Injectable } from './client.ts'
import { demoPassword } from './people.ts'
import { daysAgo, type Body } from './clerk.ts'
import { past, standing, usualHours, waiting, type Planned } from './task-list.ts'

interface Made {
  id: number
  objectVersionNumber: number
}
type Row = Body & Made

/**
 * The work of the last days and of the next ones: what was accepted with its stock and hours, what
 * waits for acceptance, what goes on, what is late and what nobody has yet. Through the calls that
 * people make; what is over is told as a phone tells it that had no network.
 */
export async function makeTasks(app: Injectable, db: Database, admin: Client): Promise<void> {
  const all = async (path: string) =>
    (await admin.call<{ content: Row[] }>(`GET ${path}`, { size: '0' })).content
  const lands = await all('/wfpf/v1/{tenant}/land')
  const batches = await all('/wfpf/v1/{tenant}/batch')
  const ids = new Map<string, number>()
  const know = (rows: readonly Row[], key: string) =>
    rows.forEach((row) => ids.set(String(row[key]), row.id))
  know(await all('/wfpf/v1/{tenant}/task-type'), 'code')
  know(await all('/wfpf/v1/{tenant}/product/sku'), 'code')
  know(await all('/wfpf/v1/{tenant}/warehouse'), 'code')
  know(await linkedWorkers(admin), 'realName')
  know(await all('/wfpf/v1/{tenant}/machine-kind'), 'name')
  const id = (code: string) => {
    const found = ids.get(code)
    if (!found) throw new Error(`demo: nothing is called ${code}`)
    return found
  }
  const manager = await new Client(app).signIn('huangmei', demoPassword)
  const move = (made: Made, action: string, body: Body = {}) =>
    admin.call<Made>(`POST /wfpf/v1/{tenant}/task/${made.id}/${action}`, body)
  const plan = async ([title, type, plot, leader, others, from, to, more]: Planned) => {
    const land = lands.find(({ landCode }) => landCode === plot)!
    const batch = batches.find(({ landIds }) => (landIds as number[]).includes(land.id))
    const used = (more?.used ?? []).map(([code, lot, quantity]) => ({
      skuId: id(code),
      lot,
      quantity,
    }))
    const made = await manager.call<Made>('POST /wfpf/v1/{tenant}/task', {
      title,
      taskTypeId: id(type),
      areaId: land.areaId,
      landIds: [land.id],
      batchId: batch?.id,
      leaderId: leader ? id(leader) : null,
      participantIds: others.map(id),
      startsOn: daysAgo(from),
      endsOn: daysAgo(to),
      plannedHours: more?.hours,
      priority: more?.priority ?? 'normal',
      warehouseId: used.length > 0 ? id('SQ-INPUT') : null,
      materials: used.map(({ skuId, quantity }) => ({ skuId, quantity })),
      description: more?.what,
    })
    return {
      made,
      used,
      leader,
      others,
      hours: more?.hours ?? usualHours,
      picked: more?.picked,
      machines: more?.machines ?? [],
      water: more?.water ?? null,
      pieces: more?.pieces,
    }
  }
  const finish = async (planned: Awaited<ReturnType<typeof plan>>, days = 0) => {
    const { began, ended } = daysBack(days, planned.hours)
    const people = [...(planned.leader ? [planned.leader] : []), ...planned.others]
    if (began) await plannedBefore(db, admin.tenantId, planned.made.id, began)
    // A plot that was just treated is entered with a reason, as it would be.
    const [lock] = await admin.call<{ landId: number }[]>('GET /wfpf/v1/{tenant}/land/locks')
    await move(planned.made, 'start', {
      ...(lock && { override: '穿戴防护服，作业在上风口' }),
      ...(began && { actedAt: began }),
    })
    await move(planned.made, 'finish', {
      ...(ended && { actedAt: ended }),
      hours: people.map((name, at) => ({
        workerId: id(name),
        hours: planned.hours,
        pieces: planned.pieces?.[at] ?? null,
      })),
      used: planned.used,
      harvested: planned.picked ?? null,
      machines: planned.machines.map(([kind, hours]) => ({ machineKindId: id(kind), hours })),
      waterUsed: planned.water,
      ...saidOf(planned.made),
    })
  }
  for (const { name, base, leader, members, description } of teams)
    await manager.call('POST /wfpf/v1/{tenant}/team', {
      name,
      areaId: lands.find(({ landCode }) => String(landCode).startsWith(base))!.areaId,
      leaderId: id(leader),
      memberIds: members.map(id),
      description,
      enabledFlag: 1,
    })
  for (const one of past) {
    const planned = await plan(one)
    await finish(planned, one[6])
    await toldAtOnce(db, admin.tenantId, planned.made.id)
    // Who reported it does not accept it.
    await manager.call(`POST /wfpf/v1/{tenant}/task/${planned.made.id}/adopt`, {})
  }
  for (const one of waiting) await finish(await plan(one))
  for (const [index, one] of standing.entries()) {
    const planned = await plan(one)
    if (planned.leader && index < 3) await move(planned.made, 'start')
  }
  for (const { type, plots, leader, ...rhythm } of recurring)
    await manager.call('POST /wfpf/v1/{tenant}/task-repeat', {
      ...rhythm,
      taskTypeId: id(type),
      areaId: lands.find(({ landCode }) => landCode === plots[0])!.areaId,
      landIds: lands
        .filter(({ landCode }) => (plots as readonly unknown[]).includes(landCode))
        .map((one) => one.id),
      leaderId: id(leader),
      startsOn: daysAgo(-1),
      enabledFlag: 1,
    })
}
/** When work of a day that is over was begun and finished; that of today is told as it is done. */
function daysBack(days: number, hours: number): { began?: string; ended?: string } {
  if (days === 0) return {}
  const began = Date.parse(`${daysAgo(days)}T07:40:00+08:00`)
  return {
    began: new Date(began).toISOString(),
    ended: new Date(began + hours * hourMs).toISOString(),
  }
}
const hourMs = 3_600_000
/** Nothing is done before it was somebody's: it was planned on the day before. */
const plannedBefore = (db: Database, tenant: number, id: number, began: string) =>
  db.write(tenant, (tx) =>
    sql`update task set creation_date = ${began}::timestamptz - interval '1 day',
      assigned_at = ${began}::timestamptz - interval '1 day' where id = ${id}`.execute(tx),
  )
/** The server heard of it then and there, not on the day on which the demo was filled. */
const toldAtOnce = (db: Database, tenant: number, id: number) =>
  db.write(tenant, (tx) =>
    sql`update task set start_received_at = started_at, finish_received_at = finished_at
      where id = ${id}`.execute(tx),
  )
/** Who usually works together. */
const teams = [
  {
    name: '采收班',
    base: 'SQ',
    leader: '罗小燕',
    members: ['卢桂芳', '曾强'],
    description: '番茄、菜心、火龙果采收和装筐',
  },
  {
    name: '水稻机耕班',
    base: 'SW',
    leader: '何国强',
    members: ['彭海涛'],
    description: '整地、机收和灌水',
  },
] as const
/** What comes again by itself, from tomorrow on. */
const recurring = [
  {
    title: '番茄大棚例行巡查',
    type: 'PATROL',
    plots: ['SQ-E01', 'SQ-E02'],
    leader: '曾强',
    period: 'week',
    weekdays: ['monday', 'thursday'],
    leadDays: 1,
    plannedHours: 2,
    photoCount: 2,
    description: '看徒长、看病叶、看滴灌堵没堵，发现问题拍照。',
  },
  {
    title: '火龙果园月度清园',
    type: 'PRUNE',
    plots: ['SQ-D02'],
    leader: '李大山',
    period: 'month',
    days: 3,
    leadDays: 5,
    plannedHours: 24,
  },
] as const

/** Workers who have an account act under it. */
async function linkedWorkers(admin: Client): Promise<Row[]> {
  const list = async (path: string) =>
    (await admin.call<{ content: Row[] }>(`GET ${path}`, { size: '0' })).content
  const users = await list('/iam/v1/{tenant}/users')
  const workers = await list('/wfpf/v1/{tenant}/worker')
  for (const worker of workers) {
    const user = users.find(({ realName }) => realName === worker.realName)
    if (!user) continue
    const { id, objectVersionNumber, realName, workerCode, phone, kind, areaId } = worker
    const { skills, dayWage, joinedOn, enabledFlag } = worker
    await admin.call('PUT /wfpf/v1/{tenant}/worker', {
      id,
      objectVersionNumber,
      realName,
      workerCode,
      phone,
      kind,
      areaId,
      skills,
      dayWage,
      joinedOn,
      enabledFlag,
      userId: user.id,
    })
  }
  return workers
}
