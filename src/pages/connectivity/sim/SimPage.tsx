import { Alert, Button, Progress } from 'antd'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import {
  bindSim,
  orderSim,
  simAllows,
  simCard,
  simOrders,
  simScreen,
  simUsage,
  type SimOrder,
  type SimState as State,
  simOperations,
} from '#contract/connectivity/sim.ts'
import { useSend } from '#src/kit/calls/use-send.ts'
import { recordCall } from '#src/kit/calls/records.ts'
import { invalidateCall } from '#src/kit/calls/queries.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { SimDevice, SimState, SimWarning } from '#src/features/connectivity/SimCells.tsx'
import { useResource } from '#src/kit/definition/definition-context.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { fieldLabel, optionLabel } from '#src/kit/definition/label.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import type { Row } from '#src/kit/definition/resource.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { usePageName } from '#src/kit/definition/page-name.ts'
import { usePermissions } from '#src/kit/app/use-permissions.ts'
import { confirm } from '#src/ui/confirm.ts'
import { BindDialog } from './BindDialog.tsx'
import { Operations } from './Operations.tsx'
import { RenewDialog } from './RenewDialog.tsx'
import { UsageChart } from './UsageChart.tsx'
import './sim.css'

const asked = ['control', 'bind', 'renew', 'edit']
const show = recordCall<Row>(simCard)

/** How an IoT card stands with its carrier: state, plan, end, and what it used month by month. */
export default function SimPage() {
  const id = Number(useParams().id)
  const t = useLabels(simCard)
  const zone = useTimeZone()
  const navigate = useNavigate()
  const may = usePermissions(useResource(), asked)
  const card = useCall(show, { id })
  const usage = useCall(simUsage, { id })
  const { send, isBusy, problem } = useSend()
  const [asking, setAsking] = useState<'bind' | 'renew' | null>(null)
  usePageName(card.data && String(card.data.iccid))
  const again = () =>
    Promise.all([show, simUsage, simOperations].map((asked) => invalidateCall(asked, { id })))
  const error = card.error ?? usage.error
  if (error) return <LoadFailed error={error} onRetry={() => void again()} />
  if (!card.data || !usage.data) return <ListSkeleton rows={6} />
  const row = card.data
  const sure = (what: string) =>
    confirm({ title: t('equipment:sim.sure', { order: what }), go: what, isDanger: true })
  const order = async (one: SimOrder) => {
    // A card that is suspended cuts its device off.
    if (one === 'suspend' && !(await sure(t('equipment:sim.order.suspend')))) return
    await send(orderSim, { id, order: one }, { said: t('equipment:sim.done') })
    await again()
  }
  const unbind = async () => {
    if (!(await sure(t('equipment:sim.unbind')))) return
    await send(bindSim, { id, deviceId: null }, { said: t('equipment:sim.unbound') })
    await again()
  }
  const close = (isChanged: boolean) => {
    setAsking(null)
    if (isChanged) void again()
  }
  const { hasCarrier, pool } = usage.data
  const closed = !hasCarrier
    ? t('equipment:sim.noCarrier')
    : !may?.control
      ? t('equipment:control.closed.permission')
      : null
  const quota = Number(row.quotaMb ?? 0)
  const used = Number(row.usedMb ?? 0)
  const facts = [
    ['carrier', optionLabel(t, simCard, 'carrier', String(row.carrier))],
    ['state', <SimState key="s" row={row} />],
    ['msisdn', row.msisdn],
    ['platformId', row.platformIdName],
    ['poolName', row.poolName],
    ['expiresOn', row.expiresOn],
    ['warning', <SimWarning key="w" row={row} />],
    ['deviceName', <SimDevice key="d" row={row} />],
    ['synchronizedAt', row.synchronizedAt && momentOf(String(row.synchronizedAt), zone)],
    ['description', row.description],
  ] as const
  return (
    <section className="kit-page sim" aria-label={String(row.iccid)}>
      <header>
        <Button className="kit-back" onClick={() => void navigate(simScreen.route)}>
          {t('common:buttons.back')}
        </Button>
        <h2>{String(row.iccid)}</h2>
      </header>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{fieldLabel(t, simCard, name)}</dt>
            <dd>{(value || '–') as React.ReactNode}</dd>
          </div>
        ))}
      </dl>
      {!hasCarrier && <Alert type="info" showIcon message={t('equipment:sim.byHand')} />}
      <section aria-label={t('equipment:sim.plan')}>
        <h3>{t('equipment:sim.plan')}</h3>
        <p>
          {quota > 0
            ? t('equipment:sim.used', { used, quota })
            : t('equipment:sim.usedOnly', { used })}
        </p>
        {quota > 0 && (
          <Progress
            percent={Math.round((100 * used) / quota)}
            status={used >= quota ? 'exception' : 'normal'}
            aria-label={t('equipment:sim.plan')}
          />
        )}
        {pool && (
          <p>
            {t('equipment:sim.pool', {
              name: String(row.poolName),
              cards: pool.cards,
              used: pool.usedMb,
              quota: pool.quotaMb,
            })}
          </p>
        )}
      </section>
      <section aria-label={t('equipment:sim.orders')}>
        <h3>{t('equipment:sim.orders')}</h3>
        <div className="sim-orders">
          {simOrders.map((one) => (
            <Button
              key={one}
              loading={isBusy}
              disabled={closed !== null || !simAllows[one].includes(row.state as State)}
              aria-describedby={closed ? 'sim-closed' : undefined}
              onClick={() => void order(one)}
            >
              {t(`equipment:sim.order.${one}`)}
            </Button>
          ))}
          {may?.renew && (
            <Button disabled={isBusy} onClick={() => setAsking('renew')}>
              {t('equipment:sim.renew')}
            </Button>
          )}
          {may?.bind &&
            (row.deviceId === null ? (
              <Button disabled={isBusy} onClick={() => setAsking('bind')}>
                {t('equipment:sim.bind')}
              </Button>
            ) : (
              <Button disabled={isBusy} onClick={() => void unbind()}>
                {t('equipment:sim.unbind')}
              </Button>
            ))}
          {may?.edit && (
            <Button onClick={() => void navigate(`${simScreen.route}?open=edit&id=${id}`)}>
              {t('common:actions.edit')}
            </Button>
          )}
        </div>
        {closed && <small id="sim-closed">{closed}</small>}
        {problem && (
          <p role="alert" className="sim-problem">
            {problem}
          </p>
        )}
      </section>
      <section aria-label={t('equipment:sim.months')}>
        <h3>{t('equipment:sim.months')}</h3>
        <UsageChart months={usage.data.months} quota={quota} label={t('equipment:sim.months')} />
      </section>
      <Operations id={id} />
      {asking === 'bind' && <BindDialog row={row} onClose={close} />}
      {asking === 'renew' && (
        <RenewDialog row={row} isAsked={usage.data.takesRenewals} onClose={close} />
      )}
    </section>
  )
}
