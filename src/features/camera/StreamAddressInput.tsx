import { Button, List } from 'antd'
import { useState } from 'react'
import { cameraWays } from '#contract/camera/camera.ts'
import { discoverCameras, type FoundCamera } from '#contract/camera/discover.ts'
import { useCallAction } from '#src/kit/calls/use-call-action.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import type { InputProps } from '#src/kit/fields/kind.ts'
import { TextInput } from '#src/kit/fields/text/text-input.tsx'
import './stream-address.css'

/** The address of a camera; those that speak ONVIF are looked for in the server's network. */
export default function StreamAddressInput(props: InputProps) {
  const t = useLabels({ module: 'camera' })
  const [found, setFound] = useState<readonly FoundCamera[] | null>(null)
  const look = useCallAction(discoverCameras, { onDone: (list) => setFound(list) })
  const { above, disabled, onChange } = props
  return (
    <>
      <TextInput {...props} />
      {above === cameraWays.onvif && !disabled && (
        <div className="stream-address">
          <Button size="small" loading={look.isBusy} onClick={() => void look.send({})}>
            {t(look.isBusy ? 'camera:discover.looking' : 'camera:discover.look')}
          </Button>
          {found && (
            <List
              size="small"
              dataSource={[...found]}
              rowKey="address"
              locale={{ emptyText: t('camera:discover.none') }}
              renderItem={({ name, hardware, address }) => (
                <List.Item>
                  <Button
                    type="link"
                    size="small"
                    onClick={() => {
                      onChange(address)
                      setFound(null)
                    }}
                  >
                    {[name ?? t('camera:discover.unnamed'), hardware].filter(Boolean).join(' · ')}
                    <span className="stream-address-host">{new URL(address).host}</span>
                  </Button>
                </List.Item>
              )}
            />
          )}
        </div>
      )}
    </>
  )
}
