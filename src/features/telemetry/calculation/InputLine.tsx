import { DatePicker, Input, Select } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { channelOf } from '#contract/devices/device-type.ts'
import { deviceTypeNames, deviceTypes, type DeviceTypeName } from '#contract/devices/index.ts'
import {
  inputAcross,
  inputKinds,
  inputOvers,
  bearingAcross,
  bearingOvers,
  longestRawHours,
  type CalculationInput,
} from '#contract/telemetry/calculation.ts'
import { latestValues, type DeviceName } from '#contract/equipment/device-calls.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { DeviceSelect } from '#src/features/equipment/DeviceSelect.tsx'
import { metricOptions } from '#src/features/equipment/MetricInput.tsx'
import { channelLabel } from '#src/features/equipment/reading-words.ts'
import { RefSelect } from '#src/kit/fields/ref/RefSelect.tsx'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { NumberBox } from '#src/ui/NumberBox.tsx'

interface InputLineProps {
  id: string
  line: CalculationInput
  known: readonly DeviceName[]
  disabled?: boolean | undefined
  onChange: (change: Partial<CalculationInput>) => void
}
const windows = new Set(['mean', 'min', 'max', 'sum', 'count'])

/** One input: its name, whose channel it is, and what of its values counts. */
export function InputLine({ id, line, known, disabled, onChange }: InputLineProps) {
  const t = useLabels({ module: 'equipment' })
  const [picked, setPicked] = useState<DeviceName>()
  const word = (name: string) => t(`equipment:calculation.lines.inputs.${name}`)
  const options = (name: string, codes: object) =>
    Object.keys(codes).map((value) => ({
      value,
      label: t(`equipment:calculation.options.${name}.${value}`),
    }))
  const device = line.deviceId
    ? (known.find(({ id: one }) => one === line.deviceId) ??
      (picked?.id === line.deviceId ? picked : undefined))
    : undefined
  const type =
    line.kind === 'base'
      ? (line.deviceType as DeviceTypeName | null | undefined)
      : device?.deviceType
  const { data: latest } = useCall(
    latestValues,
    { id: line.deviceId! },
    { enabled: line.kind === 'channel' && !!device, staleTime: 30_000 },
  )
  const reported =
    type && line.kind === 'channel'
      ? (latest ?? []).filter(
          ({ metric }) => channelOf(deviceTypes[type], metric)?.reading.isInternal === undefined,
        )
      : []
  const possible = type
    ? metricOptions(t, type).filter(
        ({ value }) =>
          channelOf(deviceTypes[type], value) &&
          !(line.kind === 'base' && channelOf(deviceTypes[type], value)?.reading.isCalculated),
      )
    : []
  const isBearing = Boolean(type && channelOf(deviceTypes[type], line.metric)?.reading.isBearing)
  const metrics =
    type && reported.length > 0
      ? reported.map(({ metric }) => ({
          value: metric,
          label: channelLabel(t, type, deviceTypes[type], metric),
        }))
      : possible
  /** What a direction has none of goes as it is chosen. */
  const withinBearing = (metric: string): Partial<CalculationInput> =>
    type && channelOf(deviceTypes[type], metric)?.reading.isBearing
      ? {
          ...(!bearingOvers.includes(line.over) && {
            over: 'last',
            hours: null,
            since: null,
            threshold: null,
          }),
          ...(line.kind === 'base' && { across: 'mean' }),
        }
      : {}
  return (
    <>
      <label className="calculation-name">
        {word('name')}
        <Input
          id={`${id}name`}
          value={line.name}
          maxLength={20}
          disabled={disabled}
          onChange={({ target }) => onChange({ name: target.value.toLowerCase() })}
        />
      </label>
      <Select
        id={`${id}kind`}
        aria-label={word('kind')}
        className="rule-operator"
        value={line.kind}
        disabled={disabled}
        options={options('kind', inputKinds)}
        onChange={(kind: CalculationInput['kind']) =>
          onChange({
            kind,
            deviceId: null,
            areaId: null,
            deviceType: null,
            metric: '',
            across: kind === 'base' ? 'mean' : null,
          })
        }
      />
      {line.kind === 'channel' ? (
        <span className="calculation-wide">
          <DeviceSelect
            id={`${id}device`}
            label={word('deviceId')}
            value={line.deviceId ?? null}
            chosen={
              device
                ? { value: device.id, label: device.name }
                : line.deviceId
                  ? { value: line.deviceId, label: t('equipment:calculation.unseen') }
                  : null
            }
            disabled={disabled ?? false}
            onChange={(deviceId, one) => {
              setPicked(one)
              onChange({ deviceId, metric: '' })
            }}
          />
        </span>
      ) : (
        <>
          <span className="calculation-wide">
            <RefSelect
              id={`${id}area`}
              to="area"
              value={line.areaId ?? undefined}
              chosen={[]}
              disabled={disabled ?? false}
              onChange={(areaId) => onChange({ areaId: (areaId as number | null) ?? null })}
            />
          </span>
          <Select
            id={`${id}type`}
            aria-label={word('deviceType')}
            placeholder={word('deviceType')}
            className="calculation-wide"
            showSearch
            optionFilterProp="label"
            value={line.deviceType ?? undefined}
            disabled={disabled}
            options={deviceTypeNames.map((value) => ({
              value,
              label: t(`equipment:deviceTypes.${value}`),
            }))}
            onChange={(deviceType: string) => onChange({ deviceType, metric: '' })}
          />
        </>
      )}
      <Select
        id={`${id}metric`}
        aria-label={word('metric')}
        placeholder={word('metric')}
        className="calculation-wide"
        showSearch
        optionFilterProp="label"
        value={line.metric || undefined}
        disabled={disabled || !type}
        options={metrics}
        onChange={(metric: string) => onChange({ metric, ...withinBearing(metric) })}
      />
      {line.kind === 'base' && (
        <Select
          id={`${id}across`}
          aria-label={word('across')}
          className="rule-operator"
          value={line.across ?? 'mean'}
          disabled={disabled}
          options={options('across', inputAcross).filter(
            ({ value }) => !isBearing || bearingAcross.includes(value),
          )}
          onChange={(across: CalculationInput['across']) => onChange({ across })}
        />
      )}
      <Select
        id={`${id}over`}
        aria-label={word('over')}
        className="calculation-over"
        value={line.over}
        disabled={disabled}
        options={options('over', inputOvers).filter(
          ({ value }) => !isBearing || bearingOvers.includes(value),
        )}
        onChange={(over: CalculationInput['over']) =>
          onChange({
            over,
            hours: windows.has(over) ? (line.hours ?? 24) : null,
            since:
              over === 'degreeDays' ? (line.since ?? `${new Date().getFullYear()}-01-01`) : null,
            threshold: over === 'degreeDays' ? (line.threshold ?? 10) : null,
          })
        }
      />
      {windows.has(line.over) && (
        <NumberBox
          id={`${id}hours`}
          aria-label={word('hours')}
          min={1}
          max={8784}
          precision={0}
          value={line.hours ?? null}
          suffix={t('common:units.hour')}
          disabled={disabled}
          onChange={(hours) => onChange({ hours })}
        />
      )}
      {windows.has(line.over) && (line.hours ?? 0) > longestRawHours && (
        <small className="calculation-note">
          {t('equipment:calculation.wholeHours', { count: longestRawHours })}
        </small>
      )}
      {line.over === 'degreeDays' && (
        <>
          <DatePicker
            id={`${id}since`}
            aria-label={word('since')}
            allowClear={false}
            value={line.since ? dayjs(line.since) : null}
            disabled={disabled}
            onChange={(day) => onChange({ since: day ? day.format('YYYY-MM-DD') : null })}
          />
          <NumberBox
            id={`${id}threshold`}
            aria-label={word('threshold')}
            min={-50}
            max={50}
            value={line.threshold ?? null}
            suffix="°C"
            disabled={disabled}
            onChange={(threshold) => onChange({ threshold })}
          />
        </>
      )}
    </>
  )
}
