import { Alert, Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { alarmRule, alarmRuleScreen } from '#contract/alarm/alarm-rule.ts'
import {
  stageRules,
  type makeStageRules,
  type StageRules as Answer,
} from '#contract/planting/stage-rules.ts'
import type { z } from 'zod'
import { LoadFailed } from '#src/kit/app/ListState.tsx'
import { useGranted } from '#src/kit/app/use-granted.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import type { Row } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { standOf } from './stage-rule-stand.ts'
import StageRulesDialog from './StageRulesDialog.tsx'

type Done = z.infer<typeof makeStageRules.answer>

/** What of a batch's alarm rules follows from its stage; for whoever may make and change rules. */
export function StageRules({ row }: { row: Row }) {
  const mayMake = useGranted(alarmRule.permissions.create)
  const mayEdit = useGranted(alarmRule.permissions.edit)
  return mayMake && mayEdit ? <Rules row={row} /> : null
}

function Rules({ row }: { row: Row }) {
  const t = useLabels({ module: 'planting' })
  const { data, error, refetch } = useCall(stageRules, { id: row.id })
  const [isOpen, setOpen] = useState(false)
  const [done, setDone] = useState<Done>()
  if (error) return <LoadFailed error={error} height={160} onRetry={() => void refetch()} />
  const rules = data?.rules && (data as Answer)
  const stand = rules && standOf(rules)
  if (!stand) return null
  const { stage, standing } = rules
  const title = t('planting:rules.title')
  const isWarning = stand.word === 'earlier' || stand.word === 'over' || stand.word === 'changed'
  const said = t(`planting:rules.${stand.word}`, { stage })
  return (
    <section className="batch-card batch-rules-card" aria-label={title}>
      <h3>{title}</h3>
      {/* Once the stage has moved on, that is no news any more. */}
      {done && stand.word !== 'earlier' && <Made done={done} onClose={() => setDone(undefined)} />}
      {isWarning ? <Alert type="warning" showIcon message={said} /> : <p>{said}</p>}
      {standing.length > 0 && (
        <ul>
          {standing.map((one) => (
            <li key={one.id}>
              <RuleLink {...one} />{' '}
              <small>{one.stage && t('planting:rules.of', { stage: one.stage })}</small>{' '}
              {one.enabledFlag === 0 && (
                <StatusTag tone="quiet">{t('planting:rules.off')}</StatusTag>
              )}
            </li>
          ))}
        </ul>
      )}
      {stand.act && (
        <Button onClick={() => setOpen(true)}>{t(`planting:rules.${stand.act}`)}</Button>
      )}
      {isOpen && stand.act && (
        <StageRulesDialog
          id={row.id}
          rules={rules}
          title={t(`planting:rules.${stand.act}`)}
          onClose={(answer) => {
            setOpen(false)
            if (answer) setDone(answer)
          }}
        />
      )}
    </section>
  )
}

/** What came of it, with the way to each rule. */
function Made({ done: { made, changed, ended }, onClose }: { done: Done; onClose: () => void }) {
  const t = useLabels({ module: 'planting' })
  return (
    <Alert
      type="success"
      showIcon
      closable
      onClose={onClose}
      message={t('planting:rules.done', {
        made: made.length,
        changed: changed.length,
        ended: ended.length,
      })}
      description={
        <ul>
          {[...made, ...changed].map((one) => (
            <li key={one.id}>
              <RuleLink {...one} />
            </li>
          ))}
        </ul>
      }
    />
  )
}
const RuleLink = ({ id, name }: { id: number; name: string }) => (
  <Link to={`${alarmRuleScreen.route}?open=show&id=${id}`}>{name}</Link>
)
