import { deviceAttempts, deviceMessages, showCredential } from '#contract/equipment/device-calls.ts'
import { simCard } from '#contract/connectivity/sim.ts'
import { recordsCall } from '#src/kit/calls/records.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { ListSkeleton } from '#src/kit/app/ListState.tsx'
import { useGranted } from '#src/kit/app/use-granted.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useResource } from '#src/kit/definition/definition-context.ts'
import { optionLabel } from '#src/kit/definition/label.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { diagnose, type Step } from './diagnose.ts'
import { useOfDevice, type DeviceRow } from './use-device.ts'

interface Card {
  iccid: string
  state: string
  warning: string
}
const cards = recordsCall<Card>(simCard)
const onDevice = { staleAfter: { device: 'id' } } as const

/** Why a device may not be heard: what can be known from here, step by step. */
export function Diagnosis({
  row,
  overLorawan,
  mayCredential,
}: {
  row: DeviceRow
  overLorawan: boolean
  mayCredential: boolean
}) {
  const { entity } = useResource()
  const t = useLabels({ module: 'equipment' })
  const zone = useTimeZone()
  const id = row.id
  const signsIn = mayCredential && !overLorawan
  const mayCards = useGranted(simCard.permissions.list as string, Boolean(row.iccid))
  const messages = useOfDevice(deviceMessages, id)
  const credential = useCall({ ...showCredential, ...onDevice }, signsIn ? { id } : null)
  const attempts = useCall({ ...deviceAttempts, ...onDevice }, signsIn ? { id } : null)
  const card = useCall(cards, row.iccid && mayCards ? { iccid: row.iccid, size: 1 } : null)
  const list = recordsCall<{ id: number }>(entity)
  const near = row.areaId ? { areaId: row.areaId, enabledFlag: 1, size: 1 } : null
  const all = useCall(list, near)
  const silent = useCall(list, near && { ...near, online: 0 })
  const waited = [messages, credential, attempts, card, all, silent]
  if (waited.some(({ isLoading }) => isLoading))
    return (
      <section className="device-diagnosis" aria-busy="true">
        <h3>{t('equipment:diagnosis.title')}</h3>
        <ListSkeleton rows={4} />
      </section>
    )
  const steps = diagnose({
    row,
    card: card.data?.content[0] ?? null,
    ...(all.data &&
      silent.data && {
        base: { total: all.data.totalElements, offline: silent.data.totalElements },
      }),
    ...(credential.data && { credential: credential.data.key }),
    ...(attempts.data && { attempts: attempts.data }),
    ...(messages.data && { messages: messages.data }),
  })
  const cause =
    steps.find(({ tone }) => tone === 'bad') ?? steps.find(({ tone }) => tone === 'warn')
  const say = ({ what, tone, params: { at, reason, state, warning, ...params } }: Step) =>
    t(`equipment:diagnosis.${what}.${tone}`, {
      ...params,
      ...(at && { at: momentOf(String(at), zone) }),
      ...(reason && { reason: t(`equipment:attempts.reasons.${reason}`) }),
      ...(state && {
        state: [
          optionLabel(t, simCard, 'state', String(state)),
          warning === 'fine' ? '' : optionLabel(t, simCard, 'warning', String(warning)),
        ]
          .filter(Boolean)
          .join(' · '),
      }),
    })
  return (
    <section className="device-diagnosis" aria-label={t('equipment:diagnosis.title')}>
      <h3>{t('equipment:diagnosis.title')}</h3>
      <p>
        {cause
          ? t('equipment:diagnosis.cause', { cause: say(cause) })
          : t('equipment:diagnosis.onSite')}
      </p>
      <ol className="device-outages">
        {steps.map((step) => (
          <li key={step.what}>
            <StatusTag tone={step.tone}>{say(step)}</StatusTag>
          </li>
        ))}
      </ol>
    </section>
  )
}
