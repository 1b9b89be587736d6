import { expect, test } from 'vitest'
import { worker } from '#contract/farm/worker.ts'
import { callOf } from '#contract/entity-calls.ts'
import { untyped } from '#server/demo/client.ts'
import { oneFarm } from './ground.ts'
import { unique } from './harness.ts'

const { mine } = await oneFarm({})

test('a worker is made and answered in the words of the specification’s clients as well', async () => {
  const name = unique('工')
  const made = await mine.admin.call(
    callOf(worker, 'create'),
    untyped({
      name,
      kind: 'permanent',
      workerType: 'clerk',
    }),
  )
  expect(made).toMatchObject({ realName: name, name, workerId: made.id, workerType: 'clerk' })
  const { content } = await mine.admin.call(callOf(worker, 'list'), {
    workerType: 'clerk',
    realName: name,
  })
  expect(content).toMatchObject([{ workerId: made.id, name }])
})

test('a worker without a name is refused, whatever it is called', async () => {
  for (const more of [{}, { name: null }, { realName: null, name: null }])
    await expect(
      mine.admin.call(callOf(worker, 'create'), untyped({ kind: 'permanent', ...more })),
    ).rejects.toMatchObject({ status: 400, body: { fields: { realName: '必填' } } })
})
