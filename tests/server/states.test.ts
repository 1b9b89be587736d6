import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { entities } from '#contract/domains.ts'
import { allowed, type Entity } from '#contract/entity.ts'
import { snake } from '#server/db/case.ts'
import { tableOf } from '#server/db/columns.ts'
import { oneFarm } from './ground.ts'
import { editable, madeByPeople, make, type Made } from './samples.ts'

// Buttons ask `allowed`; that the server does as well is asked of every entity with states. The
// documents of stock have more to go by: document-rules.test.ts.
const { app, mine } = await oneFarm()
const withStates = entities.filter(({ states, variantOf }) => states && !variantOf)
const walked = madeByPeople.filter((entity) => withStates.includes(entity))

test('every entity with states is walked, but what machines make and the family of documents', () => {
  expect(withStates.filter((entity) => !walked.includes(entity)).map(({ name }) => name)).toEqual([
    'controlRun',
    'stockDocument',
  ])
})

/** What an action must be given before its state is looked at. */
const inputs: Readonly<Record<string, Record<string, unknown>>> = {
  robot: { url: 'https://robots.example.org/hook' },
  assign: { leaderId: 1 },
  cancel: { reason: '雨', cancelReason: '雨' },
  reject: { reason: '雨' },
  start: { plantedOn: '2026-11-20' },
  finish: { hours: [{ workerId: 1, hours: 1 }], finishedOn: '2026-11-21', realYield: 800 },
  end: { reason: '雨', endReason: '台风倒伏' },
  correctStage: { place: 0, startsOn: '2026-11-20' },
  split: { parts: [1, 2].map((no) => ({ batchName: `part ${no}`, landIds: [1] })) },
  merge: { batchName: 'whole', others: [{ id: 9e9, objectVersionNumber: 1 }] },
}
const endpointOf = (entity: Entity, action: string, { id }: Made) => {
  const endpoint = entity.api[action]!
  return endpoint.includes('{id}')
    ? ([endpoint.replace('{id}', String(id)), {}] as const)
    : ([endpoint, { [entity.alias ?? 'id']: id }] as const)
}

test.each(walked.map((entity) => [entity.name, entity] as const))(
  '%s does in each state what its table of states says',
  async (_name, entity) => {
    const field = entity.stateField!
    let asked = 0
    for (const [state, code] of Object.entries(entity.fields[field]!.codes!))
      for (const action of Object.keys(entity.states!)) {
        if (!entity.api[action]) continue
        const { id } = await make(entity, mine.admin)
        await app.db.write(mine.id, (tx) =>
          sql`update ${sql.table(tableOf(entity))} set ${sql.ref(snake(field))} = ${code} where id = ${id}`.execute(
            tx,
          ),
        )
        const row = await mine.admin.call<Made>(entity.api.show!.replace('{id}', String(id)))
        expect([state, row[field]]).toEqual([state, code])
        const [endpoint, body] = endpointOf(entity, action, row)
        const answer = await mine.admin.send(
          endpoint,
          action === 'edit'
            ? editable(entity, row)
            : { ...body, ...inputs[action], objectVersionNumber: row.objectVersionNumber },
        )
        const isRefused = answer.statusCode === 409 && answer.json().code === 'error.state'
        expect([state, action, isRefused ? 'closed' : 'open']).toEqual([
          state,
          action,
          allowed(entity, action, row) ? 'open' : 'closed',
        ])
        asked++
      }
    expect(asked).toBeGreaterThan(1)
  },
)
