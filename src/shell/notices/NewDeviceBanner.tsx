import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { confirmDevice, newDevices, sessions } from '#contract/account/self.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useCallAction } from '#src/kit/calls/use-call-action.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { deviceOf } from '#src/lib/device-name.ts'
import { MenuIcon } from '../MenuIcon.tsx'

/** The platform has no live events. */
const everyMs = 60_000
/** The newest ones; the others follow as these are answered. */
const most = 3

/** Tells an operator, whom no tenant can write to, where their account was used anew. */
export default function NewDeviceBanner() {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const zone = useTimeZone()
  const { data = [] } = useCall(newDevices, {}, { refetchInterval: everyMs })
  const { send, isBusy } = useCallAction(confirmDevice, { invalidates: [newDevices, sessions] })
  return data.slice(0, most).map(({ id, device, address, at, confirmable }) => (
    <p key={id} className="shell-offline" role="status">
      <MenuIcon name="alarm" />
      <span>
        {t('newDevice.told', { device: deviceOf(device), address, at: momentOf(at, zone) })}
        {!confirmable && ` ${t('newDevice.tooNew')}`}
      </span>
      <button type="button" onClick={() => void navigate('/web/user?type=sessions')}>
        {t('newDevice.open')}
      </button>
      {confirmable && (
        <button type="button" disabled={isBusy} onClick={() => void send({ id })}>
          {t('newDevice.confirm')}
        </button>
      )}
    </p>
  ))
}
