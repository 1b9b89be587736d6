import { Alert } from 'antd'
import { useEffect, useState } from 'react'
import { cameraBox } from '#contract/camera/events.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import type { InputProps } from '#src/kit/fields/kind.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { FlagInput } from '#src/kit/fields/choice/flag-input.tsx'
import { useWholeForm } from '#src/kit/form/values/whole-form.ts'

/** Whether events of a camera are wanted; where they are and none comes, why. */
export default function EventsInput(props: InputProps) {
  const t = useLabels({ module: 'camera' })
  const { row, value } = props
  const serial = useWholeForm().deviceSerial
  const box = useBox(value === 1 && typeof serial === 'string' ? serial.trim() : '')
  // Of what is wrong with its box is said now, of all else what was found when it was asked.
  const asked = row?.eventsFlag === 1 && row.deviceSerial === serial ? row.eventsProblem : null
  const problem = value === 1 ? (box ?? (asked === 'noBox' ? null : asked)) : null
  return (
    <>
      <FlagInput {...props} />
      {typeof problem === 'string' && (
        <Alert
          type="warning"
          showIcon
          role="status"
          message={
            problem === 'boxDisabled'
              ? t('camera:eventRules.boxDisabled')
              : t(`camera:camera.options.eventsProblem.${problem}`)
          }
        />
      )}
    </>
  )
}

/** Ms after the last key until a serial number is looked up. */
const pauseMs = 400
/** What is wrong with the box of a serial number, before anything is saved; '' is none. */
function useBox(serial: string): 'noBox' | 'boxDisabled' | null {
  const [settled, setSettled] = useState(serial)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(serial), pauseMs)
    return () => clearTimeout(timer)
  }, [serial])
  const isKnown = settled === serial && serial !== ''
  const { data } = useCall(cameraBox, isKnown ? { deviceSerial: serial } : null)
  return (isKnown && data?.problem) || null
}
