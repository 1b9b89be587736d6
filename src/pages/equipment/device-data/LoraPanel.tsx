import { Alert, Button } from 'antd'
import type { DeviceType } from '#contract/devices/device-type.ts'
import { loraNetworkScreen } from '#contract/connectivity/lora.ts'
import {
  flushLoraQueue,
  loraCoverage,
  loraFrames,
  loraQueue,
  type LoraFrame,
} from '#contract/connectivity/lora-air.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { DevicePlace } from '#src/features/equipment/DevicePlace.tsx'
import { ScreenLink } from '#src/kit/app/ScreenLink.tsx'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { confirm } from '#src/ui/confirm.ts'
import { toast } from '#src/ui/toast.ts'
import { LoraKeysPanel } from './LoraKeysPanel.tsx'
import { useOfDevice, type DeviceRow } from './use-device.ts'
import './lora-panel.css'

interface LoraPanelProps {
  row: DeviceRow
  type: DeviceType
  mayEdit: boolean
  mayKeys: boolean
  mayControl: boolean
}

/**
 * LoRaWAN as it is in the air: how a node is activated, what waits for it, its frames, and who
 * hears whom.
 */
export function LoraPanel({ row, type, mayEdit, mayKeys, mayControl }: LoraPanelProps) {
  return (
    <>
      {!type.hearsNodes && <LoraKeysPanel row={row} mayEdit={mayEdit} mayKeys={mayKeys} />}
      {!type.hearsNodes && type.actuators && <Queue id={row.id} mayControl={mayControl} />}
      <Coverage row={row} hearsNodes={type.hearsNodes === true} />
      <Frames row={row} hearsNodes={type.hearsNodes === true} />
    </>
  )
}
const number = (value: number | null, unit: string) =>
  value === null ? '–' : `${Number(value.toFixed(1))} ${unit}`

function Coverage({ row, hearsNodes }: { row: DeviceRow; hearsNodes: boolean }) {
  const t = useLabels({ module: 'equipment' })
  const zone = useTimeZone()
  const { data, error, refetch } = useOfDevice(loraCoverage, row.id)
  const title = t(hearsNodes ? 'equipment:loraAir.nodesHeard' : 'equipment:loraAir.heardBy')
  return (
    <section aria-label={title}>
      <h3>
        {title}
        {data && data.length > 0 ? ` (${data.length})` : ''}
      </h3>
      {error ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <ListSkeleton rows={2} />
      ) : data.length === 0 ? (
        <p>{t('equipment:loraAir.nothing')}</p>
      ) : (
        <div className="lora-scroll" tabIndex={0}>
          <table className="lora-table">
            <thead>
              <tr>
                {[hearsNodes ? 'node' : 'gateway', 'best', 'last', 'count', 'lastAt'].map(
                  (name) => (
                    <th key={name} scope="col">
                      {t(`equipment:loraAir.${name}`)}
                    </th>
                  ),
                )}
              </tr>
            </thead>
            <tbody>
              {data.map((one) => (
                <tr key={`${one.gateway}/${one.deviceId}`}>
                  <th scope="row">
                    {hearsNodes ? (
                      <DevicePlace id={one.deviceId} name={one.deviceName} type={one.deviceType} />
                    ) : one.gatewayId ? (
                      <DevicePlace
                        id={one.gatewayId}
                        name={one.gatewayName!}
                        type={one.gatewayType}
                      />
                    ) : (
                      one.gateway
                    )}
                  </th>
                  <td>
                    {number(one.bestRssi, 'dBm')} · {number(one.bestSnr, 'dB')}
                  </td>
                  <td>
                    {number(one.rssi, 'dBm')} · {number(one.snr, 'dB')}
                  </td>
                  <td>{one.count}</td>
                  <td>{momentOf(one.lastAt, zone)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

function Frames({ row, hearsNodes }: { row: DeviceRow; hearsNodes: boolean }) {
  const t = useLabels({ module: 'equipment' })
  const { data, error, refetch } = useOfDevice(loraFrames, row.id)
  const columns = [
    'time',
    ...(hearsNodes ? ['node'] : []),
    'kind',
    'port',
    'counter',
    'rate',
    'frequency',
    'signal',
    'gateway',
    'payload',
  ]
  return (
    <section aria-label={t('equipment:loraAir.frames')}>
      <h3>{t('equipment:loraAir.frames')}</h3>
      {error ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <ListSkeleton rows={3} />
      ) : data.length === 0 ? (
        <p>{t('equipment:loraAir.nothing')}</p>
      ) : (
        <div className="lora-scroll" tabIndex={0}>
          <table className="lora-table">
            <thead>
              <tr>
                {columns.map((name) => (
                  <th key={name} scope="col">
                    {t(`equipment:loraAir.${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.map((one) => (
                <Frame key={one.id} frame={one} own={row.eui} hearsNodes={hearsNodes} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
/** As its own gateway heard it, or as the best did. */
function Frame({ frame, own, hearsNodes }: { frame: LoraFrame; own: string; hearsNodes: boolean }) {
  const t = useLabels({ module: 'equipment' })
  const zone = useTimeZone()
  const { gateways, kind, port, counter, dataRate, spreadingFactor, frequency, payload, lost } =
    frame
  const heard =
    (hearsNodes ? gateways.find(({ id }) => id === own.toLowerCase()) : undefined) ?? gateways[0]
  return (
    <tr className={`lora-${kind}`}>
      <th scope="row">{momentOf(frame.at, zone)}</th>
      {hearsNodes && <td>{frame.deviceName}</td>}
      <td>
        {t(`equipment:loraAir.kinds.${kind}`)}
        {lost > 0 && <small> {t('equipment:loraAir.lostBefore', { count: lost })}</small>}
      </td>
      <td>{port ?? '–'}</td>
      <td>{counter ?? '–'}</td>
      <td>{dataRate ?? (spreadingFactor ? `SF${spreadingFactor}` : '–')}</td>
      <td>{frequency ? `${frequency / 1_000_000} MHz` : '–'}</td>
      <td>{heard ? `${number(heard.rssi, 'dBm')} · ${number(heard.snr, 'dB')}` : '–'}</td>
      <td>
        {heard ? (heard.name ?? heard.id) : '–'}
        {gateways.length > 1 && ` +${gateways.length - 1}`}
      </td>
      <td>
        <code>{payload || '–'}</code>
      </td>
    </tr>
  )
}

function Queue({ id, mayControl }: { id: number; mayControl: boolean }) {
  const t = useLabels({ module: 'equipment' })
  const zone = useTimeZone()
  const { data, refetch } = useOfDevice(loraQueue, id)
  const { send, isBusy, problem } = useCallMutation(flushLoraQueue, {
    onDone: ({ cancelled, problem: hindered }) =>
      toast({
        text: hindered
          ? t('equipment:loraAir.flushFailed', { problem: hindered })
          : t('equipment:loraAir.flushed', { count: cancelled }),
        tone: hindered ? 'bad' : 'good',
      }),
  })
  if (!data) return null
  const flush = async () => {
    const title = t('equipment:loraAir.flush')
    if (
      !(await confirm({ title, body: t('equipment:loraAir.flushBody'), go: title, isDanger: true }))
    )
      return
    await send({ id })
    await refetch()
  }
  return (
    <section aria-label={t('equipment:loraAir.queue')}>
      <h3>{t('equipment:loraAir.queue')}</h3>
      {problem && <Alert type="error" showIcon message={problem} />}
      {data.problem && (
        <Alert
          type="warning"
          showIcon
          message={t('equipment:loraAir.queueProblem', { problem: data.problem })}
        />
      )}
      {!data.hasApi && (
        <p>
          <small>
            {t('equipment:loraAir.noApi')}{' '}
            <ScreenLink screen={loraNetworkScreen} to={loraNetworkScreen.route}>
              {t('equipment:loraNetwork.name')}
            </ScreenLink>
          </small>
        </p>
      )}
      {data.items.length === 0 ? (
        <p>{t('equipment:loraAir.empty')}</p>
      ) : (
        <ul className="lora-queue">
          {data.items.map((one) => (
            <li key={`${one.where}/${one.id}`}>
              {t(`equipment:loraAir.where.${one.where}`)} · {one.what || <code>{one.payload}</code>}
              {one.at && ` · ${momentOf(one.at, zone)}`}
              {one.expiresAt &&
                ` · ${t('equipment:loraAir.until', { at: momentOf(one.expiresAt, zone) })}`}
            </li>
          ))}
        </ul>
      )}
      {mayControl && (
        <Button danger loading={isBusy} onClick={() => void flush()}>
          {t('equipment:loraAir.flush')}
        </Button>
      )}
    </section>
  )
}
