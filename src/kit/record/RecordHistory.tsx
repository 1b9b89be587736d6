import { Button, Timeline } from 'antd'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Entity } from '#contract/entity.ts'
import { recordHistory } from '#contract/platform/platform-calls.ts'
import { useCallPages, nextPage } from '#src/kit/calls/use-call.ts'
import { AuditDiff, changedFields } from './AuditDiff.tsx'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { auditActionLabel } from '#src/kit/definition/label.ts'
import { sentenceOf } from '#src/kit/actions/refusal.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'

const size = 10

interface RecordHistoryProps {
  entity: Entity
  id: number
  /** Of the record as it is shown: with another one there is more to tell. */
  version: number | undefined
}
/** Who wrote a record, newest first, and what each writing changed. */
export default function RecordHistory({ entity, id, version }: RecordHistoryProps) {
  const t = useLabels(entity)
  useTranslation('system')
  const zone = useTimeZone()
  const { data, error, hasNextPage, fetchNextPage, isFetching, refetch } = useCallPages(
    recordHistory,
    { entity: entity.name, recordId: String(id), size },
    nextPage,
    { staleTime: 0 },
  )
  const told = useRef(version)
  useEffect(() => {
    if (told.current === version) return
    told.current = version
    void refetch()
  }, [version, refetch])
  const entries = data?.pages.flatMap((page) => page.content) ?? []
  return (
    <section className="kit-history" aria-label={t('kit:history.title')}>
      <h3>{t('kit:history.title')}</h3>
      {error && <p role="alert">{sentenceOf(t, error).text}</p>}
      {data && entries.length === 0 && <p>{t('kit:history.none')}</p>}
      <Timeline
        items={entries.map((entry) => ({
          key: entry.id,
          children: (
            <>
              <p>
                <strong>{entry.realName ?? t('kit:history.system')}</strong>{' '}
                {auditActionLabel(t, entity, entry.action)}{' '}
                <time dateTime={entry.at}>{momentOf(entry.at, zone)}</time>
              </p>
              {entry.impersonator && (
                <p>{t('kit:history.impersonated', { name: entry.impersonator })}</p>
              )}
              {entry.before &&
                entry.after &&
                changedFields(entry.before, entry.after, entity).length === 0 && (
                  <p>{t('kit:history.unchanged')}</p>
                )}
              <AuditDiff entity={entity} before={entry.before} after={entry.after} />
            </>
          ),
        }))}
      />
      {hasNextPage && (
        <Button loading={isFetching} onClick={() => void fetchNextPage()}>
          {t('kit:history.more')}
        </Button>
      )}
    </section>
  )
}
