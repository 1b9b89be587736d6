import { Button } from 'antd'
import { refreshDevice } from '#contract/command/setting-calls.ts'
import { useCallAction } from '#src/kit/calls/use-call-action.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'

/** Asks a device to report now, however long its interval is. */
export function RefreshButton({ id, isOnline }: { id: number; isOnline: boolean }) {
  const t = useLabels({ module: 'equipment' })
  const { send, isBusy } = useCallAction(refreshDevice, {
    said: t('equipment:settings.refreshed'),
  })
  return (
    <Button
      loading={isBusy}
      disabled={!isOnline}
      title={isOnline ? undefined : t('equipment:control.closed.offline')}
      onClick={() => void send({ id })}
    >
      {t('equipment:settings.refresh')}
    </Button>
  )
}
