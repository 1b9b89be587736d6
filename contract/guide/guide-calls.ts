import { z } from 'zod'
import { call } from '../call.ts'
import { device } from '../equipment/device.ts'
import { area } from '../farm/area.ts'
import { land } from '../farm/land.ts'
import { agriculturalInput } from '../inventory/agricultural-input.ts'
import { user } from '../system/user.ts'
import { task } from '../work/task.ts'
import { starterCodes } from './starter-calls.ts'

/** In the order in which one thing needs the other. */
export const guideSteps = ['starter', 'base', 'plot', 'people', 'device', 'input', 'task'] as const
export type GuideStep = (typeof guideSteps)[number]

/** Whoever may take a step has it before them; any one of these codes does. */
export const stepCodes: Readonly<Record<GuideStep, readonly string[]>> = {
  starter: [...new Set(Object.values(starterCodes).flat())],
  base: [area.permissions.create],
  plot: [land.permissions.create],
  people: [user.permissions.create],
  device: [device.permissions.create],
  input: agriculturalInput.permissions.create,
  task: [task.permissions.create],
}

const step = z.object({
  code: z.enum(guideSteps),
  isDone: z.boolean(),
  /** How many there are of what the step makes: more than none may still be less than done. */
  count: z.int(),
})
export type GuideState = z.infer<typeof step>
export const guideState = call({
  endpoint: 'GET /wfpf/v1/{tenant}/guide',
  summary: 'First steps of a tenant that the caller may take, and which of them are done',
  access: 'signed-in',
  staleAfter: {
    area: true,
    land: true,
    user: true,
    device: true,
    product: true,
    role: true,
    unit: true,
    taskType: true,
    crop: true,
    task: true,
  },
  input: z.object({}),
  answer: z.array(step),
})
