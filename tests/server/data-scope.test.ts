import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from '#contract/call.ts'
import { entities } from '#contract/domains.ts'
import { moduleOfCode } from '#server/http/actor.ts'
import { tableOf } from '#server/db/columns.ts'
import { rows } from '#server/db/database.ts'
import { raiseRights } from '#server/db/rights.ts'
import { newMember, newTenant, startApp, type Tenant, type TestApp } from './harness.ts'
import { editable, madeByPeople, make, type Made } from './samples.ts'
import { everything, fill, type Rows } from './strangers.ts'

/** Tables in which everybody of a tenant sees every row, and why. */
const unscoped: Readonly<Record<string, readonly string[]>> = {
  'who and what the tenant is': [
    'organization',
    'role',
    'role_permission',
    'member',
    'member_role',
    'known_account',
    'tenant_screen',
    'screen_pass',
    'file',
  ],
  'words and goods that every base uses': [
    'unit',
    'crop',
    'variety',
    'task_type',
    'partner',
    'attribute',
    'product',
    'product_sku',
    'product_unit',
    'stock_lot',
    'control_class',
    'payload_codec',
    'lora_network',
    'lora_stranger',
    'sim_platform',
  ],
  'told to everybody': [
    'notice',
    'notice_read',
    'article',
    'article_category',
    'banner',
    'publicity_video',
    'picture',
    'picture_folder',
  ],
  'settings of the whole tenant': [
    'document_number_rule',
    'document_number',
    'inventory_option',
    'approval_process',
    'approval_version',
    'approval_setting',
  ],
  'whoever is part of it, by name': [
    'approval_case',
    'approval_task',
    'approval_copy',
    'approval_event',
    'approval_record',
    'approval_delegation',
  ],
  'its maker’s, or shared by them: what it shows is asked as its viewer': ['board'],
  'what the services know: nobody asks for it': ['reference_told', 'device_network'],
  'one person’s own, by account': [
    'user_message',
    'menu_theme',
    'list_preference',
    'list_view',
    'job',
    'list_import',
    'idempotency',
  ],
}

let app: TestApp
let mine: Tenant
let elsewhere: Made
let stranger: Awaited<ReturnType<typeof newMember>>
let scoped: Set<string>
const made: Rows = new Map()
const everyCode = [...moduleOfCode.keys()]

/** Somebody with every code who sees what `set` says. */
async function limited(set: { dataScope: string; areas?: number[]; organizationId?: number }) {
  const member = await newMember(app, mine, everyCode)
  await app.db.write(mine.id, async (tx) => {
    await sql`update member set data_scope = ${set.dataScope},
      scope_area_ids = ${set.areas ?? []}::bigint[], organization_id = ${set.organizationId ?? null}
      where account_id = ${member.accountId}`.execute(tx)
    await raiseRights(tx, mine.id)
  })
  return member
}
beforeAll(async () => {
  app = await startApp({ liveBeat: 300 })
  // Only calls may change anything here.
  await app.rest()
  mine = await newTenant(app)
  await fill(made, mine.admin)
  const area = entities.find(({ name }) => name === 'area')!
  elsewhere = await make(area, mine.admin)
  stranger = await limited({ dataScope: 'areas', areas: [elsewhere.id] })
  scoped = new Set(
    (
      await app.db.platform((tx) =>
        rows<{ name: string }>(
          tx,
          sql`select tablename as name from pg_policies where policyname = 'in_scope'`,
        ),
      )
    ).map(({ name }) => name),
  )
}, 120_000)
afterAll(() => app.end())

test('every table of tenants is limited, or says why not', async () => {
  const tables = await app.db.platform((tx) =>
    rows<{ name: string }>(
      tx,
      sql`select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
    where c.relkind in ('r', 'p') and not c.relispartition
    and c.relnamespace = 'public'::regnamespace and c.relname <> 'session'`,
    ),
  )
  const said = Object.values(unscoped).flat()
  expect(
    tables.map(({ name }) => name).filter((name) => !scoped.has(name) && !said.includes(name)),
  ).toEqual([])
  expect(
    said.filter((name) => scoped.has(name) || !tables.some((table) => table.name === name)),
  ).toEqual([])
})

test(
  'whoever sees one base finds no row of another, by any way',
  { timeout: 120_000 },
  async () => {
    const limitedEntities = madeByPeople.filter((entity) => scoped.has(tableOf(entity)))
    expect(limitedEntities.length).toBeGreaterThan(15)
    const before = await everything(app, mine.id)
    for (const entity of limitedEntities) {
      const row = made.get(entity.name)!
      const { content, totalElements } = await stranger.call<Page<Made>>(entity.api.list!, {
        ids: String(row.id),
        size: '0',
        ...entity.fixedQuery,
      })
      expect([entity.name, content, totalElements]).toEqual([entity.name, [], 0])
      if (entity.api.show)
        expect([
          entity.name,
          (await stranger.send(entity.api.show.replace('{id}', String(row.id)))).statusCode,
        ]).toEqual([entity.name, 404])
      expect([
        entity.name,
        (await stranger.send(entity.api.edit!, editable(entity, row))).statusCode,
      ]).toEqual([entity.name, 404])
      expect([
        entity.name,
        (await stranger.send(`GET /iam/v1/{tenant}/audit/${entity.name}/${row.id}`)).statusCode,
      ]).toEqual([entity.name, 404])
      const [endpoint, body] = entity.api.delete!.includes('{id}')
        ? [entity.api.delete!.replace('{id}', String(row.id)), undefined]
        : [entity.api.delete!, { id: row.id }]
      expect([entity.name, (await stranger.send(endpoint, body)).statusCode]).toEqual([
        entity.name,
        404,
      ])
      const seen = await mine.admin.call<Page<Made>>(entity.api.list!, {
        ids: String(row.id),
        size: '0',
        ...entity.fixedQuery,
      })
      expect([entity.name, seen.content.map(({ id }) => id)]).toEqual([entity.name, [row.id]])
    }
    expect(await everything(app, mine.id)).toBe(before)
  },
)

test('a search finds nothing from outside', { timeout: 60_000 }, async () => {
  const names = [...made]
    .filter(([name]) => {
      const entity = entities.find((one) => one.name === name)
      return entity && scoped.has(tableOf(entity)) && entity.name !== 'area'
    })
    .flatMap(([name, row]) => {
      const entity = entities.find((one) => one.name === name)!
      const text = row[entity.title]
      const field = entity.fields[entity.title]
      return field?.kind === 'text' &&
        !field.readonly &&
        typeof text === 'string' &&
        text.length > 2
        ? [text]
        : []
    })
  expect(names.length).toBeGreaterThan(8)
  for (const q of names)
    expect([
      q,
      (await stranger.send('GET /iam/v1/{tenant}/search', { q })).body.includes(`"${q}"`),
    ]).toEqual([q, false])
})

test('an export and the live events hold what one sees, no more', async () => {
  const device = made.get('device')!
  const { jobId } = await stranger.call<{ jobId: number }>('POST /iam/v1/{tenant}/exports', {
    entity: 'device',
    format: 'csv',
    columns: ['name'],
    query: {},
  })
  await app.jobs.start()
  for (
    let i = 0;
    i < 100 &&
    (await stranger.call<{ state: string }>(`GET /iam/v1/{tenant}/jobs/${jobId}`)).state !== 'done';
    i++
  )
    await wait(50)
  expect(await stranger.call(`GET /iam/v1/{tenant}/jobs/${jobId}`)).toMatchObject({
    state: 'done',
    message: '0',
  })

  const address = await app.http.listen({ port: 0, host: '127.0.0.1' })
  const stop = new AbortController()
  const texts = await Promise.all(
    [stranger.token, mine.admin.token].map(async (token) => {
      const response = await fetch(`${address}/iam/v1/${mine.id}/live`, {
        headers: { authorization: `Bearer ${token}` },
        signal: stop.signal,
      })
      const seen: string[] = []
      void (async () => {
        for await (const chunk of response.body!)
          seen.push(new TextDecoder().decode(chunk as Uint8Array))
      })().catch(() => undefined)
      return () => seen.join('')
    }),
  )
  const current = await mine.admin
    .call<Made>(`GET /wfpe/v1/{tenant}/device/${device.id}`)
    .catch(() => device)
  await mine.admin.call(
    'PUT /wfpe/v1/{tenant}/device',
    editable(
      entities.find(({ name }) => name === 'device')!,
      current,
    ),
  )
  const own = await make(
    entities.find(({ name }) => name === 'land')!,
    mine.admin,
  )
  await mine.admin.call('PUT /wfpf/v1/{tenant}/area', {
    ...editable(
      entities.find(({ name }) => name === 'area')!,
      elsewhere,
    ),
  })
  for (let i = 0; i < 100 && !texts[0]!().includes(`[${elsewhere.id}]`); i++) await wait(30)
  expect(texts[1]!()).toContain(`"resource":"device","ids":[${device.id}]`)
  expect(texts[0]!()).toContain(`"resource":"area","ids":[${elsewhere.id}]`)
  for (const id of [
    `"resource":"device","ids":[${device.id}]`,
    `"resource":"land","ids":[${own.id}]`,
  ])
    expect(texts[0]!()).not.toContain(id)
  stop.abort()
})

test('bases of one’s organisation and of those below it, and what one made oneself', async () => {
  const post = (name: string, body: Record<string, unknown>) =>
    mine.admin.call<Made>(entities.find((one) => one.name === name)!.api.create!, body)
  const upper = await post('organization', { name: '华南片区' })
  const lower = await post('organization', { name: '番禺基地部', parentId: upper.id })
  const ours = await post('area', { areaName: '番禺基地', organizationId: lower.id })
  const manager = await limited({ dataScope: 'organization', organizationId: upper.id })
  const areas = async (client: typeof manager) =>
    (
      await client.call<Page<Made>>('GET /wfpf/v2/{tenant}/area', {
        organizationType: 'area',
        size: '0',
      })
    ).content.map(({ id }) => id)
  expect(await areas(manager)).toEqual([ours.id])
  // The base changes hands, and with it who sees it, from the next call on.
  await mine.admin.call('PUT /wfpf/v1/{tenant}/area', {
    id: ours.id,
    objectVersionNumber: ours.objectVersionNumber,
    areaName: '番禺基地',
    organizationId: null,
  })
  expect(await areas(manager)).toEqual([])

  const clerk = await limited({ dataScope: 'own' })
  const warehouse = await make(
    entities.find(({ name }) => name === 'warehouse')!,
    mine.admin,
  )
  const theirs = made.get('warehousing')!
  const list = async () =>
    (
      await clerk.call<Page<Made>>(entities.find(({ name }) => name === 'warehousing')!.api.list!, {
        size: '0',
      })
    ).content.map(({ id }) => id)
  expect([await list(), (await areas(clerk)).length > 1]).toEqual([[], true])
  const body = editable(
    entities.find(({ name }) => name === 'warehousing')!,
    theirs,
  ) as Record<string, unknown>
  const { id: _id, objectVersionNumber: _version, ...fresh } = body
  const own = await clerk.call<Made>(
    entities.find(({ name }) => name === 'warehousing')!.api.create!,
    { ...fresh, warehouseId: warehouse.id, toWarehouseId: undefined },
  )
  expect(await list()).toEqual([own.id])
})

test('nobody lets others see more than they see', async () => {
  const role = (client: typeof stranger, body: Record<string, unknown>) =>
    client.send('POST /iam/v1/{tenant}/roles', {
      code: `s${Math.trunc(performance.now() * 1000)}`,
      name: '片区角色',
      ...body,
    })
  expect([
    (await role(stranger, {})).statusCode,
    (await role(stranger, { dataScope: 'own' })).statusCode,
  ]).toEqual([403, 403])
  expect(
    (await role(stranger, { dataScope: 'areas', scopeAreaIds: [made.get('area')!.id] })).statusCode,
  ).toBe(422)
  const narrow = await role(stranger, { dataScope: 'areas', scopeAreaIds: [elsewhere.id] })
  expect(narrow.statusCode).toBe(200)
  const wide = (await role(mine.admin as typeof stranger, { dataScope: 'all' })).json<Made>()
  const person = (roleIds: number[], more: Record<string, unknown> = {}) =>
    stranger.send('POST /iam/v1/{tenant}/users', {
      loginName: `p${Math.trunc(performance.now() * 1000)}`,
      realName: '新人',
      roleIds,
      ...more,
    })
  expect((await person([wide.id])).statusCode).toBe(403)
  const colleague = await mine.admin.call<Made>('POST /iam/v1/{tenant}/users', {
    loginName: `w${Math.trunc(performance.now() * 1000)}`,
    realName: '全看的人',
    roleIds: [wide.id],
  })
  expect(
    (await stranger.send(`POST /iam/v1/{tenant}/users/${colleague.id}/reset-password`, {})).json(),
  ).toMatchObject({ code: 'grant.scope' })
  expect((await person([narrow.json<Made>().id], { dataScope: 'all' })).statusCode).toBe(403)
  expect((await person([narrow.json<Made>().id])).statusCode).toBe(200)
  const self = (
    await mine.admin.call<Page<Made>>('GET /iam/v1/{tenant}/users', {
      loginName: stranger.loginName,
    })
  ).content[0]!
  const user = entities.find(({ name }) => name === 'user')!
  expect(
    (
      await stranger.send('PUT /iam/v1/{tenant}/users', {
        ...editable(user, self),
        loginName: undefined,
        phone: undefined,
        organizationId: undefined,
        dataScope: 'all',
        scopeAreaIds: undefined,
      })
    ).statusCode,
  ).toBeGreaterThanOrEqual(400)
})

test('a rule moves no device that its author sees no longer', async () => {
  const area = await make(
    entities.find(({ name }) => name === 'area')!,
    mine.admin,
  )
  const author = await limited({ dataScope: 'areas', areas: [area.id] })
  const valve = await author.call<Made>('POST /wfpe/v1/{tenant}/device', {
    name: '阀',
    deviceType: 'electric_valve',
    eui: `v${Math.trunc(performance.now() * 1000)}`,
    areaId: area.id,
    reportMinutes: 5,
  })
  const outside = made.get('device')!
  const rule = (deviceId: number) => ({
    name: `规则${Math.trunc(performance.now() * 1000)}`,
    enabledFlag: 1,
    actions: [{ mode: 'serial', deviceId, channel: 'open', value: 1 }],
  })
  expect(
    (await author.send('POST /wfpe/v1/{tenant}/control-rule', rule(outside.id))).statusCode,
  ).toBeGreaterThanOrEqual(400)
  const made2 = await author.call<Made>('POST /wfpe/v1/{tenant}/control-rule', rule(valve.id))
  const run = () =>
    mine.admin.call<{ state: string; reason: string | null }>(
      `POST /wfpe/v1/{tenant}/control-rule/${made2.id}/run`,
    )
  await app.db.write(mine.id, async (tx) => {
    await sql`update member set scope_area_ids = ${[elsewhere.id]}::bigint[]
      where account_id = ${author.accountId}`.execute(tx)
    await raiseRights(tx, mine.id)
  })
  expect(await run()).toMatchObject({ state: 'skipped', reason: 'author' })
  await app.db.write(mine.id, async (tx) => {
    await sql`update member set scope_area_ids = ${[area.id]}::bigint[] where account_id = ${author.accountId}`.execute(
      tx,
    )
    await raiseRights(tx, mine.id)
  })
  expect((await run()).reason).not.toBe('author')
})

test('of rules one sees those that are all within what one sees, whoever wrote them', async () => {
  const base = entities.find(({ name }) => name === 'area')!
  const [area, other] = [await make(base, mine.admin), await make(base, mine.admin)]
  const valveIn = (areaId: number) =>
    mine.admin.call<Made>('POST /wfpe/v1/{tenant}/device', {
      name: '阀',
      deviceType: 'electric_valve',
      eui: `w${Math.trunc(performance.now() * 1000)}`,
      areaId,
      reportMinutes: 5,
    })
  const [inside, outside] = [await valveIn(area.id), await valveIn(other.id)]
  const group = await mine.admin.call<Made>('POST /wfpe/v1/{tenant}/device-group', {
    name: '两处',
    deviceIds: [inside.id, outside.id],
  })
  const rule = async (actions: object[], more: object = {}) =>
    (
      await mine.admin.call<Made>('POST /wfpe/v1/{tenant}/control-rule', {
        name: `规则${Math.trunc(performance.now() * 1000)}`,
        enabledFlag: 1,
        actions,
        ...more,
      })
    ).id
  const move = (deviceId: number) => ({ mode: 'serial', deviceId, channel: 'open', value: 1 })
  const within = await rule([move(inside.id)])
  await rule([move(inside.id), move(outside.id)])
  await rule([move(inside.id)], {
    conditions: [{ group: 1, deviceId: outside.id, metric: 'flow', operator: 'above', value: 1 }],
  })
  await rule([{ mode: 'serial', groupId: group.id, channel: 'open', value: 1 }])
  const member = await limited({ dataScope: 'areas', areas: [area.id] })
  const list = async (client: typeof member) =>
    (
      await client.call<Page<Made>>('GET /wfpe/v1/{tenant}/control-rule', { size: '0' })
    ).content.map(({ id }) => id)
  expect(await list(member)).toEqual([within])
  await mine.admin.call(`POST /wfpe/v1/{tenant}/control-rule/${within}/run`)
  expect(
    (
      await member.call<Page<{ ruleId: number }>>('GET /wfpe/v1/{tenant}/control-run', {
        size: '0',
      })
    ).content.map(({ ruleId }) => ruleId),
  ).toEqual([within])
})

test('a policy that is gone is noticed', async () => {
  const { default: pg } = await import('pg')
  const owner = new pg.Client({ connectionString: app.owner })
  await owner.connect()
  const device = made.get('device')!
  const find = async () =>
    (await stranger.call<Page<Made>>('GET /wfpe/v1/{tenant}/device', { ids: String(device.id) }))
      .content.length
  expect(await find()).toBe(0)
  const {
    rows: [policy],
  } = await owner.query<{ qual: string }>(
    "select qual from pg_policies where policyname = 'in_scope' and tablename = 'device'",
  )
  await owner.query('drop policy in_scope on device')
  try {
    expect(await find()).toBe(1)
  } finally {
    await owner.query(
      `create policy in_scope on device as restrictive for all to furrow_app using (${policy!.qual})`,
    )
    await owner.end()
  }
})
