import { useOne } from '@refinedev/core'
import { Button } from 'antd'
import { useNavigate, useParams } from 'react-router'
import { approvalProcessScreen, type FlowNode } from '#contract/approval/process.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import type { Row } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { CopyForm } from './CopyForm.tsx'
import { Flow } from './Flow.tsx'

/** A flow to be copied: what it is, and what the copy is called. */
export default function CopyPage() {
  const t = useLabels({ module: 'approval' })
  const id = Number(useParams().id)
  const navigate = useNavigate()
  const { result: row, query } = useOne<Row>({
    resource: approvalProcessScreen.name,
    id,
    errorNotification: false,
    queryOptions: { retry: false },
  })
  if (query.isError) return <LoadFailed error={query.error} onRetry={() => void query.refetch()} />
  if (!row) return <ListSkeleton rows={6} />
  return (
    <section className="kit-page" aria-label={t('approval:flow.copyTitle')}>
      <h2>{t('approval:flow.copyTitle')}</h2>
      <CopyForm
        key={id}
        source={{ id, name: row.name }}
        around={(form, make, isBusy) => (
          <>
            {form}
            <Flow nodes={(row.nodes ?? []) as FlowNode[]} formCode={row.formCode} />
            <div className="kit-form-buttons">
              <Button onClick={() => void navigate(approvalProcessScreen.route)}>
                {t('common:buttons.cancel')}
              </Button>
              <Button type="primary" loading={isBusy} onClick={make}>
                {t('approval:approvalProcess.actions.copy')}
              </Button>
            </div>
          </>
        )}
      />
    </section>
  )
}
