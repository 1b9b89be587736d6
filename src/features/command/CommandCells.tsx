import type { DeviceType } from '#contract/devices/device-type.ts'
import { deviceTypeNamed, deviceTypes } from '#contract/devices/index.ts'
import { deviceCommand, type CommandRow } from '#contract/command/command.ts'
import type { CellProps } from '#src/kit/fields/kind.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { EmptyValue } from '#src/kit/fields/EmptyValue.tsx'
import { optionLabel } from '#src/kit/definition/label.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { commandTone } from './command-tone.ts'
import { effectLabel, effectStatus, mayStillHappen, placeLabel } from './control-words.ts'
import { DevicePlace } from '#src/features/equipment/DevicePlace.tsx'
import { valueText } from '#src/features/equipment/reading-words.ts'

const isDeviceType = (name: string) => Object.hasOwn(deviceTypes, name)
const commandOf = ({ row }: CellProps) => row as unknown as CommandRow

/** The device of a command, leading to it while it is there. */
export function CommandDevice(props: CellProps) {
  const { deviceId, deviceName, deviceType } = commandOf(props)
  return deviceId === null ? (
    <>{deviceName}</>
  ) : (
    <DevicePlace id={deviceId} name={deviceName} type={deviceType} />
  )
}
export function CommandDeviceType(props: CellProps) {
  const { deviceType } = commandOf(props)
  const t = useLabels(deviceCommand)
  return <>{isDeviceType(deviceType) ? t(`equipment:deviceTypes.${deviceType}`) : deviceType}</>
}
export function CommandActuator(props: CellProps) {
  const { deviceType, actuator } = commandOf(props)
  const t = useLabels(deviceCommand)
  return <>{placeLabel(t, deviceType, { actuator, actuatorCircuit: null })}</>
}
export function CommandResult(props: CellProps) {
  return <CommandEnd command={commandOf(props)} />
}
/** How a command ended; with the moment where its device reported what was wanted after all. */
export function CommandEnd({
  command,
}: {
  command: Pick<CommandRow, 'state' | 'lateAt' | 'reason'>
}) {
  const { state, lateAt } = command
  const t = useLabels(deviceCommand)
  const zone = useTimeZone()
  const tag = (
    <StatusTag tone={commandTone(state)}>{optionLabel(t, deviceCommand, 'state', state)}</StatusTag>
  )
  return (
    <>
      {tag}
      {mayStillHappen(command) && <small> {t('equipment:control.mayStillHappen')}</small>}
      {lateAt && <small> {t('equipment:control.late', { at: momentOf(lateAt, zone) })}</small>}
    </>
  )
}
/** The circuit under the name it had, or what its actuator is called. */
export function CommandSwitch(props: CellProps) {
  const { switchName, deviceType, actuator, channel } = commandOf(props)
  const t = useLabels(deviceCommand)
  if (switchName) return <>{switchName}</>
  const circuit = channel.split('.')[1]
  return (
    <>
      {placeLabel(t, deviceType, {
        actuator,
        actuatorCircuit: circuit === undefined ? null : Number(circuit),
      })}
    </>
  )
}
/** What the order was to do, as one says it of its circuit: a relay is switched on. */
export function CommandEffect(props: CellProps) {
  const command = commandOf(props)
  return <>{effectLabel(useLabels(deviceCommand), command.effect, command)}</>
}
/** What was wanted, a verb, or reported, a state; a level with its unit. */
export function CommandValue({ name, row }: CellProps) {
  const { effect, deviceType, actuator, channel } = row as unknown as CommandRow
  const t = useLabels(deviceCommand)
  const value = row[name]
  if (typeof value !== 'number') return <EmptyValue />
  if (effect !== 'set')
    return (
      <>{(name === 'wanted' ? effectLabel : effectStatus)(t, effect, { deviceType, channel })}</>
    )
  const type: DeviceType | undefined = isDeviceType(deviceType)
    ? deviceTypeNamed(deviceType)
    : undefined
  const reading = type?.readings[type.actuators?.[actuator]?.reading ?? actuator]
  return <>{reading ? valueText(t, reading, value) : value}</>
}
/** Seconds, where a command came to an answer. */
export function CommandLatency(props: CellProps) {
  const { latencyMs } = commandOf(props)
  const t = useLabels(deviceCommand)
  return latencyMs === null ? (
    <EmptyValue />
  ) : (
    <>{t('equipment:control.seconds', { count: Number((latencyMs / 1000).toFixed(1)) })}</>
  )
}
