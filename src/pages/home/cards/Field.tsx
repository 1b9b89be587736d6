import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { farmLog } from '#contract/journal/farm-log.ts'
import { countingScreen } from '#contract/inventory/counting.ts'
import { myTasksScreen } from '#contract/work/task-calls.ts'
import { ownTaskList } from '#contract/work/task.ts'
import { useGranted } from '#src/kit/app/use-granted.ts'
import { useCamera } from '#src/kit/calls/field/use-camera.tsx'
import { useField } from '#src/kit/calls/field/use-field.ts'
import { openField } from '#src/lib/open-field.ts'
import { openScan } from '#src/lib/open-scan.ts'
import { LineIcon } from '#src/ui/LineIcon.tsx'
import { useNarrow } from '#src/ui/use-width.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { useSigned } from '#src/features/work/use-signed.ts'
import { CardFrame } from '../CardFrame.tsx'

const SignDialog = lazy(() => import('#src/features/work/SignDialog.tsx'))

/** What somebody outside does by the way: takes a picture, reads a label, tells of a problem. */
export default function Field() {
  const { t } = useTranslation('home')
  const mayWrite = useGranted(farmLog.permissions.create)
  const mayCount = useGranted(countingScreen.permission)
  const { entries } = useField()
  const hasTasks = useGranted(ownTaskList)
  // On a phone the bar below has it.
  const isBarred = useNarrow()
  // Of whoever has tasks it belongs to one of them; others do it here.
  const place = hasTasks ? myTasksScreen.route : ''
  const camera = useCamera(`${place}?photo=now`)
  const face = (icon: string, name: string) => (
    <>
      <LineIcon name={icon} size={24} />
      <span>{name}</span>
    </>
  )
  const { signed } = useSigned()
  const zone = useTimeZone()
  const [isSigning, setSigning] = useState(false)
  const maySign = hasTasks && signed !== undefined
  if (isBarred && !mayWrite && !mayCount && !maySign && entries.length === 0) return null
  return (
    <CardFrame
      code="field"
      more={
        entries.length > 0 && (
          <button type="button" className="kit-link" onClick={openField}>
            {t('cards.field.unsent', { count: entries.length })}
          </button>
        )
      }
    >
      <ul className="home-deeds">
        {maySign && (
          <li>
            <button type="button" onClick={() => setSigning(true)}>
              {face(
                'wages',
                signed
                  ? t('cards.field.signed', { time: momentOf(signed.at, zone).slice(11, 16) })
                  : t('cards.field.sign'),
              )}
            </button>
          </li>
        )}
        {mayWrite && (
          <li>
            <button type="button" onClick={camera.open}>
              {face('snapshot', t('cards.field.photo'))}
            </button>
            {camera.input}
          </li>
        )}
        {!isBarred && (
          <li>
            <button type="button" onClick={openScan}>
              {face('scan', t('entries.begin.scan'))}
            </button>
          </li>
        )}
        {mayCount && (
          <li>
            <Link to={countingScreen.route}>{face('count', t('cards.field.count'))}</Link>
          </li>
        )}
        {mayWrite && (
          <li>
            <Link to={`${place}?report=1`}>{face('message', t('cards.field.report'))}</Link>
          </li>
        )}
      </ul>
      {isSigning && (
        <Suspense>
          <SignDialog onClose={() => setSigning(false)} />
        </Suspense>
      )}
    </CardFrame>
  )
}
