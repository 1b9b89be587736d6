import { useState } from 'react'
import { Link } from 'react-router'
import { date } from '#contract/field.ts'
import { workerScreen } from '#contract/farm/worker.ts'
import { attendance } from '#contract/work/attendance.ts'
import { attendanceDay, type AttendanceDay as Day } from '#contract/work/attendance-calls.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { useCurrentBase } from '#src/kit/app/use-current-base.ts'
import { useIsListed } from '#src/kit/app/use-is-listed.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import DayPicker from '#src/kit/fields/date/DayPicker.tsx'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { StatusTag, type Tone } from '#src/ui/StatusTag.tsx'
import '#src/features/work/attendance.css'

type Person = Day['people'][number]
const tones: Readonly<Record<Person['presence'], Tone>> = {
  in: 'good',
  left: 'quiet',
  absent: 'warn',
}
const day = date({})

/** Who is here, who has gone again and who has not signed in: today, or on a day that is chosen. */
export default function AttendanceDay() {
  const t = useLabels(attendance)
  const zone = useTimeZone()
  const base = useCurrentBase()
  const [on, setOn] = useState<string>()
  const mayOpen = useIsListed(workerScreen)
  const { data, error, refetch } = useCall(attendanceDay, on ? { day: on } : {}, {
    placeholderData: (before) => before,
  })
  if (error) return <LoadFailed error={error} height={120} onRetry={() => void refetch()} />
  if (!data) return <ListSkeleton rows={3} />
  // Who belongs to no base belongs to each.
  const people = data.people.filter(
    ({ areaId }) => base === null || areaId === null || areaId === base,
  )
  const count = (presence: Person['presence']) =>
    people.filter((one) => one.presence === presence).length
  const clock = (at: string | null) => (at ? momentOf(at, zone).slice(11, 16) : '')
  return (
    <section className="attendance" aria-label={t('work:presenceDay.title')}>
      <div className="attendance-head">
        <strong>{t('work:presenceDay.title')}</strong>
        <DayPicker
          id="attendance-day"
          field={day}
          label={t('work:presenceDay.date')}
          value={data.day}
          onChange={(next) => setOn((next as string | null) ?? undefined)}
        />
        <span>
          {t('work:presenceDay.counts', {
            here: count('in'),
            left: count('left'),
            absent: count('absent'),
          })}
        </span>
      </div>
      {people.length === 0 ? (
        <p>{t('work:presenceDay.nobody')}</p>
      ) : (
        <table>
          <thead>
            <tr>
              {(['name', 'presence', 'span', 'hours', 'accepted'] as const).map((name) => (
                <th
                  key={name}
                  scope="col"
                  className={name === 'hours' || name === 'accepted' ? 'kit-number' : undefined}
                >
                  {t(`work:presenceDay.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {people.map(({ workerId, name, presence, inAt, outAt, hours, acceptedHours }) => (
              <tr key={workerId}>
                <th scope="row">
                  {mayOpen ? (
                    <Link to={`${workerScreen.route}?open=show&id=${workerId}`}>{name}</Link>
                  ) : (
                    name
                  )}
                </th>
                <td>
                  <StatusTag tone={tones[presence]}>{t(`work:presence.${presence}`)}</StatusTag>
                </td>
                <td className="attendance-span">
                  {inAt &&
                    `${clock(inAt)}–${presence === 'in' ? t('work:sign.still') : clock(outAt)}`}
                </td>
                <td className="kit-number">{hours || '–'}</td>
                <td className="kit-number">{acceptedHours || '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
