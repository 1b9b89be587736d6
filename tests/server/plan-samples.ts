import type { Entity } from '#contract/entity.ts'
import { taskType } from '#contract/farm/task-type.ts'
import type { Client } from '#server/demo/client.ts'
import { unique } from './harness.ts'

/** What of plans means something only together. */
export const planSamples = (
  newSku: (client: Client) => Promise<number>,
  make: (entity: Entity, client: Client) => Promise<{ id: number }>,
) => ({
  planPackage: async (client: Client) => ({
    steps: [
      {
        no: 1,
        name: unique('作业'),
        taskTypeId: (await make(taskType, client)).id,
        offsetDays: 0,
        days: 3,
      },
    ],
    inputs: [{ step: 1, skuId: await newSku(client), dose: 12.5 }],
  }),
  // What it waits for is in the same plan.
  planItem: async () => ({ afterIds: [] }),
})
