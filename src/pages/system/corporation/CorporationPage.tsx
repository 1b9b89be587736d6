import { Button, Descriptions } from 'antd'
import { useState } from 'react'
import { getCorporation, type Corporation } from '#contract/account/tenant.ts'
import { resized } from '#contract/file/file-calls.ts'
import { corporationScreen } from '#contract/system/corporation.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { usePermissions } from '#src/kit/app/use-permissions.ts'
import { CorporationForm, pictures, texts } from './CorporationForm.tsx'
import { DomainClaim } from './DomainClaim.tsx'
import { ScreenChannels } from './ScreenChannels.tsx'

const actions = ['list', 'edit']
const definition = { screen: corporationScreen, page: async () => ({ default: CorporationPage }) }

/** The tenant's own card, and how its console presents itself on the tenant's own domain. */
export default function CorporationPage() {
  const t = useLabels({ module: 'system' })
  const zone = useTimeZone()
  const may = usePermissions(definition, actions)
  const card = useCall(getCorporation, {}, { staleTime: 0 })
  const [editing, setEditing] = useState<Corporation>()
  if (card.error) return <LoadFailed error={card.error} onRetry={() => void card.refetch()} />
  if (!card.data) return <ListSkeleton />
  if (editing) return <CorporationForm card={editing} onClose={() => setEditing(undefined)} />
  return (
    <>
      <Descriptions
        bordered
        size="middle"
        column={{ xs: 1, md: 2 }}
        items={[
          {
            key: 'tenantNum',
            label: t('system:corporation.fields.tenantNum'),
            children: card.data.tenantNum,
          },
          ...texts.map((name) => ({
            key: name,
            label: t(`system:corporation.fields.${name}`),
            children:
              name === 'domainName' ? (
                <DomainClaim card={card.data} mayEdit={!!may?.edit} />
              ) : (
                <span className="kit-text">{card.data[name] ?? '–'}</span>
              ),
          })),
          {
            key: 'timeZone',
            label: t('system:corporation.fields.timeZone'),
            children: card.data.timeZone,
          },
          {
            key: 'telemetryMonths',
            label: t('system:corporation.fields.telemetryMonths'),
            children: t('system:corporation.months', { count: card.data.telemetryMonths }),
          },
          {
            key: 'alarmDays',
            label: t('system:corporation.fields.alarmDays'),
            children: t('system:corporation.days', { count: card.data.alarmDays }),
          },
          {
            key: 'secondFactorFlag',
            label: t('system:corporation.fields.secondFactorFlag'),
            children: t(
              card.data.secondFactorFlag ? 'common:flags.enabled' : 'common:flags.disabled',
            ),
          },
          ...pictures.map((name) => ({
            key: name,
            label: t(`system:corporation.fields.${name}`),
            children: card.data[name] ? (
              <img
                className="kit-picture"
                alt={t(`system:corporation.fields.${name}`)}
                src={resized(card.data[name])}
              />
            ) : (
              '–'
            ),
          })),
          {
            key: 'lastUpdateDate',
            label: t('common:lastUpdateDate'),
            children: momentOf(card.data.lastUpdateDate, zone),
          },
        ]}
      />
      {may?.edit && (
        <Button
          type="primary"
          style={{ marginBlockStart: 16 }}
          onClick={() => setEditing(card.data)}
        >
          {t('common:actions.edit')}
        </Button>
      )}
      {may?.edit && <ScreenChannels />}
    </>
  )
}
