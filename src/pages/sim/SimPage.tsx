import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Progress } from 'antd'
import { useNavigate, useParams } from 'react-router'
import { z } from 'zod'
import { orderSim, simAllows, simCard, simOrders, simScreen, simUsage, type SimOrder, type SimState as State } from '#contract/equipment/sim.ts'
import { call } from '#src/api/call.ts'
import { SimDevice, SimState, SimWarning } from '#src/devices/SimCells.tsx'
import { useResource } from '#src/kit/definition-context.ts'
import { momentOf } from '#src/kit/fields/day-text.ts'
import { fieldLabel, optionLabel } from '#src/kit/label.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/ListState.tsx'
import type { Row } from '#src/kit/resource.ts'
import { useTimeZone } from '#src/kit/use-identity.ts'
import { useLabels } from '#src/kit/use-labels.ts'
import { usePageName } from '#src/kit/page-name.ts'
import { useMay } from '#src/kit/use-may.ts'
import { useSubmit } from '#src/kit/use-submit.ts'
import { toast } from '#src/ui/toast.ts'
import { UsageChart } from './UsageChart.tsx'
import './sim.css'

const asked = ['control']
const show = { endpoint: simCard.api.show, access: { code: simCard.permissions.list }, input: z.object({ id: z.int() }), answer: z.custom<Row>() }

/** How an IoT card stands with its carrier: state, plan, end, and what it used month by month. */
export default function SimPage() {
  const id = Number(useParams().id)
  const t = useLabels(simCard)
  const zone = useTimeZone()
  const navigate = useNavigate()
  const client = useQueryClient()
  const may = useMay(useResource(), asked)
  const card = useQuery({ queryKey: ['sim', id], queryFn: ({ signal }) => call(show, { id }, { quiet: true, signal }) })
  const usage = useQuery({ queryKey: ['sim', id, 'usage'], queryFn: ({ signal }) => call(simUsage, { id }, { quiet: true, signal }) })
  const { run, isBusy, problem } = useSubmit()
  usePageName(card.data && String(card.data.iccid))
  const error = card.error ?? usage.error
  if (error) return <LoadFailed error={error} onRetry={() => void client.invalidateQueries({ queryKey: ['sim', id] })} />
  if (!card.data || !usage.data) return <ListSkeleton rows={6} />
  const row = card.data
  const order = (one: SimOrder) => run(async () => {
    await call(orderSim, { id, order: one }, { quiet: true })
    toast({ text: t('equipment:sim.done'), tone: 'good' })
    await client.invalidateQueries({ queryKey: ['sim', id] })
  })
  const closed = !usage.data.hasCarrier ? t('equipment:sim.noCarrier') : !may?.control ? t('equipment:control.closed.permission') : null
  const quota = Number(row.quotaMb ?? 0)
  const used = Number(row.usedMb ?? 0)
  const facts = [
    ['carrier', optionLabel(t, simCard, 'carrier', String(row.carrier))], ['state', <SimState key="s" row={row} />], ['msisdn', row.msisdn], ['expiresOn', row.expiresOn], ['warning', <SimWarning key="w" row={row} />],
    ['deviceName', <SimDevice key="d" row={row} />], ['synchronizedAt', row.synchronizedAt && momentOf(String(row.synchronizedAt), zone)], ['description', row.description],
  ] as const
  return (
    <section className="kit-page sim" aria-label={String(row.iccid)}>
      <header>
        <Button className="kit-back" onClick={() => void navigate(simScreen.route)}>{t('common:buttons.back')}</Button>
        <h2>{String(row.iccid)}</h2>
      </header>
      <dl>{facts.map(([name, value]) => <div key={name}><dt>{fieldLabel(t, simCard, name)}</dt><dd>{(value || '–') as React.ReactNode}</dd></div>)}</dl>
      <section aria-label={t('equipment:sim.plan')}>
        <h3>{t('equipment:sim.plan')}</h3>
        <p>{quota > 0 ? t('equipment:sim.used', { used, quota }) : t('equipment:sim.usedOnly', { used })}</p>
        {quota > 0 && <Progress percent={Math.round((100 * used) / quota)} status={used >= quota ? 'exception' : 'normal'} aria-label={t('equipment:sim.plan')} />}
      </section>
      <section aria-label={t('equipment:sim.orders')}>
        <h3>{t('equipment:sim.orders')}</h3>
        <div className="sim-orders">
          {simOrders.map((one) => (
            <Button key={one} loading={isBusy} disabled={closed !== null || !simAllows[one].includes(row.state as State)} aria-describedby={closed ? 'sim-closed' : undefined} onClick={() => void order(one)}>{t(`equipment:sim.order.${one}`)}</Button>
          ))}
        </div>
        {closed && <small id="sim-closed">{closed}</small>}
        {problem && <p role="alert" className="sim-problem">{problem}</p>}
      </section>
      <section aria-label={t('equipment:sim.months')}>
        <h3>{t('equipment:sim.months')}</h3>
        <UsageChart months={usage.data.months} quota={quota} label={t('equipment:sim.months')} />
      </section>
    </section>
  )
}
