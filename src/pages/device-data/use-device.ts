import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { z } from 'zod'
import type { Call } from '#contract/call.ts'
import type { device } from '#contract/equipment/device.ts'
import type { Entity, RowOf } from '#contract/entity.ts'
import { call } from '#src/api/call.ts'
import { subscribe } from '#src/api/live.ts'

export type DeviceRow = RowOf<typeof device> & { areaIdName?: string; landIdName?: string }
const ids = z.object({ id: z.int() })

const root = (id: number) => ['device', id] as const
/** An answer about one device, asked again whenever the device has spoken. */
export function useOfDevice<In extends z.ZodType, Out extends z.ZodType>(
  definition: Pick<Call<In, Out>, 'endpoint' | 'access' | 'input' | 'answer'>,
  id: number,
  more: Record<string, unknown> = {},
) {
  return useQuery({
    queryKey: [...root(id), definition.endpoint, more],
    queryFn: ({ signal }) =>
      call(definition, { id, ...more } as z.output<In>, { quiet: true, signal }),
  })
}
/** The device as the screen may ask for it: as one of all, or as one of its type. */
export const useDeviceRow = ({ api, permissions }: Entity, id: number) =>
  useOfDevice(
    {
      endpoint: api.show!,
      access: { code: permissions.list! },
      input: ids,
      answer: z.custom<DeviceRow>(),
    },
    id,
  )

/** Looks again at everything that is shown of a device when an event names it. */
export function useDeviceEvents(id: number): void {
  const client = useQueryClient()
  useEffect(
    () =>
      subscribe('device', ({ ids }) => {
        if (ids.length === 0 || ids.includes(id))
          void client.invalidateQueries({ queryKey: root(id) })
      }),
    [client, id],
  )
}
