import { Button } from 'antd'
import { refreshDevice } from '#contract/equipment/setting-calls.ts'
import { call } from '#src/api/call.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useSubmit } from '#src/kit/form/use-submit.ts'
import { toastRefusal } from '#src/kit/actions/refusal.ts'
import { toast } from '#src/ui/toast.ts'

/** Asks a device to report now, however long its interval is. */
export function RefreshButton({ id, isOnline }: { id: number; isOnline: boolean }) {
  const t = useLabels({ module: 'equipment' })
  const { run, isBusy } = useSubmit()
  const ask = () =>
    run(() =>
      call(refreshDevice, { id }, { quiet: true }).then(
        () => toast({ key: 'refresh', text: t('equipment:settings.refreshed'), tone: 'good' }),
        (error: unknown) => toastRefusal(t, error),
      ),
    )
  return (
    <Button
      loading={isBusy}
      disabled={!isOnline}
      title={isOnline ? undefined : t('equipment:control.closed.offline')}
      onClick={() => void ask()}
    >
      {t('equipment:settings.refresh')}
    </Button>
  )
}
