import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { getCorporation, type Corporation } from '#contract/account/tenant.ts'
import { resized } from '#contract/file/file-calls.ts'
import { corporationScreen } from '#contract/system/corporation.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { usePermissions } from '#src/kit/app/use-permissions.ts'
import { HeadTools } from '#src/ui/page-head.tsx'
import { CardSection } from './CardSection.tsx'
import { CorporationForm } from './CorporationForm.tsx'
import { DomainClaim } from './DomainClaim.tsx'
import { ScreenChannels } from './ScreenChannels.tsx'
import { SignInPreview } from './SignInPreview.tsx'
import { sections, type SectionField } from './sections.ts'
import '#src/kit/form/form.css'
import './corporation.css'

const actions = ['list', 'edit']
const definition = { screen: corporationScreen, page: async () => ({ default: CorporationPage }) }

/** The tenant's own card, and how its console presents itself on the tenant's own domain. */
export default function CorporationPage() {
  const may = usePermissions(definition, actions)
  const card = useCall(getCorporation, {}, { staleTime: 0 })
  const [editing, setEditing] = useState<Corporation>()
  if (card.error) return <LoadFailed error={card.error} onRetry={() => void card.refetch()} />
  if (!card.data) return <ListSkeleton />
  if (editing) return <CorporationForm card={editing} onClose={() => setEditing(undefined)} />
  return (
    <CorporationCard
      card={card.data}
      mayEdit={may?.edit === true}
      onEdit={() => setEditing(card.data)}
    />
  )
}

interface CorporationCardProps {
  card: Corporation
  mayEdit: boolean
  onEdit: () => void
}
function CorporationCard({ card, mayEdit, onEdit }: CorporationCardProps) {
  const t = useLabels({ module: 'system' })
  const zone = useTimeZone()
  const said = (name: SectionField): ReactNode => {
    switch (name) {
      case 'domainName':
        return <DomainClaim card={card} mayEdit={mayEdit} />
      case 'telemetryMonths':
        return t('system:corporation.months', { count: card.telemetryMonths })
      case 'alarmDays':
        return t('system:corporation.days', { count: card.alarmDays })
      case 'secondFactorFlag':
        return t(card.secondFactorFlag ? 'common:flags.enabled' : 'common:flags.disabled')
      case 'logo':
      case 'favicon':
        return card[name] ? (
          <img
            className="kit-picture"
            alt={t(`system:corporation.fields.${name}`)}
            src={resized(card[name])}
          />
        ) : (
          '–'
        )
      default:
        return <span className="kit-text">{card[name] ?? '–'}</span>
    }
  }
  const fact = (label: string, value: ReactNode, isWide = false) => (
    <div key={label} className={isWide ? 'kit-fact-wide' : undefined}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
  return (
    <div className="corporation">
      {mayEdit && (
        <HeadTools>
          <Button type="primary" onClick={onEdit}>
            {t('common:actions.edit')}
          </Button>
        </HeadTools>
      )}
      {sections.map(({ name, fields }) => {
        const facts = (
          <dl className="kit-facts corporation-facts">
            {fields.map((field) =>
              fact(
                t(`system:corporation.fields.${field}`),
                said(field),
                field === 'description' || field === 'domainName',
              ),
            )}
            {name === 'enterprise' && (
              <>
                {fact(t('system:corporation.fields.tenantNum'), card.tenantNum)}
                {fact(t('common:lastUpdateDate'), momentOf(card.lastUpdateDate, zone))}
              </>
            )}
          </dl>
        )
        return (
          <CardSection key={name} name={name}>
            {name === 'signIn' ? (
              <div className="corporation-split">
                {facts}
                <SignInPreview
                  face={card}
                  caption={
                    card.domainName && card.domainState === 'confirmed'
                      ? t('system:corporation.preview.seen', { domain: card.domainName })
                      : t('system:corporation.preview.unseen')
                  }
                />
              </div>
            ) : (
              facts
            )}
          </CardSection>
        )
      })}
      {mayEdit && <ScreenChannels />}
    </div>
  )
}
