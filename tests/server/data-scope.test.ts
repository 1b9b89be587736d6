import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from '#contract/call.ts'
import { entities } from '#contract/domains.ts'
import { area } from '#contract/farm/area.ts'
import { callOf } from '#contract/entity-calls.ts'
import { device as deviceEntity } from '#contract/equipment/device.ts'
import { search } from '#contract/platform/search-calls.ts'
import { recordHistory, exportList, job } from '#contract/platform/platform-calls.ts'
import { untyped } from '#server/demo/client.ts'
import { tableOf } from '#server/db/columns.ts'
import { rows } from '#server/db/database.ts'
import { editable, madeByPeople, make, type Made } from './samples.ts'
import { everything } from './strangers.ts'
import { app, elsewhere, made, mine, scoped, stranger } from './data-scope-ground.ts'

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
    'seed',
    'task_type',
    'plan_package',
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
    'camera_platform',
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
    'work_option',
    'home_fixed',
    'approval_process',
    'approval_version',
    'approval_setting',
    'approval_option',
  ],
  'whoever is part of it, by name': [
    'approval_case',
    'approval_task',
    'approval_copy',
    'approval_event',
    'approval_record',
    'approval_delegation',
  ],
  'its maker’s, or shared by them: what it shows is asked as its viewer': [
    'board',
    'camera_layout',
  ],
  'what the services know: nobody asks for it': [
    'reference_told',
    'device_network',
    'camera_listener',
    'camera_recorder',
  ],
  'one person’s own, by account': [
    'user_message',
    'menu_theme',
    'home_setting',
    'message_setting',
    'message_sending',
    'list_preference',
    'favorite',
    'list_view',
    'job',
    'list_import',
    'idempotency',
  ],
}

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
        (await stranger.send(recordHistory, { entity: entity.name, recordId: String(row.id) }))
          .statusCode,
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
    expect([q, (await stranger.send(search, { q })).body.includes(`"${q}"`)]).toEqual([q, false])
})

test('an export and the live events hold what one sees, no more', async () => {
  const device = made.get('device')!
  const { jobId } = await stranger.call(exportList, {
    entity: 'device',
    format: 'csv',
    columns: ['name'],
    query: {},
  })
  await app.jobs.start()
  for (let i = 0; i < 100 && (await stranger.call(job, { id: jobId })).state !== 'done'; i++)
    await wait(50)
  expect(await stranger.call(job, { id: jobId })).toMatchObject({
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
    .call(callOf(deviceEntity, 'show'), { id: device.id })
    .catch(() => device)
  await mine.admin.call(
    callOf(deviceEntity, 'edit'),
    untyped(
      editable(
        entities.find(({ name }) => name === 'device')!,
        current,
      ),
    ),
  )
  const own = await make(
    entities.find(({ name }) => name === 'land')!,
    mine.admin,
  )
  await mine.admin.call(
    callOf(area, 'edit'),
    untyped({
      ...editable(
        entities.find(({ name }) => name === 'area')!,
        elsewhere,
      ),
    }),
  )
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

test('a policy that is gone is noticed', async () => {
  const { default: pg } = await import('pg')
  const owner = new pg.Client({ connectionString: app.owner })
  await owner.connect()
  const device = made.get('device')!
  const find = async () =>
    (await stranger.call(callOf(deviceEntity, 'list'), { ids: device.id })).content.length
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
