import { Button } from 'antd'
import { collectionStanding, sendCollection } from '#contract/equipment/collection-calls.ts'
import { call } from '#src/api/call.ts'
import { toastRefusal } from '#src/kit/actions/refusal.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useSubmit } from '#src/kit/form/use-submit.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { toast } from '#src/ui/toast.ts'
import { missingText, standingTones } from './strategy-words.ts'
import { useOfDevice } from './use-device.ts'

/**
 * Whether the gateway has the list of what it is to gather; where it has not, why, and once more.
 */
export function CollectionStanding({ id, mayEdit }: { id: number; mayEdit: boolean }) {
  const t = useLabels({ module: 'equipment' })
  const { data, refetch } = useOfDevice(collectionStanding, id)
  const { run, isBusy } = useSubmit()
  if (!data || data.standing === 'none') return null
  const { standing, command } = data
  const missing = missingText(t, { standing, command })
  const send = () =>
    run(async () => {
      await call(sendCollection, { id }, { quiet: true }).then(
        () => toast({ key: 'collection', text: t('equipment:collection.sent'), tone: 'good' }),
        (error: unknown) => toastRefusal(t, error),
      )
      await refetch()
    })
  return (
    <>
      <StatusTag tone={standingTones[standing]}>
        {t(`equipment:collection.standing.${standing}`)}
      </StatusTag>
      {missing && (
        <span role="status" className="strategy-missing">
          {missing}
        </span>
      )}
      {standing === 'missing' && mayEdit && (
        <Button size="small" loading={isBusy} onClick={() => void send()}>
          {t('equipment:strategies.again')}
        </Button>
      )}
    </>
  )
}
