import { Alert, Button, Space } from 'antd'
import { useState } from 'react'
import { keepPlan, planChart } from '#contract/plan/plan-calls.ts'
import { plan } from '#contract/plan/plan.ts'
import { usePermissions } from '#src/kit/app/use-permissions.ts'
import { useCallAction } from '#src/kit/calls/use-call-action.ts'
import { useResource } from '#src/kit/definition/definition-context.ts'
import type { Row } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import ReplanDialog from './ReplanDialog.tsx'

/** The batch is planted on another day than the plan reckons with: asked, never done by itself. */
export function Planting({ row, onChanged }: { row: Row; onChanged: () => Promise<unknown> }) {
  const t = useLabels(plan)
  const may = usePermissions(useResource(), ['replan', 'edit']) ?? {}
  const [isAsked, setAsked] = useState(false)
  const keeping = useCallAction(keepPlan, {
    said: t('plan:planting.kept'),
    invalidates: [planChart],
    onDone: onChanged,
  })
  const days = Number(row.movedDays)
  return (
    <>
      <Alert
        type="warning"
        showIcon
        message={t(days > 0 ? 'plan:planting.later' : 'plan:planting.earlier', {
          count: Math.abs(days),
          day: row.plantedOn,
        })}
        action={
          may.replan && (
            <Space wrap>
              <Button type="primary" onClick={() => setAsked(true)}>
                {t('plan:planting.follow')}
              </Button>
              <Button loading={keeping.isBusy} onClick={() => void keeping.send({ id: row.id })}>
                {t('plan:planting.keep')}
              </Button>
            </Space>
          )
        }
      />
      {isAsked && (
        <ReplanDialog
          row={row}
          rows={[row]}
          follow
          onClose={(isChanged) => {
            setAsked(false)
            if (isChanged) void onChanged()
          }}
        />
      )}
    </>
  )
}
