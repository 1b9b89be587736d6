import { Alert, Button, Form } from 'antd'
import { useState } from 'react'
import {
  saveScreenChannels,
  screenSettings,
  type ScreenSetting,
} from '#contract/account/screen-calls.ts'
import { device } from '#contract/equipment/device.ts'
import { call } from '#src/api/call.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { RefSelect } from '#src/kit/fields/ref/RefSelect.tsx'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useSubmit } from '#src/kit/form/use-submit.ts'
import { toast } from '#src/ui/toast.ts'

/**
 * What the tenant's screens on other hosts may read; nothing is shown of a tenant without screens.
 */
export function ScreenChannels() {
  const t = useLabels({ module: 'system' })
  const screens = useCall(screenSettings, {}, { staleTime: 0, retry: false })
  if (!screens.data?.length) return null
  return (
    <section style={{ marginBlockStart: 24, maxWidth: 640 }}>
      <h3>{t('system:corporation.screens.title')}</h3>
      <p>{t('system:corporation.screens.note')}</p>
      {screens.data.map((screen) => (
        <OneScreen key={screen.id} screen={screen} />
      ))}
    </section>
  )
}

function OneScreen({ screen }: { screen: ScreenSetting }) {
  const t = useLabels({ module: 'system' })
  const { run, isBusy, problem } = useSubmit()
  const had = [...new Set(screen.channels.map(({ deviceId }) => deviceId))]
  const [ids, setIds] = useState<readonly number[]>(had)
  const save = async () => {
    // A device that was chosen by its channels keeps just those.
    const channels = ids.flatMap((deviceId) => {
      const kept = screen.channels.filter((one) => one.deviceId === deviceId)
      return kept.length ? kept : [{ deviceId, metric: null }]
    })
    if (await run(() => call(saveScreenChannels, { id: screen.id, channels }, { quiet: true })))
      toast({
        text: t('system:corporation.screens.saved', { name: screen.screenName }),
        tone: 'good',
      })
  }
  const control = `screen-${screen.id}-devices`
  return (
    <Form component={false} layout="vertical">
      {problem && <Alert type="error" showIcon message={problem} style={{ marginBlockEnd: 8 }} />}
      <Form.Item
        label={`${screen.screenName}: ${t('system:corporation.screens.devices')}`}
        htmlFor={control}
        style={{ marginBlockEnd: 8 }}
      >
        <RefSelect
          id={control}
          to={device.name}
          multiple
          value={ids}
          chosen={[]}
          onChange={(next) => setIds(next as number[])}
        />
      </Form.Item>
      <Button
        size="small"
        loading={isBusy}
        disabled={ids.length === had.length && ids.every((id) => had.includes(id))}
        onClick={() => void save()}
      >
        {t('common:buttons.save')}
      </Button>
    </Form>
  )
}
