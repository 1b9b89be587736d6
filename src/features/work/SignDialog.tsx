import { Select } from 'antd'
import { useState } from 'react'
import { attendance } from '#contract/work/attendance.ts'
import { myAttendance, signIn, signOut } from '#contract/work/attendance-calls.ts'
import { useCurrentBase } from '#src/kit/app/use-current-base.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useDeed } from '#src/kit/calls/field/use-deed.ts'
import { WaitingTag } from '#src/kit/calls/field/WaitingTag.tsx'
import { useCall } from '#src/kit/calls/use-call.ts'
import { invalidateCall } from '#src/kit/calls/queries.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { momentOf, shortOf } from '#src/kit/fields/date/day-text.ts'
import { Dialog } from '#src/kit/form/Dialog.tsx'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'
import { signSubject } from '#src/lib/field/signed.ts'
import { ActPlaceBox } from './ActPlaceBox.tsx'
import { useActPlace } from './use-act-place.ts'
import { useSigned } from './use-signed.ts'
import './attendance.css'

/** Signing in and out for oneself, without a network too; and what one signed for lately. */
export default function SignDialog({ onClose }: { onClose: () => void }) {
  const t = useLabels(attendance)
  const zone = useTimeZone()
  const { pack, signed, isWaiting, refetch } = useSigned()
  const chosen = useCurrentBase()
  const [base, setBase] = useState<number>()
  const [isChecked, setChecked] = useState(false)
  const place = useActPlace()
  const areas = pack?.areas ?? []
  const meant = base ?? chosen ?? pack?.content[0]?.areaId ?? areas[0]?.id
  const areaId = areas.some(({ id }) => id === meant) ? Number(meant) : undefined
  const nameOf = (id: number | undefined) => areas.find((one) => one.id === id)?.name ?? ''
  const done = async () => {
    void invalidateCall(myAttendance)
    await refetch()
    onClose()
  }
  const entering = useDeed(signIn, { said: t('work:sign.saidIn'), onDone: done })
  const leaving = useDeed(signOut, { said: t('work:sign.saidOut'), onDone: done })
  const isIn = !!signed
  const deed = { subject: signSubject, version: null, photos: [] }
  const send = async () => {
    setChecked(true)
    if (isIn)
      return leaving.send(
        { ...deed, kind: 'signOut', title: t('work:sign.deedOut'), input: {} },
        {},
        place.found,
      )
    if (areaId === undefined) return undefined
    const title = t('work:sign.deedIn', { base: nameOf(areaId) })
    return entering.send(
      { ...deed, kind: 'signIn', title, input: { areaId } },
      { areaId },
      place.found,
    )
  }
  return (
    <Dialog
      isLarge
      title={t('work:sign.title')}
      okText={t(isIn ? 'work:sign.out' : 'work:sign.in')}
      sending={isIn ? leaving : entering}
      onOk={send}
      onClose={onClose}
    >
      <p>
        {signed
          ? t('work:sign.isIn', {
              time: shortOf(momentOf(signed.at, zone), zone),
              base: nameOf(signed.areaId),
            })
          : t('work:sign.isOut')}{' '}
        {isWaiting && <WaitingTag isStopped={false} />}
      </p>
      {!isIn && (
        <FieldItem
          required
          name="areaId"
          label={t('work:sign.base')}
          mistake={isChecked && areaId === undefined ? t('work:sign.baseNeeded') : undefined}
        >
          {(id) => (
            <Select
              id={id}
              className="kit-full"
              size="large"
              value={areaId}
              options={areas.map((one) => ({ value: one.id, label: one.name }))}
              onChange={setBase}
            />
          )}
        </FieldItem>
      )}
      <ActPlaceBox {...place} />
      <OwnDays />
    </Dialog>
  )
}

/** The person's own last month; nothing while there is no network. */
function OwnDays() {
  const t = useLabels(attendance)
  const zone = useTimeZone()
  const { data } = useCall(myAttendance, {}, { retry: false })
  if (!data) return null
  const clock = (at: string | null) => (at ? momentOf(at, zone).slice(11, 16) : '')
  return (
    <section className="attendance" aria-label={t('work:sign.recent')}>
      <h3>{t('work:sign.recent')}</h3>
      {data.length === 0 ? (
        <p>{t('work:sign.nothing')}</p>
      ) : (
        <table>
          <thead>
            <tr>
              {(['day', 'span', 'hours', 'accepted'] as const).map((name) => (
                <th
                  key={name}
                  scope="col"
                  className={name === 'hours' || name === 'accepted' ? 'kit-number' : undefined}
                >
                  {t(`work:sign.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.map(({ day, inAt, outAt, hours, acceptedHours }) => (
              <tr key={day}>
                <th scope="row">{day.slice(5)}</th>
                <td>{inAt && `${clock(inAt)}–${clock(outAt) || t('work:sign.still')}`}</td>
                <td className="kit-number">{hours ?? '–'}</td>
                <td className="kit-number">{acceptedHours ?? '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
