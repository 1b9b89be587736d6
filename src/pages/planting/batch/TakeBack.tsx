import { useInvalidate } from '@refinedev/core'
import { Button } from 'antd'
import { batchFigures, batchTimeline, reverseBatchFact } from '#contract/planting/batch-calls.ts'
import { usePermissions } from '#src/kit/app/use-permissions.ts'
import { invalidateCall } from '#src/kit/calls/queries.ts'
import { useSend } from '#src/kit/calls/use-send.ts'
import { useResource } from '#src/kit/definition/definition-context.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { confirm } from '#src/ui/confirm.ts'

const asked = ['fact']

/** Takes back what was written down by hand, for who may write it. */
export function TakeBack({ id, factId }: { id: number; factId: number }) {
  const t = useLabels({ module: 'planting' })
  const resource = useResource()
  const may = usePermissions(resource, asked)
  const invalidate = useInvalidate()
  const { send, isBusy } = useSend()
  if (!may?.fact) return null
  const takeBack = async () => {
    const go = t('planting:hand.reverse')
    if (!(await confirm({ title: t('planting:hand.sure'), go, isDanger: true }))) return
    await send(reverseBatchFact, { id, factId }, { said: t('planting:hand.done') })
    await Promise.all([
      invalidateCall(batchTimeline, { id }),
      invalidateCall(batchFigures, { id }),
      invalidate({ resource: resource.screen.name, invalidates: ['list', 'detail'] }),
    ])
  }
  return (
    <Button size="small" type="link" loading={isBusy} onClick={() => void takeBack()}>
      {t('planting:hand.reverse')}
    </Button>
  )
}
