import { Select } from 'antd'
import { useState } from 'react'
import { deviceNames, mostNames, type DeviceName } from '#contract/equipment/device-calls.ts'
import { useCallPages } from '#src/kit/calls/use-call.ts'
import { useDebounced } from '#src/kit/fields/ref/use-options.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'

interface DeviceSelectProps {
  id: string
  value: number | null
  /** What is chosen already, which may not be among the first that are found. */
  chosen?: { value: number; label: string } | null
  /** Only those of one base, and not this one. */
  areaId?: number
  except?: number
  label?: string
  disabled?: boolean
  isWrong?: boolean
  onChange: (id: number | null, device?: DeviceName) => void
}
const nearPx = 80

/**
 * One of the devices that the caller may see, found by the server as its name is typed, and more of
 * them as the list is scrolled.
 */
export function DeviceSelect({
  id,
  value,
  chosen = null,
  areaId,
  except,
  label,
  disabled,
  isWrong,
  onChange,
}: DeviceSelectProps) {
  const t = useLabels({ module: 'equipment' })
  const [name, setName] = useState('')
  const find = useDebounced(setName)
  const { data, isFetching, isError, hasNextPage, fetchNextPage } = useCallPages(
    deviceNames,
    { ...(name && { name }), ...(areaId !== undefined && { areaId }) },
    (last, pages) => (last.length < mostNames ? undefined : pages.length + 1),
    { staleTime: 30_000 },
  )
  const devices = data?.pages.flat() ?? []
  const found = devices
    .filter((one) => one.id !== except)
    .map((one) => ({ value: one.id, label: one.name }))
  const options =
    chosen && !name && !found.some((one) => one.value === chosen.value) ? [chosen, ...found] : found
  const more = ({ scrollTop, scrollHeight, clientHeight }: HTMLElement) =>
    hasNextPage &&
    !isFetching &&
    scrollHeight - scrollTop - clientHeight < nearPx &&
    void fetchNextPage()
  return (
    <Select
      id={id}
      className="kit-full"
      showSearch
      allowClear
      filterOption={false}
      aria-label={label}
      value={value ?? undefined}
      options={options}
      disabled={disabled}
      status={isWrong ? 'error' : undefined}
      loading={isFetching}
      placeholder={label}
      notFoundContent={t(
        isError ? 'kit:ref.failed' : isFetching ? 'common:loading' : 'kit:ref.nothing',
      )}
      onPopupScroll={(event) => more(event.target as HTMLElement)}
      onSearch={find}
      onChange={(next: number | undefined) =>
        onChange(
          next ?? null,
          devices.find((one) => one.id === next),
        )
      }
    />
  )
}
