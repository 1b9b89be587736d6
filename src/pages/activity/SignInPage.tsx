import { useAddressed } from '#src/kit/record/use-addressed.tsx'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { activity, activityScreen } from '#contract/activity/activity.ts'
import { activityMembers, signInActivity } from '#contract/activity/activity-calls.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useCallAction } from '#src/kit/calls/use-call-action.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import './activity.css'

/** Where the scanned code leads: one press, and one is there. */
export default function SignInPage() {
  const t = useLabels(activity)
  const zone = useTimeZone()
  const navigate = useNavigate()
  const params = useParams()
  const { id, row, standIn } = useAddressed()
  const [code, setCode] = useState(params.code ?? '')
  const { send, isBusy } = useCallAction(signInActivity, {
    said: t('activity:people.signedIn'),
    invalidates: [activityMembers],
    onDone: () => navigate(`${activityScreen.route}?open=show&id=${id}`, { replace: true }),
  })
  if (id === null || !row) return standIn
  return (
    <section className="kit-page activity-sign" aria-label={String(row.activityName)}>
      <h2>{String(row.activityName)}</h2>
      <p>
        {momentOf(String(row.startsAt), zone)} {String(row.address ?? row.areaIdName ?? '')}
      </p>
      <label htmlFor="activity-code">{t('activity:people.enterCode')}</label>
      <Input
        id="activity-code"
        size="large"
        maxLength={20}
        value={code}
        onChange={(event) => setCode(event.target.value.trim())}
      />
      <Button
        type="primary"
        size="large"
        block
        disabled={code.length < 6}
        loading={isBusy}
        onClick={() => void send({ id, code })}
      >
        {t('activity:people.signIn')}
      </Button>
    </section>
  )
}
