import { Alert, Button, Input, Select } from 'antd'
import { useState } from 'react'
import {
  activations,
  deviceClasses,
  loraSession,
  macVersions,
  regions,
  renewLoraKeys,
  resetLoraCounters,
  restartLoraSession,
  saveLoraSession,
  type LoraKeys,
  type LoraSession,
} from '#contract/connectivity/lora-air.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import { useSend } from '#src/kit/calls/use-send.ts'
import { Dialog } from '#src/kit/form/Dialog.tsx'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'
import { confirm } from '#src/ui/confirm.ts'
import { useOfDevice, type DeviceRow } from './use-device.ts'

/** Kind of activation, region and class of a node; its keys, which are shown once; its counters. */
export function LoraKeysPanel({
  row,
  mayEdit,
  mayKeys,
}: {
  row: DeviceRow
  mayEdit: boolean
  mayKeys: boolean
}) {
  const t = useLabels({ module: 'equipment' })
  const zone = useTimeZone()
  const { data, refetch } = useOfDevice(loraSession, row.id)
  const { send, isBusy, problem } = useSend()
  const [keys, setKeys] = useState<LoraKeys>()
  const [isEditing, setEditing] = useState(false)
  if (!data) return null
  const renew = async () => {
    const title = t('equipment:loraAir.newKeys')
    if (
      data.keysAt &&
      !(await confirm({
        title,
        body: t('equipment:loraAir.newKeysBody'),
        go: title,
        isDanger: true,
      }))
    )
      return
    await send(renewLoraKeys, { id: row.id }, { onDone: (made) => (setKeys(made), refetch()) })
  }
  const reset = async () => {
    const title = t('equipment:loraAir.reset')
    if (
      !(await confirm({ title, body: t('equipment:loraAir.resetBody'), go: title, isDanger: true }))
    )
      return
    await send(resetLoraCounters, { id: row.id }, { said: t('equipment:loraAir.wasReset') })
    await refetch()
  }
  const restart = async () => {
    const title = t('equipment:loraAir.restart')
    const body = t(
      `equipment:loraAir.${data.activation === 'otaa' ? 'restartJoin' : 'restartGiven'}`,
    )
    if (!(await confirm({ title, body, go: title, isDanger: true }))) return
    await send(restartLoraSession, { id: row.id }, { said: t('equipment:loraAir.restarted') })
    await refetch()
  }
  const at = (moment: string | null) => (moment ? momentOf(moment, zone) : '–')
  const facts = [
    ['devEui', row.eui],
    ['activation', t(`equipment:loraAir.activations.${data.activation}`)],
    ['region', data.region],
    ['deviceClass', data.deviceClass],
    ['macVersion', data.macVersion],
    ['joinEui', data.joinEui],
    ['devAddr', data.devAddr],
    ['network', data.networkName],
    ['keysAt', at(data.keysAt)],
    ['joinedAt', at(data.joinedAt)],
    ['upCounter', data.upCounter],
    ['downCounter', data.downCounter],
    ['received', data.received],
    [
      'lost',
      data.lost +
        (data.received > 0
          ? ` (${Math.round((100 * data.lost) / (data.received + data.lost))}%)`
          : ''),
    ],
  ] as const
  const issued =
    keys &&
    (['devEui', 'joinEui', 'appKey', 'nwkKey', 'devAddr', 'nwkSKey', 'appSKey'] as const).filter(
      (name) => keys[name],
    )
  return (
    <section aria-label={t('equipment:loraAir.title')}>
      <h3>{t('equipment:loraAir.title')}</h3>
      {problem && <Alert type="error" showIcon message={problem} />}
      <dl className="lora-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`equipment:loraAir.${name}`)}</dt>
            <dd>{value ?? '–'}</dd>
          </div>
        ))}
      </dl>
      {keys && issued && (
        <div className="lora-keys" role="status">
          <p>{t('equipment:loraAir.once')}</p>
          <dl>
            {issued.map((name) => (
              <div key={name}>
                <dt>{t(`equipment:loraAir.${name}`)}</dt>
                <dd>
                  <code className="kit-code">{keys[name]}</code>
                </dd>
              </div>
            ))}
          </dl>
          <Alert
            showIcon
            type={keys.problem ? 'error' : keys.isPushed ? 'success' : 'info'}
            message={
              keys.problem
                ? t('equipment:loraAir.pushFailed', { problem: keys.problem })
                : t(keys.isPushed ? 'equipment:loraAir.pushed' : 'equipment:loraAir.byHand')
            }
          />
        </div>
      )}
      <p className="lora-buttons">
        {mayEdit && (
          <Button onClick={() => setEditing(true)}>{t('equipment:loraAir.change')}</Button>
        )}
        {mayKeys && (
          <Button loading={isBusy} onClick={() => void renew()}>
            {t(data.keysAt ? 'equipment:loraAir.rotate' : 'equipment:loraAir.newKeys')}
          </Button>
        )}
        {mayEdit && (
          <Button danger onClick={() => void reset()}>
            {t('equipment:loraAir.reset')}
          </Button>
        )}
        {mayKeys && data.hasApi && (
          <Button danger loading={isBusy} onClick={() => void restart()}>
            {t('equipment:loraAir.restart')}
          </Button>
        )}
      </p>
      {!data.hasApi && <p className="kit-nothing">{t('equipment:loraAir.noRestart')}</p>}
      {isEditing && (
        <SessionDialog
          id={row.id}
          session={data}
          onClose={() => {
            setEditing(false)
            void refetch()
          }}
        />
      )}
    </section>
  )
}

function SessionDialog({
  id,
  session,
  onClose,
}: {
  id: number
  session: LoraSession
  onClose: () => void
}) {
  const t = useLabels({ module: 'equipment' })
  const [draft, setDraft] = useState({
    activation: session.activation,
    region: session.region,
    deviceClass: session.deviceClass,
    macVersion: session.macVersion,
    joinEui: session.joinEui ?? '',
  })
  const save = useCallMutation(saveLoraSession, { onDone: onClose })
  const choose = <N extends 'activation' | 'region' | 'deviceClass' | 'macVersion'>(
    name: N,
    values: readonly (typeof draft)[N][],
  ) => (
    <FieldItem name={name} label={t(`equipment:loraAir.${name}`)}>
      <Select
        value={draft[name]}
        options={values.map((value) => ({
          value,
          label: name === 'activation' ? t(`equipment:loraAir.activations.${value}`) : value,
        }))}
        onChange={(value) => setDraft({ ...draft, [name]: value })}
      />
    </FieldItem>
  )
  return (
    <Dialog
      title={t('equipment:loraAir.change')}
      okText={t('common:buttons.save')}
      sending={save}
      onOk={() => save.send({ id, ...draft, joinEui: draft.joinEui || null })}
      onClose={onClose}
    >
      {choose('activation', activations)}
      {choose('region', regions)}
      {choose('deviceClass', deviceClasses)}
      {choose('macVersion', macVersions)}
      {draft.activation === 'otaa' && (
        <FieldItem name="joinEui" label={t('equipment:loraAir.joinEui')}>
          <Input
            maxLength={16}
            value={draft.joinEui}
            placeholder="0000000000000000"
            onChange={({ target }) => setDraft({ ...draft, joinEui: target.value.trim() })}
          />
        </FieldItem>
      )}
    </Dialog>
  )
}
