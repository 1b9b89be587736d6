import { CopyOutlined } from '@ant-design/icons'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import type { DeviceType } from '#contract/devices/device-type.ts'
import {
  deviceMessages,
  renewCredential,
  revokeCredential,
  showCredential,
} from '#contract/equipment/device-calls.ts'
import { useCallAction } from '#src/kit/calls/use-call-action.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { toast } from '#src/ui/toast.ts'
import { AttemptList } from './AttemptList.tsx'
import { ChannelList } from './ChannelList.tsx'
import { postLine, publishLine } from './command-line.ts'
import { useOfDevice, type DeviceRow } from './use-device.ts'

/**
 * How the device signs in, and a line to try it with: it lights up when the first message after
 * that has come.
 */
export function ConnectPanel({ row, type }: { row: DeviceRow; type: DeviceType }) {
  const t = useLabels({ module: 'equipment' })
  const { data, refetch } = useOfDevice(showCredential, row.id)
  const messages = useOfDevice(deviceMessages, row.id)
  const [isShown, setShown] = useState(false)
  const isLora = Boolean(row.codecId) || type.overLorawan === true
  const [fresh, setFresh] = useState<{ secret: string; after: number } | null>(null)
  const newest = messages.data?.[0]?.id ?? 0
  const asks = (what: 'rotate' | 'revoke') => () => {
    const title = t(`equipment:deviceData.${what}`)
    const body = t(`equipment:deviceData.${what}Body`)
    return data?.key === null ? undefined : { title, body, go: title, isDanger: true }
  }
  const renewal = useCallAction(renewCredential, {
    asks: asks('rotate'),
    onDone: ({ secret }) => (setFresh({ secret, after: newest }), refetch()),
  })
  const revocation = useCallAction(revokeCredential, {
    asks: asks('revoke'),
    onDone: () => (setFresh(null), refetch()),
  })
  if (!data) return null
  const hasArrived = newest > (fresh?.after ?? 0)
  const host = data.mqttHost ?? location.hostname
  // Whoever runs it for a device that reports writes into its history.
  const isReporting = row.lastSeenAt !== null && row.lastSeenAt !== undefined && !fresh
  const line =
    data.key && data.mqttPort && (!isReporting || isShown)
      ? publishLine(
          { host, port: data.mqttPort, key: data.key, secret: fresh?.secret ?? null },
          type,
          data.example,
        )
      : null
  const post =
    data.key && (!isReporting || isShown)
      ? postLine(data.httpUrl, { key: data.key, secret: fresh?.secret ?? null }, type, data.example)
      : null
  const facts =
    data.key && data.mqttPort
      ? ([
          ['host', host],
          ['port', String(data.mqttPort)],
          ['user', data.key],
          ['clientId', data.key],
          ['topic', 'v1/devices/me/telemetry'],
          ['commands', 'v1/devices/me/commands'],
          ['answer', 'v1/devices/me/commands/answer'],
          ['status', 'v1/devices/me/status'],
          ['http', data.httpUrl],
        ] as const)
      : []
  const copy = (text: string | null) =>
    navigator.clipboard.writeText(text ?? '').then(
      () => toast({ text: t('equipment:connect.copied'), tone: 'good' }),
      () => toast({ text: t('common:failed'), tone: 'bad' }),
    )
  return (
    <section className="device-connect" aria-label={t('equipment:deviceData.connect')}>
      <h3>{t('equipment:deviceData.connect')}</h3>
      <div className="device-connect-tools">
        <Button onClick={() => void renewal.send({ id: row.id })}>
          {t(data.key ? 'equipment:deviceData.rotate' : 'equipment:deviceData.issue')}
        </Button>
        {data.key && (
          <Button danger onClick={() => void revocation.send({ id: row.id })}>
            {t('equipment:deviceData.revoke')}
          </Button>
        )}
        {line && <Button onClick={() => void copy(line)}>{t('equipment:deviceData.copy')}</Button>}
        {line && (
          <StatusTag tone={hasArrived ? 'good' : 'quiet'}>
            {t(hasArrived ? 'equipment:deviceData.arrived' : 'equipment:deviceData.waiting')}
          </StatusTag>
        )}
      </div>
      {fresh && (
        <p className="device-secret">
          {t('equipment:deviceData.secretOnce')} <code className="kit-code">{fresh.secret}</code>
        </p>
      )}
      {isLora && <p>{t('equipment:connect.lora')}</p>}
      {!data.key && !isLora && <p>{t('equipment:deviceData.noCredential')}</p>}
      {data.key && !data.mqttPort && <p>{t('equipment:deviceData.noBroker')}</p>}
      {facts.length > 0 && (
        <dl className="device-connection">
          {facts.map(([name, text]) => (
            <div key={name}>
              <dt>{t(`equipment:connect.${name}`)}</dt>
              <dd>
                <code className="kit-code">{text}</code>
                <Button
                  type="text"
                  size="small"
                  icon={<CopyOutlined />}
                  aria-label={t('equipment:connect.copyOne', {
                    name: t(`equipment:connect.${name}`),
                  })}
                  onClick={() => void copy(text)}
                />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {isReporting && data.key && (
        <Alert
          type="warning"
          showIcon
          message={t('equipment:connect.writes')}
          action={
            !isShown && (
              <Button size="small" onClick={() => setShown(true)}>
                {t('equipment:connect.showLine')}
              </Button>
            )
          }
        />
      )}
      {line && (
        <pre className={hasArrived ? 'device-line device-line-lit' : 'device-line'} tabIndex={0}>
          {line}
        </pre>
      )}
      {post && (
        <pre className="device-line" tabIndex={0}>
          {post}
        </pre>
      )}
      {!isLora && <AttemptList id={row.id} />}
      <h4>{t('equipment:connect.channels')}</h4>
      <ChannelList row={row} type={type} channels={data.channels} />
    </section>
  )
}
