import { Alert, Descriptions, Progress } from 'antd'
import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { faultVitals, operations, vitals } from '#contract/platform/operations-calls.ts'
import { outboxScreen, tenantsScreen } from '#contract/platform/screens.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { sizeOf } from './size.ts'
import './operations.css'

const everyMs = 30_000
/** Below this share of the disk somebody must act. */
const lowDisk = 0.1

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="operations-panel" aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** What a panel says in words and figures. */
const Facts = ({ items }: Pick<ComponentProps<typeof Descriptions>, 'items'>) => (
  <Descriptions size="small" column={{ xs: 1, sm: 2, lg: 3 }} items={items} />
)

/** What an operator looks at first: who runs out of what, what does not leave, room, work. */
export default function OperationsPage() {
  const t = useLabels({ module: 'system' })
  const { i18n } = useTranslation()
  const zone = useTimeZone()
  const { data, error, refetch } = useCall(operations, {}, { refetchInterval: everyMs })
  if (!data)
    return error ? (
      <LoadFailed error={error} onRetry={() => void refetch()} />
    ) : (
      <ListSkeleton rows={8} />
    )
  const { sms, counts, near } = data
  const size = (bytes: number) => sizeOf(bytes, i18n.language)
  const isDiskLow = data.diskFreeBytes < data.diskBytes * lowDisk
  return (
    <div className="operations">
      {isDiskLow && <Alert type="error" showIcon message={t('system:operations.diskLow')} />}
      <Panel title={t('system:operations.near')}>
        {near.length === 0 ? (
          <p>{t('system:operations.nearNone')}</p>
        ) : (
          <ul className="operations-near">
            {near.map(({ tenantId, tenantName, what, used, allowed }) => (
              <li key={`${tenantId} ${what}`}>
                <Link
                  className="kit-link"
                  to={`${tenantsScreen.route}?${new URLSearchParams({ tenantName }).toString()}`}
                >
                  {tenantName}
                </Link>
                <span>{t(`system:tenants.${what}`)}</span>
                <Progress
                  percent={Math.round((used / Math.max(allowed, 1)) * 100)}
                  status={used >= allowed ? 'exception' : 'normal'}
                  aria-label={t('system:operations.nearMost', { used, allowed })}
                />
                <span>{t('system:operations.nearMost', { used, allowed })}</span>
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <Panel title={t('system:operations.sms')}>
        <p>{t(sms.isSent ? 'system:operations.smsSent' : 'system:operations.smsKept')}</p>
        <p>
          {!sms.isSent && <>{t('system:operations.smsToday', { count: sms.keptToday })} </>}
          <Link className="kit-link" to={outboxScreen.route}>
            {t('system:operations.openOutbox')}
          </Link>
        </p>
      </Panel>
      <Panel title={t('system:operations.work')}>
        <Facts
          items={[
            {
              key: 'tenants',
              label: t('system:operations.tenants'),
              children: t('system:operations.tenantsClosed', {
                count: data.tenants,
                closed: data.closedTenants,
              }),
            },
            ...vitals.map((name) => ({
              key: name,
              label: t(`system:operations.counts.${name}`),
              children:
                faultVitals.includes(name) && counts[name]! > 0 ? (
                  <StatusTag tone="bad">{counts[name]}</StatusTag>
                ) : (
                  counts[name]
                ),
            })),
          ]}
        />
      </Panel>
      <Panel title={t('system:operations.room')}>
        <Facts
          items={[
            {
              key: 'disk',
              label: t('system:operations.disk'),
              children: t('system:operations.diskOf', {
                free: size(data.diskFreeBytes),
                all: size(data.diskBytes),
              }),
            },
            {
              key: 'database',
              label: t('system:operations.database'),
              children: size(data.databaseBytes),
            },
            {
              key: 'backup',
              label: t('system:operations.backup'),
              children: data.backupAt ? (
                momentOf(data.backupAt, zone)
              ) : (
                <StatusTag tone="warn">{t('system:operations.noBackup')}</StatusTag>
              ),
            },
            { key: 'version', label: t('system:operations.version'), children: data.version },
            {
              key: 'since',
              label: t('system:operations.since'),
              children: momentOf(data.startedAt, zone),
            },
          ]}
        />
      </Panel>
    </div>
  )
}
