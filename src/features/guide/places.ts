import { userScreen } from '#contract/system/user.ts'
import { deviceManagerScreen } from '#contract/equipment/device.ts'
import { baseManageScreen } from '#contract/farm/area.ts'
import { landScreen } from '#contract/farm/land.ts'
import { noviceScreen } from '#contract/guide/novice.ts'
import type { GuideStep } from '#contract/guide/guide-calls.ts'
import { agriculturalInputScreen } from '#contract/inventory/agricultural-input.ts'
import { taskScreen } from '#contract/work/task.ts'

export const guidePath = noviceScreen.route
/** Where a step is taken: some in the guide itself. */
export const beginAt: Readonly<Record<GuideStep, string>> = {
  starter: guidePath,
  base: guidePath,
  plot: `${landScreen.route}?open=create`,
  people: `${userScreen.route}?open=create`,
  device: `${deviceManagerScreen.route}?open=create`,
  input: `${agriculturalInputScreen.route}/add`,
  task: `${taskScreen.route}?open=create`,
}
/** Where what a step made is looked at; none: in several places. */
export const seenAt: Readonly<Record<GuideStep, string | undefined>> = {
  starter: undefined,
  base: baseManageScreen.route,
  plot: landScreen.route,
  people: userScreen.route,
  device: deviceManagerScreen.route,
  input: agriculturalInputScreen.route,
  task: taskScreen.route,
}
