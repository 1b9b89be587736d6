import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import type { CommandRow } from '#contract/equipment/command.ts'
import { switchList, type SwitchRow } from '#contract/equipment/switch.ts'
import { call } from '#src/api/call.ts'
import { subscribe } from '#src/api/live.ts'

const loadAll = async (deviceId: number, signal: AbortSignal) =>
  (await call(switchList, { deviceId, size: 0 }, { quiet: true, signal })).content

/**
 * Switches of a device as they stand, looked at again at each step of a command and each report.
 */
export function useSwitches(
  deviceId: number,
  load: (deviceId: number, signal: AbortSignal) => Promise<SwitchRow[]> = loadAll,
) {
  const client = useQueryClient()
  const query = useQuery({
    queryKey: ['switches', deviceId],
    queryFn: ({ signal }) => load(deviceId, signal),
  })
  const refresh = useCallback(
    () => client.invalidateQueries({ queryKey: ['switches', deviceId] }),
    [client, deviceId],
  )
  useEffect(
    () =>
      subscribe('device', ({ ids }) => {
        if (ids.length === 0 || ids.includes(deviceId)) void refresh()
      }),
    [deviceId, refresh],
  )
  /** Shows an order before the next answer does: as on its way, never as done. */
  const show = useCallback(
    (command: CommandRow) => {
      client.setQueryData<SwitchRow[]>(['switches', deviceId], (rows) =>
        rows?.map((row) =>
          row.id === command.switchId ? { ...row, state: 1 as const, command } : row,
        ),
      )
      void refresh()
    },
    [client, deviceId, refresh],
  )
  return { ...query, refresh, show }
}
