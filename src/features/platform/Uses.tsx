import { approvalProcessScreen } from '#contract/approval/process.ts'
import { alarmContactScreen } from '#contract/alarm/alarm-contact.ts'
import { boardScreen } from '#contract/board/board.ts'
import { wallScreen } from '#contract/camera/layout.ts'
import { calculationScreen } from '#contract/telemetry/calculation.ts'
import { alarmRuleScreen } from '#contract/alarm/alarm-rule.ts'
import { controlRuleScreen } from '#contract/automation/control-rule.ts'
import { deviceGroupScreen } from '#contract/automation/device-group.ts'
import { usesOf, type UsedKind, type Uses } from '#contract/platform/uses.ts'
import { corporationScreen } from '#contract/system/corporation.ts'
import { roleScreen } from '#contract/system/role.ts'
import { userScreen } from '#contract/system/user.ts'
import { DevicePlace } from '#src/features/equipment/DevicePlace.tsx'
import { fetchCall } from '#src/kit/calls/use-call.ts'
import type { Row } from '#src/kit/definition/resource.ts'
import { ScreenLink } from '#src/kit/app/ScreenLink.tsx'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { currentQuestion } from '#src/ui/confirm.ts'

const screens = {
  alarmContact: alarmContactScreen,
  approvalProcess: approvalProcessScreen,
  controlRule: controlRuleScreen,
  alarmRule: alarmRuleScreen,
  deviceGroup: deviceGroupScreen,
  board: boardScreen,
  calculation: calculationScreen,
  role: roleScreen,
  user: userScreen,
  cameraLayout: wallScreen,
  screen: corporationScreen,
}
const openPaths = {
  alarmContact: '?open=show&id=',
  approvalProcess: '/info/',
  controlRule: '?open=show&id=',
  alarmRule: '?open=show&id=',
  deviceGroup: '?open=edit&id=',
  board: '/info/',
  calculation: '?open=show&id=',
  role: '?open=show&id=',
  user: '?open=show&id=',
  cameraLayout: '?layout=',
  screen: '?screen=',
}

/** See `usesNote`. */
export async function noteOf(kind: UsedKind, rows: readonly Row[]) {
  const found = await fetchCall(usesOf, { kind, ids: rows.map(({ id }) => id).join(',') })
  return found.uses.length + found.hidden > 0 ? <UsesNote {...found} /> : null
}
/** What does nothing any longer, or goes along. */
const ending = ['controlRule', 'calculation', 'alarmContact', 'approvalProcess'] as const
function UsesNote({ uses, hidden }: Uses) {
  const t = useLabels({ module: 'equipment' })
  return (
    <div role="note">
      <p>{t('equipment:uses.title')}</p>
      <ul
        onClick={(event) =>
          (event.target as HTMLElement).closest('a') &&
          (currentQuestion() as { answer?: (isSure: boolean) => void } | null)?.answer?.(false)
        }
      >
        {uses.map(({ what, id, name }) => (
          <li key={`${what}/${id}/${name}`}>
            {t(`equipment:uses.${what}`)}{' '}
            {what === 'strategy' ? (
              <DevicePlace id={id} name={name} type="gateway" />
            ) : (
              <ScreenLink
                screen={screens[what]}
                to={`${screens[what].route}${openPaths[what]}${id}`}
              >
                {name}
              </ScreenLink>
            )}
          </li>
        ))}
        {hidden > 0 && <li>{t('equipment:uses.hidden', { count: hidden })}</li>}
      </ul>
      <p>{t('equipment:uses.after')}</p>
      {ending
        .filter((kind) => uses.some(({ what }) => what === kind))
        .map((kind) => (
          <p key={kind}>{t(`equipment:uses.ends.${kind}`)}</p>
        ))}
    </div>
  )
}
