import { useCallback } from 'react'
import type { CommandRow } from '#contract/command/command.ts'
import { switchList, type SwitchRow } from '#contract/command/switch.ts'
import { callKey, invalidateCall, queries } from '#src/kit/calls/queries.ts'
import { useAnswer, type Ask } from '#src/kit/calls/use-call.ts'

const loadAll = async (deviceId: number, ask: Ask) =>
  (await ask(switchList, { deviceId, size: 0 })).content

/**
 * Switches of a device as they stand, looked at again at each step of a command and each report.
 */
export function useSwitches(
  deviceId: number,
  load: (deviceId: number, ask: Ask) => Promise<SwitchRow[]> = loadAll,
) {
  const query = useAnswer(switchList, { deviceId }, (ask) => load(deviceId, ask))
  const refresh = useCallback(() => invalidateCall(switchList, { deviceId }), [deviceId])
  /** Shows an order before the next answer does: as on its way, never as done. */
  const show = useCallback(
    (command: CommandRow) => {
      queries.setQueryData<SwitchRow[]>(callKey(switchList, { deviceId }), (rows) =>
        rows?.map((row) =>
          row.id === command.switchId ? { ...row, state: 1 as const, command } : row,
        ),
      )
      void refresh()
    },
    [deviceId, refresh],
  )
  return { ...query, refresh, show }
}
