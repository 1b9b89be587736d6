import { Alert, Button, Select } from 'antd'
import { useState } from 'react'
import { deviceTypeNames, type DeviceTypeName } from '#contract/devices/index.ts'
import { synchronizeNodes } from '#contract/connectivity/concentrator-calls.ts'
import { loraNetwork } from '#contract/connectivity/lora.ts'
import { CodecSelect } from '#src/features/connectivity/CodecSelect.tsx'
import { DevicePlace } from '#src/features/equipment/DevicePlace.tsx'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { RefSelect } from '#src/kit/fields/ref/RefSelect.tsx'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import type { PartProps } from './ConnectionDialog.tsx'

interface Choice {
  deviceType: DeviceTypeName
  codecId: number | null
}
const usual: Choice = { deviceType: 'lorawan_node', codecId: null }

/**
 * Whom a network server speaks of and nobody entered: each becomes what somebody says that it is,
 * read as they say.
 */
export function Strangers({ id, state: { strangers }, onChanged }: PartProps) {
  const t = useLabels(loraNetwork)
  const zone = useTimeZone()
  const [areaId, setArea] = useState<number | null>(null)
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>({})
  const [entered, setEntered] = useState<
    readonly { id: number; name: string; type: DeviceTypeName }[]
  >([])
  const choiceOf = (devEui: string) => choices[devEui] ?? usual
  const choose = (devEui: string, change: Partial<Choice>) =>
    setChoices((before) => ({ ...before, [devEui]: { ...(before[devEui] ?? usual), ...change } }))
  const types = deviceTypeNames.map((value) => ({
    value,
    label: t(`equipment:deviceTypes.${value}`),
  }))
  const { send, isBusy, problem } = useCallMutation(synchronizeNodes, {
    onDone: (made, { nodes }) => {
      setEntered(
        made.map((one) => ({
          id: one.id,
          name: one.name,
          type: (
            nodes?.find(({ devEui }) => devEui.toLowerCase() === one.eui.toLowerCase()) ?? usual
          ).deviceType,
        })),
      )
      onChanged()
    },
  })
  const enter = (some: readonly string[]) =>
    send({
      networkId: id,
      areaId: areaId!,
      nodes: some.map((devEui) => ({ devEui, ...choiceOf(devEui) })),
    })
  return (
    <section>
      <h3>{t('equipment:loraNetwork.connect.strangers')}</h3>
      <p>
        {t(`equipment:loraNetwork.connect.${strangers.length ? 'strangersBody' : 'strangersNone'}`)}
      </p>
      {strangers.length > 0 && (
        <RefSelect
          id={`lora-area-${id}`}
          to="area"
          placeholder={t('equipment:device.fields.areaId')}
          value={areaId}
          chosen={[]}
          disabled={isBusy}
          onChange={(next) => setArea(next as number | null)}
        />
      )}
      <ul className="lora-strangers">
        {strangers.map(({ devEui, name, lastAt, count }) => (
          <li key={devEui}>
            <code className="kit-code">{devEui.toUpperCase()}</code>
            <span>{name}</span>
            <small>
              {momentOf(lastAt, zone)} · {t('equipment:loraNetwork.connect.count', { count })}
            </small>
            <span className="lora-stranger">
              <Select
                aria-label={`${t('equipment:device.fields.deviceType')} ${devEui.toUpperCase()}`}
                showSearch
                optionFilterProp="label"
                value={choiceOf(devEui).deviceType}
                disabled={isBusy}
                options={types}
                onChange={(deviceType) => choose(devEui, { deviceType })}
              />
              <CodecSelect
                id={`lora-codec-${devEui}`}
                type={choiceOf(devEui).deviceType}
                placeholder={t('equipment:device.fields.codecId')}
                value={choiceOf(devEui).codecId}
                chosen={[]}
                disabled={isBusy}
                onChange={(next) => choose(devEui, { codecId: next as number | null })}
              />
              <Button
                disabled={areaId === null}
                loading={isBusy}
                onClick={() => void enter([devEui])}
              >
                {t('equipment:loraNetwork.connect.enterOne')}
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {problem && <Alert type="error" showIcon message={problem} />}
      {entered.length > 0 && (
        <p className="lora-tools" role="status">
          <StatusTag tone="good">
            {t('equipment:loraNetwork.connect.entered', { count: entered.length })}
          </StatusTag>
          {entered.map((one) => (
            <DevicePlace key={one.id} {...one} />
          ))}
        </p>
      )}
      {strangers.length > 1 && (
        <p className="lora-tools">
          <Button
            loading={isBusy}
            disabled={areaId === null}
            onClick={() => void enter(strangers.map(({ devEui }) => devEui))}
          >
            {t('equipment:loraNetwork.connect.enter')}
          </Button>
        </p>
      )}
    </section>
  )
}
