import type { z } from 'zod'
import type { device } from '#contract/equipment/device.ts'
import type { Entity, RowOf } from '#contract/entity.ts'
import { recordCall } from '#src/kit/calls/records.ts'
import { useCall, type Callable } from '#src/kit/calls/use-call.ts'

export type DeviceRow = RowOf<typeof device> & { areaIdName?: string; landIdName?: string }

/** An answer about one device, asked again whenever the device has spoken. */
export function useOfDevice<In extends z.ZodType, Out extends z.ZodType>(
  definition: Callable<In, Out>,
  id: number,
  more: Record<string, unknown> = {},
) {
  return useCall({ ...definition, staleAfter: { device: 'id' } }, { id, ...more } as z.output<In>)
}
/** The device as the screen may ask for it: as one of all, or as one of its type. */
export const useDeviceRow = (entity: Entity, id: number) =>
  useOfDevice(recordCall<DeviceRow>(entity), id)
