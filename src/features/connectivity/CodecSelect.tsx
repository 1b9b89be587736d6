import { Button } from 'antd'
import { useState, type ComponentProps } from 'react'
import type { DeviceTypeName } from '#contract/devices/index.ts'
import { RefSelect } from '#src/kit/fields/ref/RefSelect.tsx'
import { useLabels } from '#src/kit/definition/use-labels.ts'

type Props = Omit<ComponentProps<typeof RefSelect>, 'to' | 'among'> & {
  type: DeviceTypeName | undefined
}

/** A codec: those that are written for this type, or all of them. */
export function CodecSelect({ type, ...select }: Props) {
  const t = useLabels({ module: 'equipment' })
  const [isWhole, setWhole] = useState(false)
  const isNarrowed = type !== undefined && !isWhole
  return (
    <div>
      <RefSelect
        {...select}
        key={isNarrowed ? type : 'all'}
        to="payloadCodec"
        among={isNarrowed ? { deviceType: type } : undefined}
      />
      {type && (
        <Button
          type="link"
          size="small"
          disabled={select.disabled}
          onClick={() => setWhole(!isWhole)}
        >
          {t(isWhole ? 'equipment:codecs.ofType' : 'equipment:codecs.all', {
            type: t(`equipment:deviceTypes.${type}`),
          })}
        </Button>
      )}
    </div>
  )
}
