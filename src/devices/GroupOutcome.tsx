import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { commandsNamed, deviceCommand, type CommandRow } from '#contract/equipment/command.ts'
import { call } from '#src/api/call.ts'
import { subscribe } from '#src/api/live.ts'
import { optionLabel } from '#src/kit/label.ts'
import { useLabels } from '#src/kit/use-labels.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { commandTone } from './command-tone.ts'

interface Result { deviceId: number; command: CommandRow | null; refusal: string | null }

/** What became of each device's command, followed while it is looked at. */
export function GroupOutcome({ results, nameOf }: { results: readonly Result[]; nameOf: (device: number) => string }) {
  const t = useLabels(deviceCommand)
  const client = useQueryClient()
  const ids = results.flatMap(({ command }) => command?.id ?? []).join(',')
  const { data } = useQuery({ queryKey: ['commands', ids], enabled: ids !== '', queryFn: ({ signal }) => call(commandsNamed, { ids }, { quiet: true, signal }) })
  useEffect(() => subscribe('device', () => void client.invalidateQueries({ queryKey: ['commands', ids] })), [client, ids])
  const done = results.filter(({ command }) => command).length
  return (
    <div role="status">
      <p>{t('equipment:control.group.done', { done, refused: results.length - done })}</p>
      <ul className="control-results">
        {results.map(({ deviceId, command, refusal }) => {
          const now = data?.find(({ id }) => id === command?.id) ?? command
          return (
            <li key={deviceId}>
              <span>{nameOf(deviceId)}</span>
              {now ? <StatusTag tone={commandTone(now.state)}>{optionLabel(t, deviceCommand, 'state', now.state)}</StatusTag> : <StatusTag tone="bad">{refusal}</StatusTag>}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
