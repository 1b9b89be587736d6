import { Button } from 'antd'
import { collectionStanding, sendCollection } from '#contract/command/collection-calls.ts'
import { useCallAction } from '#src/kit/calls/use-call-action.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { missingText, standingTones } from './strategy-words.ts'
import { useOfDevice } from './use-device.ts'

/**
 * Whether the gateway has the list of what it is to gather; where it has not, why, and once more.
 */
export function CollectionStanding({ id, mayEdit }: { id: number; mayEdit: boolean }) {
  const t = useLabels({ module: 'equipment' })
  const { data } = useOfDevice(collectionStanding, id)
  const { send, isBusy } = useCallAction(sendCollection, {
    said: t('equipment:collection.sent'),
    invalidates: [collectionStanding],
  })
  if (!data || data.standing === 'none') return null
  const { standing, command } = data
  const missing = missingText(t, { standing, command })
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
        <Button size="small" loading={isBusy} onClick={() => void send({ id })}>
          {t('equipment:strategies.again')}
        </Button>
      )}
    </>
  )
}
