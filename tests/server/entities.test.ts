import { describe, expect, test } from 'vitest'
import type { Page } from '#contract/call.ts'
import { entities } from '#contract/domains.ts'
import type { Codes } from '#contract/entity.ts'
import { briefOf, choosing, readCodes } from '#contract/readers.ts'
import { recordHistory } from '#contract/platform/platform-calls.ts'
import { Client } from '#server/demo/client.ts'
import { oneFarm } from './ground.ts'
import { newMember } from './harness.ts'
import { editable, madeByPeople, make, sample, type Made } from './samples.ts'

// The same battery for every entity: a new one is tested by existing.
const { app, mine } = await oneFarm()

describe.each(madeByPeople.map((entity) => [entity.name, entity] as const))(
  '%s',
  (name, entity) => {
    const { api } = entity
    const deletion = (id: number) =>
      api.delete!.includes('{id}')
        ? ([api.delete!.replace('{id}', String(id)), undefined] as const)
        : ([api.delete!, { [entity.alias ?? 'id']: id }] as const)
    const codesFor = (action: string) =>
      action === 'list' ? readCodes(entity) : [(entity.permissions as Codes)[action]!].flat()
    const codesBut = (action: string) => {
      const needed = codesFor(action)
      return entities
        .flatMap((e) => Object.values(e.permissions as Codes).flat())
        .filter((code) => !needed.includes(code))
    }

    test('asks who is calling', async () => {
      const nobody = new Client(app.http)
      nobody.tenantId = mine.id
      for (const endpoint of [api.list!, api.create!, api.edit!]) {
        const answer = await nobody.send(endpoint, endpoint.startsWith('GET') ? undefined : {})
        expect([answer.statusCode, answer.json().code]).toEqual([
          401,
          'error.permission.accessTokenExpired',
        ])
      }
    })

    test('asks for the permission of each action, and names it', async () => {
      const row = await make(entity, mine.admin)
      const [deleteAt, deleteBody] = deletion(row.id)
      const attempts = {
        list: [api.list, undefined],
        create: [api.create, await sample(entity, mine.admin)],
        edit: [api.edit, editable(entity, row)],
        delete: [deleteAt, deleteBody],
      } as const
      for (const [action, [endpoint, body]] of Object.entries(attempts)) {
        const allBut = await newMember(app, mine, codesBut(action))
        const refused = await allBut.send(endpoint!, body)
        expect([action, refused.statusCode, refused.json().missing]).toEqual([
          action,
          403,
          codesFor(action),
        ])
      }
    })

    const brief = briefOf(entity)
    if (brief)
      test('is read in brief by who only has to find it', async () => {
        const { codes, fields } = brief
        const row = await make(entity, mine.admin)
        const finder = await newMember(app, mine, [codes[0]!])
        const seen = [
          ...(await finder.call<Page<Made>>(api.list!, { ids: String(row.id) })).content,
          await finder.call<Made>(api.show!.replace('{id}', String(row.id))),
        ]
        for (const one of seen)
          expect(Object.keys(entity.fields).filter((field) => field in one)).toEqual(
            Object.keys(entity.fields).filter((field) => fields.includes(field)),
          )
        expect(seen).toHaveLength(2)
      })

    const chosen = [...new Set(choosing(entity.fields).map(({ to }) => to!))]
      .map((to) => entities.find((one) => one.name === to)!)
      .filter(({ chosenApart }) => !chosenApart)
    if (chosen.length > 0)
      test('can be filled by who holds the codes of its form alone', async () => {
        const { list, create: write } = entity.permissions
        const writer = await newMember(
          app,
          mine,
          [list ?? [], write ?? []]
            .flat()
            .slice(0, 1)
            .concat([write ?? []].flat()),
        )
        for (const target of chosen) {
          const found = await writer.send(
            target.api.list!,
            target.parent ? undefined : { page: '1', size: '10' },
          )
          expect([target.name, found.statusCode]).toEqual([target.name, 200])
        }
      })

    test('creates, answers, lists, changes and deletes', async () => {
      const body = await sample(entity, mine.admin, 'all')
      const made = await mine.admin.call<Made>(api.create!, body)
      expect(made).toMatchObject({ objectVersionNumber: 1 })
      for (const [field, value] of Object.entries(body)) {
        // Names stand beside what lines refer to.
        if (entity.fields[field]!.detailOnly || entity.fields[field]!.kind === 'lines')
          expect([field, made[field]]).toMatchObject([field, value as object])
        else if (entity.fields[field]!.kind === 'moment')
          expect([field, made[field]]).toEqual([field, new Date(String(value)).toISOString()])
        else if (entity.fields[field]!.kind !== 'richtext')
          expect([field, made[field]]).toEqual([field, value])
      }
      if (api.show)
        expect(await mine.admin.call<Made>(api.show.replace('{id}', String(made.id)))).toEqual(made)
      const page = await mine.admin.call<Page<Made>>(api.list!, { ids: String(made.id) })
      // What is read with the record alone, and long texts, are no part of a list.
      const listed = Object.fromEntries(
        Object.entries(made).filter(
          ([field]) =>
            !entity.fields[field]?.detailOnly && entity.fields[field]?.kind !== 'richtext',
        ),
      )
      expect(page).toMatchObject({ totalElements: 1, number: 0, content: [listed] })
      for (const [field, { kind }] of Object.entries(entity.fields))
        if (kind === 'richtext') expect(page.content[0]).not.toHaveProperty(field)

      const changed = await mine.admin.call<Made>(api.edit!, editable(entity, made))
      expect(changed.objectVersionNumber).toBe(2)
      const history = await mine.admin.call(recordHistory, {
        entity: name,
        recordId: String(made.id),
      })
      expect(history.content.map((line) => line.action)).toEqual(['edit', 'create'])

      const [endpoint, deleteBody] = deletion(made.id)
      const deleted = await mine.admin.send(endpoint, deleteBody)
      expect([deleted.statusCode, deleted.body]).toEqual(
        entity.answers?.delete === 'count' ? [200, '1'] : [204, ''],
      )
      expect((await mine.admin.send(endpoint, deleteBody)).statusCode).toBe(404)
    })

    test('refuses a stale version and shows who was faster', async () => {
      const made = await make(entity, mine.admin)
      const body = editable(entity, made)
      await mine.admin.call(api.edit!, body)
      const late = await mine.admin.send(api.edit!, body)
      expect([late.statusCode, late.json().code]).toEqual([409, 'error.optimistic_lock'])
      expect(late.json()).toMatchObject({
        current: { id: made.id, objectVersionNumber: 2 },
        changedBy: expect.stringContaining('管理'),
      })
      const { objectVersionNumber: _version, ...without } = body
      expect((await mine.admin.send(api.edit!, without)).statusCode).toBe(400)
    })

    test('stores nothing that the contract does not let a client write', async () => {
      for (const intruder of ['tenantId', 'createdBy', 'isAdmin', 'nonsense']) {
        const answer = await mine.admin.send(api.create!, {
          ...(await sample(entity, mine.admin)),
          [intruder]: 7,
        })
        expect([intruder, answer.statusCode, Object.keys(answer.json().fields)]).toEqual([
          intruder,
          400,
          [intruder],
        ])
      }
      for (const [field] of Object.entries(entity.fields).filter(
        ([, f]) => f.readonly && f.kind !== 'id',
      )) {
        expect([
          field,
          (
            await mine.admin.send(api.create!, {
              ...(await sample(entity, mine.admin)),
              [field]: 1,
            })
          ).statusCode,
        ]).toEqual([field, 400])
      }
    })

    test('says at the field what is missing or too long, in the language asked for', async () => {
      const required = Object.entries(entity.fields)
        .filter(([, f]) => f.required && !f.readonly)
        .map(([field]) => field)
      const empty = await mine.admin.send(api.create!, {})
      expect([empty.statusCode, Object.keys(empty.json().fields).sort()]).toEqual([
        400,
        required.sort(),
      ])
      const texts = Object.entries(entity.fields).filter(
        ([, f]) => f.kind === 'text' && !f.readonly,
      )
      const [long] = texts.find(([, f]) => f.required) ?? texts[0] ?? []
      if (!long) return
      const answer = await mine.admin.send(
        api.create!,
        { ...(await sample(entity, mine.admin)), [long]: 'x'.repeat(5000) },
        { 'accept-language': 'en-US' },
      )
      expect(answer.json().fields[long]).toMatch(
        /^Too long: at most \d+ characters$|, for example /,
      )
    })

    test('takes two simultaneous creations of one code as one', async () => {
      const [key] = Object.entries(entity.fields).find(([, f]) => f.unique) ?? []
      if (!key) return
      const { [key]: value } = await sample(entity, mine.admin, 'all')
      const bodies = await Promise.all(
        [1, 2, 3, 4].map(async () => ({ ...(await sample(entity, mine.admin)), [key]: value })),
      )
      const answers = await Promise.all(bodies.map((body) => mine.admin.send(api.create!, body)))
      expect(answers.map((a) => a.statusCode).sort()).toEqual([200, 409, 409, 409])
      expect(Object.keys(answers.find((a) => a.statusCode === 409)!.json().fields)).toEqual([key])
    })

    test('takes a doubled submission as one', async () => {
      const body = await sample(entity, mine.admin)
      const send = () => mine.admin.send(api.create!, body, { 'idempotency-key': `double-${name}` })
      const [first, second] = await Promise.all([send(), send()])
      const third = await send()
      const made = [first, second, third]
        .filter((a) => a.statusCode === 200)
        .map((a) => (a.json() as Made).id)
      expect(new Set(made).size).toBe(1)
      expect(third.json()).toMatchObject({ id: made[0] })
      const other = await mine.admin.send(
        api.create!,
        { ...body, description: '另一个' },
        { 'idempotency-key': `double-${name}` },
      )
      expect([400, 422]).toContain(other.statusCode)
    })

    test('survives nonsense in the query', async () => {
      const queries: Record<string, string>[] = [
        { page: '-1', size: '9e9', sort: 'id; drop table unit,desc' },
        { page: 'x', size: '' },
        { q: "' or 1=1 --" },
        { ids: '1,x,2' },
      ]
      for (const query of queries) {
        expect([query, (await mine.admin.send(api.list!, query)).statusCode]).toEqual([query, 200])
      }
    })
  },
)
