import { Select } from 'antd'
import { watchCode } from '#contract/camera/camera.ts'
import { allCameras } from '#contract/camera/viewing.ts'
import { useGranted } from '#src/kit/app/use-granted.ts'
import { useCall } from '#src/kit/calls/use-call.ts'

/** One of the cameras that whoever puts the card there may watch. */
export function CameraSelect({
  id,
  value,
  onChange,
}: {
  id: string
  value: number | null
  onChange: (cameraId: number) => void
}) {
  const may = useGranted(watchCode) === true
  const { data, isLoading } = useCall(allCameras, may ? {} : null)
  return (
    <Select
      id={id}
      showSearch
      optionFilterProp="label"
      loading={isLoading}
      value={value ?? undefined}
      onChange={onChange}
      options={(data ?? []).map((one) => ({
        value: one.id,
        label: [one.name, one.areaName].filter(Boolean).join(' · '),
      }))}
    />
  )
}
