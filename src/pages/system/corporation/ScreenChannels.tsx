import { Button } from 'antd'
import { useState } from 'react'
import {
  saveScreenChannels,
  screenSettings,
  type ScreenSetting,
} from '#contract/account/screen-calls.ts'
import { device } from '#contract/equipment/device.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import { RefSelect } from '#src/kit/fields/ref/RefSelect.tsx'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'
import { SendForm } from '#src/kit/form/SendForm.tsx'
import { CardSection } from './CardSection.tsx'

/**
 * What the tenant's screens on other hosts may read; nothing is shown of a tenant without screens.
 */
export function ScreenChannels() {
  const t = useLabels({ module: 'system' })
  const screens = useCall(screenSettings, {}, { staleTime: 0, retry: false })
  if (!screens.data?.length) return null
  return (
    <CardSection name="screens">
      <p>{t('system:corporation.screens.note')}</p>
      {screens.data.map((screen) => (
        <OneScreen key={screen.id} screen={screen} />
      ))}
    </CardSection>
  )
}

function OneScreen({ screen }: { screen: ScreenSetting }) {
  const t = useLabels({ module: 'system' })
  const had = [...new Set(screen.channels.map(({ deviceId }) => deviceId))]
  const [ids, setIds] = useState<readonly number[]>(had.filter((id) => !screen.gone.includes(id)))
  const saving = useCallMutation(saveScreenChannels, {
    invalidates: [screenSettings],
    said: t('system:corporation.screens.saved', { name: screen.screenName }),
  })
  const save = () => {
    // A device that was chosen by its channels keeps just those.
    const channels = ids.flatMap((deviceId) => {
      const kept = screen.channels.filter((one) => one.deviceId === deviceId)
      return kept.length ? kept : [{ deviceId, metric: null }]
    })
    return saving.send({ id: screen.id, channels })
  }
  return (
    <SendForm sending={saving}>
      <FieldItem
        name="channels"
        label={`${screen.screenName}: ${t('system:corporation.screens.devices')}`}
      >
        {(id) => (
          <RefSelect
            id={id}
            to={device.name}
            multiple
            value={ids}
            chosen={[]}
            onChange={(next) => setIds(next as number[])}
          />
        )}
      </FieldItem>
      {screen.gone.length > 0 && (
        <p role="status">{t('system:corporation.screens.gone', { count: screen.gone.length })}</p>
      )}
      <Button
        size="small"
        loading={saving.isBusy}
        disabled={ids.length === had.length && ids.every((id) => had.includes(id))}
        onClick={() => void save()}
      >
        {t('common:buttons.save')}
      </Button>
    </SendForm>
  )
}
