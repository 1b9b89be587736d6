import { Alert } from 'antd'
import type { InputProps } from '#src/kit/fields/kind.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { FlagInput } from '#src/kit/fields/choice/flag-input.tsx'
import { useWholeForm } from '#src/kit/form/values/whole-form.ts'

/** Whether events of a camera are wanted; where they are and none comes, why. */
export default function EventsInput(props: InputProps) {
  const t = useLabels({ module: 'camera' })
  const { row, value } = props
  const serial = useWholeForm().deviceSerial
  const problem = value === 1 && row?.eventsFlag === 1 && row.deviceSerial === serial
  return (
    <>
      <FlagInput {...props} />
      {problem && typeof row.eventsProblem === 'string' && (
        <Alert
          type="warning"
          showIcon
          message={t(`camera:camera.options.eventsProblem.${row.eventsProblem}`)}
        />
      )}
    </>
  )
}
