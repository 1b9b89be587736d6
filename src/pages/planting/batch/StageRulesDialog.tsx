import { Checkbox } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { readingOf } from '#contract/alarm/alarm-reason.ts'
import { deviceTypes } from '#contract/devices/index.ts'
import {
  makeStageRules,
  stageRules,
  type StageRule,
  type StageRules,
} from '#contract/planting/stage-rules.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { Dialog } from '#src/kit/form/Dialog.tsx'
import { StatusTag } from '#src/ui/StatusTag.tsx'

type Done = z.infer<typeof makeStageRules.answer>
interface Props {
  id: number
  rules: StageRules
  title: string
  onClose: (done?: Done) => void
}
const tones = { make: 'good', change: 'warn', same: 'quiet' } as const

/** Which limits of the stage become which rules, of which devices, before they do. */
export default function StageRulesDialog({ id, rules: asked, title, onClose }: Props) {
  const t = useLabels({ module: 'planting' })
  const { rules, ending, unmeasured } = asked
  const [left, setLeft] = useState<readonly string[]>([])
  const { send, ...sending } = useCallMutation(makeStageRules, {
    said: ({ made, changed, ended }) =>
      t('planting:rules.done', {
        made: made.length,
        changed: changed.length,
        ended: ended.length,
      }),
    invalidates: [stageRules],
    onDone: onClose,
  })
  const taken = rules.filter(({ key, turn }) => turn !== 'same' && !left.includes(key))
  const quantity = (name: string) => t(`planting:rules.quantities.${name}`)
  return (
    <Dialog
      title={title}
      okText={title}
      sending={sending}
      isLacking={taken.length === 0 && ending.length === 0}
      onOk={() => send({ id, keys: taken.map(({ key }) => key) })}
      onClose={() => onClose()}
    >
      <p>{t('planting:rules.what')}</p>
      <ul className="batch-rule-list">
        {rules.map((one) => (
          <li key={one.key}>
            <Checkbox
              checked={!left.includes(one.key)}
              disabled={one.turn === 'same'}
              onChange={({ target }) =>
                setLeft(target.checked ? left.filter((key) => key !== one.key) : [...left, one.key])
              }
            >
              <b>{quantity(one.quantity)}</b> <Limits {...one} />{' '}
              <StatusTag tone={tones[one.turn]}>{t(`planting:rules.turn.${one.turn}`)}</StatusTag>
            </Checkbox>
            <Devices {...one} />
          </li>
        ))}
        {ending.map(({ id: rule, name }) => (
          <li key={rule}>{t('planting:rules.ending', { name })}</li>
        ))}
      </ul>
      {unmeasured.length > 0 && (
        <p className="batch-none">
          {t('planting:rules.unmeasured', {
            names: unmeasured.map(quantity).join(t('planting:comma')),
          })}
        </p>
      )}
    </Dialog>
  )
}

const readingFor = ({ deviceType, metric }: StageRule) => readingOf(deviceTypes[deviceType], metric)

function Limits(rule: StageRule) {
  const t = useLabels({ module: 'planting' })
  const { low, high } = rule
  const word = low === null ? 'most' : high === null ? 'least' : 'between'
  return (
    <span>{t(`planting:rules.${word}`, { low, high, unit: readingFor(rule)?.unit ?? '' })}</span>
  )
}

function Devices(rule: StageRule) {
  const t = useLabels({ module: 'planting' })
  const reading = readingFor(rule)
  return (
    <ul>
      {rule.devices.map(({ id, name, value }) => (
        <li key={id}>
          {name}{' '}
          <small className="kit-number">
            {value === null
              ? t('planting:rules.unheard')
              : t('planting:rules.now', {
                  value: `${value.toFixed(reading?.decimals ?? 1)} ${reading?.unit ?? ''}`.trim(),
                })}
          </small>
        </li>
      ))}
    </ul>
  )
}
