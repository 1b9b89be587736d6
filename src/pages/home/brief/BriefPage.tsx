import { Button, Select } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  briefScreen,
  digestHours,
  homeBrief,
  saveDigest,
  type Brief,
} from '#contract/home/brief.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { useCurrentBase } from '#src/kit/app/use-current-base.ts'
import { useIdentity } from '#src/kit/app/use-identity.ts'
import { useCallAction } from '#src/kit/calls/use-call-action.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { PrintSheet } from '#src/kit/print/PrintSheet.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { BriefLines } from './BriefLines.tsx'

const hours = Array.from(
  { length: digestHours.last - digestHours.first + 1 },
  (_, at) => digestHours.first + at,
)

/** What there is to know of each base this morning: to read, to print, to have sent. */
export default function BriefPage() {
  const { t } = useTranslation(['home', 'menus'])
  const user = useIdentity()
  const base = useCurrentBase()
  const labelId = useId()
  const [isPrinting, setPrinting] = useState(false)
  const { data, error, refetch } = useCall(homeBrief, { base: base ?? undefined })
  const digest = useCallAction(saveDigest, { invalidates: [homeBrief] })
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />
  if (!data) return <ListSkeleton rows={6} />
  return (
    <section className="kit-page" aria-label={t(`menus:screens.${briefScreen.name}`)}>
      <div className="brief-bar">
        <time dateTime={data.day}>{data.day}</time>
        <div className="brief-send">
          <span id={labelId}>{t('brief.send')}</span>
          <Select<number | null>
            aria-labelledby={labelId}
            value={data.digestHour}
            loading={digest.isBusy}
            disabled={digest.isBusy}
            style={{ minWidth: 120 }}
            options={[
              { value: null, label: t('brief.never') },
              ...hours.map((hour) => ({ value: hour, label: `${hour}:00` })),
            ]}
            onChange={(hour) => void digest.send({ hour })}
          />
        </div>
        <Button onClick={() => setPrinting(true)}>{t('brief.print')}</Button>
      </div>
      {data.bases.length === 0 ? (
        <EmptyState variant="noData" height={320}>
          <p>{t('brief.noBases')}</p>
        </EmptyState>
      ) : (
        <Bases bases={data.bases} />
      )}
      {isPrinting && (
        <PrintSheet isReady onDone={() => setPrinting(false)}>
          <div className="print-head">
            <div>
              <h1>{t(`menus:screens.${briefScreen.name}`)}</h1>
              <p className="print-note">
                {[user?.tenantName, data.day].filter(Boolean).join(' · ')}
              </p>
            </div>
          </div>
          <Bases bases={data.bases} />
        </PrintSheet>
      )}
    </section>
  )
}
const Bases = ({ bases }: Pick<Brief, 'bases'>) => (
  <div className="brief-bases">
    {bases.map((one) => (
      <section key={one.areaId} className="brief-base" aria-label={one.areaName}>
        <h2>{one.areaName}</h2>
        <BriefLines base={one} />
      </section>
    ))}
  </div>
)
