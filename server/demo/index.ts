import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'
import { hashPassword } from '#server/modules/account/engine/password.ts'
import { createAccount } from '#server/modules/account/engine/tenant.ts'
import type { Stage } from '#server/http/front.ts'
import { makeActivities } from './activities.ts'
import { makeAttendance } from './attendance.ts'
import { makeAlarms } from './alarms.ts'
import { makeApprovals } from './approvals.ts'
import { Client, type Injectable } from './client.ts'
import { makeBoards } from './boards.ts'
import { makeCameraTimers, takeFirstPictures } from './camera-timers.ts'
import { makeCameras } from './cameras.ts'
import { makeCalculations } from './calculations.ts'
import { makeControl } from './control.ts'
import { makeDevices } from './devices.ts'
import { makeLora } from './lora.ts'
import { makeStock } from './stock.ts'
import { makeSeedLots } from './seed-lots.ts'
import { makeMachines, makePlans } from './plans.ts'
import { makeTasks } from './tasks.ts'
import { makeSims } from './sims.ts'
import { bases, boundaryOf, notices, plots, screens, units } from './farm.ts'
import { makeMedia, pictureOf } from './media.ts'
import { startOfDay } from './past.ts'
import { makePastWork } from './past-work.ts'
import { makeProducts } from './products.ts'
import { records } from './records.ts'
import { makeSeason } from './season.ts'
import type { Simulated } from './simulated-farm.ts'
import {
  demoPassword,
  firstTenant,
  inBoth,
  operator,
  organizations,
  people,
  secondTenant,
} from './people.ts'
import { roles } from './roles.ts'

interface Made {
  id: number
  objectVersionNumber: number
}
const modules = ['wfpf-farm', 'wfpf-inventory', 'wfpf-company', 'wfpf-visual']

/**
 * Fills an empty installation: two tenants that never see each other and people with different
 * rights. All through the calls that people make, but for what nobody can tell today: the very
 * first account, the operator's, and the rounds of months ago. Answers what the simulator plays.
 */
export async function fillDemo(
  app: Injectable,
  db: Database,
  show: (stage: Stage) => void,
  /** Of a name that no call brings. */
  say: (text: string) => string = (text) => text,
): Promise<Simulated> {
  const passwordHash = await hashPassword(demoPassword)
  await db.platform((tx) =>
    createAccount(tx, {
      ...operator,
      realName: say(operator.realName),
      phone: null,
      passwordHash,
      defaultTenantId: null,
      isOperator: true,
    }),
  )
  const platform = await new Client(app).signIn(operator.loginName, demoPassword)
  for (const { tenantName, admin } of [firstTenant, secondTenant]) {
    await platform.call('POST /iam/v1/platform/tenants', {
      tenantName,
      ...admin,
      subModules: modules,
    })
    await join(db, admin, passwordHash)
  }
  const admin = await new Client(app).signIn(firstTenant.admin.loginName, demoPassword)
  show({ key: 'start.demo.people', share: 0.15 })
  const organizationIds = await makeOrganizations(admin)
  const roleIds = await makeRoles(admin)
  for (const { role, organization, ...person } of [
    ...people,
    { ...inBoth, role: 'storekeeper', organization: 'STORE' },
  ]) {
    await admin.call('POST /iam/v1/{tenant}/users', {
      ...person,
      roleIds: [roleIds.get(role)!],
      organizationId: organizationIds.get(organization)!,
      enabledFlag: 1,
    })
    await join(db, person, passwordHash)
  }
  await makeCard(admin)
  show({ key: 'start.demo.ground', share: 0.3 })
  await makeBases(admin)
  for (const [code, name, enName] of units)
    await admin.call('POST /wfpf/v1/{tenant}/unit', { code, name, enName })
  await makeRecords(admin)
  await makeProducts(admin)
  const video = await makeCameras(admin)
  await makeCameraTimers(admin)
  const devices = await makeDevices(admin)
  await makeLora(admin)
  await makeSims(admin)
  await makeAlarms(admin)
  await makeApprovals(admin)
  show({ key: 'start.demo.stock', share: 0.6 })
  await makeStock(app, admin)
  await makeSeedLots(admin)
  await makeControl(admin)
  await makeBoards(admin)
  await makeCalculations(admin)
  await makeSeason(app, admin)
  await makePastWork(app, db, admin.tenantId)
  await makeMachines(admin)
  await makeTasks(app, db, admin)
  await makeAttendance(db, admin.tenantId, say)
  await makeActivities(app, admin)
  await makePlans(admin)
  show({ key: 'start.demo.pictures', share: 0.85 })
  await makeMedia(admin)
  for (const notice of notices) {
    const { id } = await admin.call<Made>('POST /hmsg/v1/{tenant}/notices', notice)
    await admin.call(`POST /hmsg/v1/{tenant}/notices/${id}/publish`)
  }
  await admin.call('POST /hmsg/v1/{tenant}/notices', {
    ...notices[0],
    title: '春节放假与值班安排（草稿）',
  })
  await admin.call('POST /wfpf/v1/{tenant}/tenant/novice/unlock')
  await platform.call(`PUT /iam/v1/platform/tenants/${admin.tenantId}/screens`, { screens })

  const chen = await new Client(app).signIn(secondTenant.admin.loginName, demoPassword)
  const administrators = await chen.call<{ content: Made[] }>('GET /iam/v1/{tenant}/roles', {
    size: '0',
  })
  // `both` already works for the first tenant and joins the second with the account they have: it
  // is their phone.
  const invited = await chen.call<Made>('POST /iam/v1/{tenant}/users', {
    ...inBoth,
    roleIds: [administrators.content[0]!.id],
    enabledFlag: 1,
  })
  await chen.call(`POST /iam/v1/{tenant}/users/${invited.id}/reset-password`)
  const both = await new Client(app).signIn(inBoth.loginName, demoPassword)
  const [{ id } = { id: 0 }] = await both.call<{ id: number }[]>(
    'GET /iam/stong/v1/users/invitations',
  )
  await both.call('POST /iam/stong/v1/users/invitations/accept', { id })
  await takeFirstPictures(db, admin.tenantId)
  return { tenantId: admin.tenantId, until: startOfDay(Date.now()), devices, video }
}

async function makeOrganizations(admin: Client): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  const { content } = await admin.call<{ content: Made[] }>('GET /iam/v1/{tenant}/organization', {
    size: '0',
  })
  for (const { children, ...unit } of organizations) {
    const made = await admin.call<Made>('POST /iam/v1/{tenant}/organization', {
      ...unit,
      parentId: content[0]!.id,
      enabledFlag: 1,
    })
    ids.set(unit.code, made.id)
    for (const child of children)
      ids.set(
        child.code,
        (
          await admin.call<Made>('POST /iam/v1/{tenant}/organization', {
            ...child,
            parentId: made.id,
            enabledFlag: 1,
          })
        ).id,
      )
  }
  return ids
}
async function makeRoles(admin: Client): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const { codes, ...role } of roles) {
    const made = await admin.call<Made>('POST /iam/v1/{tenant}/roles', { ...role, enabledFlag: 1 })
    await admin.call(`PUT /iam/v1/{tenant}/roles/${made.id}/permissions`, {
      codes,
      objectVersionNumber: made.objectVersionNumber,
    })
    ids.set(role.code, made.id)
  }
  return ids
}
/**
 * Takes an invitation up, as the person would with the code they were handed; their phones count as
 * proved.
 */
async function join(
  db: Database,
  { loginName, phone }: { loginName: string; phone: string },
  passwordHash: string,
): Promise<void> {
  await db.platform((tx) =>
    sql`update account set login_name = ${loginName}, phone = ${phone},
      password_hash = ${passwordHash}, invited_login_name = null, invited_phone = null
    where login_name is null and invited_login_name = ${loginName} and invited_phone = ${phone}`.execute(
      tx,
    ),
  )
}
async function makeCard(admin: Client): Promise<void> {
  const card = await admin.call<Record<string, unknown>>('GET /wfpf/v1/{tenant}/corporation')
  const { tenantName, timeZone, telemetryMonths, objectVersionNumber } = card
  await admin.call('PUT /wfpf/v1/{tenant}/corporation', {
    tenantName,
    timeZone,
    telemetryMonths,
    objectVersionNumber,
    ...firstTenant.card,
  })
}
async function makeRecords(admin: Client): Promise<void> {
  const ids = new Map<string, number>()
  const { content } = await admin.call<{ content: { areaId: number; areaCode: string }[] }>(
    'GET /wfpf/v2/{tenant}/area',
    { organizationType: 'area', size: '0' },
  )
  for (const { areaId, areaCode } of content) ids.set(`@area/${areaCode}`, areaId)
  const lands = await admin.call<{ content: { id: number; landCode: string }[] }>(
    'GET /wfpf/v1/{tenant}/land',
    { size: '0' },
  )
  for (const { id, landCode } of lands.content) ids.set(`@land/${landCode}`, id)
  for (const [path, key, list] of records) {
    for (const row of list) {
      const body = Object.fromEntries(
        Object.entries(row).map(([name, value]) => [name, ids.get(String(value)) ?? value]),
      )
      for (const name of ['picture', 'imageUrl'])
        if (body[name] === true)
          body[name] = await admin.upload(
            `${path}.png`,
            'image/png',
            await pictureOf(String(row.name ?? row.seedName ?? row[key])),
          )
      ids.set(
        `@${path}/${String(row[key])}`,
        (await admin.call<Made>(`POST /wfpf/v1/{tenant}/${path}`, body)).id,
      )
    }
  }
}
async function makeBases(admin: Client): Promise<void> {
  for (const { edge, ...base } of bases) {
    const [lat = 0, lng = 0] = base.latlng.split(',').map(Number)
    const around = edge.map(([east = 0, north = 0]) => [
      Number((lng + east / 1000).toFixed(6)),
      Number((lat + north / 1000).toFixed(6)),
    ])
    const { id } = await admin.call<Made>('POST /wfpf/v1/{tenant}/area', {
      ...base,
      boundary: around,
    })
    for (const [i, [landName, code, acreage, landType]] of plots[base.areaCode]!.entries()) {
      const boundary = boundaryOf(
        lng + (Math.floor(i / 4) - 1.5) * 0.0027,
        lat + ((i % 4) - 1.5) * 0.0021,
        acreage,
        i,
      )
      await admin.call('POST /wfpf/v1/{tenant}/land', {
        landName,
        landCode: `${base.areaCode}-${code}`,
        areaId: id,
        acreage,
        landType,
        boundary,
        enabledFlag: 1,
      })
    }
  }
}
