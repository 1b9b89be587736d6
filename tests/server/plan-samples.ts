import type { Entity } from '#contract/entity.ts'
import { taskType } from '#contract/farm/task-type.ts'
import type { Client } from '#server/demo/client.ts'
import { unique } from './harness.ts'

/** What of crops and plans means something only together. */
export const planSamples = (
  newSku: (client: Client) => Promise<number>,
  make: (entity: Entity, client: Client) => Promise<{ id: number }>,
) => ({
  variety: async () => ({ stageHeat: [] }),
  crop: async () => ({
    stages: [
      {
        name: unique('期').slice(0, 20),
        days: 1,
        heatUnits: 1,
        airTemperatureMin: 12.5,
        airTemperatureMax: 30,
        airHumidityMin: 40,
        airHumidityMax: 80.5,
        soilMoistureMin: 20,
        soilMoistureMax: 35,
      },
    ],
  }),
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
