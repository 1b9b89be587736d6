import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Input, Switch } from 'antd'
import { useState } from 'react'
import {
  mostScreens,
  platformScreens,
  savePlatformScreens,
  screenAddress,
  type PlatformScreen,
  type TenantRow,
} from '#contract/platform/platform-calls.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { Dialog } from '#src/kit/form/Dialog.tsx'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'
import { ScreenPicture } from './ScreenPicture.tsx'

interface ScreensDialogProps {
  tenant: TenantRow
  onClose: () => void
}
/** Opened with a one-time code, or as it is. */
const withCode = 1
const asIs = 2
const empty: PlatformScreen = {
  screenName: '',
  screenAddress: '',
  screenType: withCode,
  screenImage: null,
}

/** The screens for the wall that a tenant's people find in their header. */
export function ScreensDialog({ tenant, onClose }: ScreensDialogProps) {
  const t = useLabels({ module: 'system' })
  const keep = useCallMutation(savePlatformScreens, {
    said: t('kit:form.saved', { name: tenant.tenantName }),
    onDone: onClose,
  })
  const kept = useCall(platformScreens, { id: tenant.id }, { staleTime: 0, gcTime: 0 })
  const [edited, setEdited] = useState<readonly PlatformScreen[]>()
  const lines = edited ?? kept.data ?? []
  const change = (at: number, part: Partial<PlatformScreen>) =>
    // A picture arrives after a while, and what was typed meanwhile stays.
    setEdited((now) => (now ?? lines).map((line, i) => (i === at ? { ...line, ...part } : line)))
  const save = () => {
    const wrong: Record<string, string> = {}
    for (const [at, line] of lines.entries()) {
      if (!line.screenName.trim())
        wrong[`screenName-${at}`] = t('field.required', { ns: 'errors', keySeparator: false })
      if (!screenAddress.test(line.screenAddress.trim()))
        wrong[`screenAddress-${at}`] = t('system:tenants.screenAddressWrong')
    }
    return Object.keys(wrong).length
      ? keep.setFields(wrong)
      : keep.send({ id: tenant.id, screens: [...lines] })
  }
  return (
    <Dialog
      width={640}
      title={t('system:tenants.screensOf', { name: tenant.tenantName })}
      okText={t('common:buttons.save')}
      sending={keep}
      isLacking={!kept.data}
      onOk={save}
      onClose={onClose}
    >
      {kept.isLoading && <ListSkeleton rows={3} />}
      {kept.error && (
        <LoadFailed error={kept.error} height={240} onRetry={() => void kept.refetch()} />
      )}
      {kept.data && (
        <>
          {lines.map((line, at) => (
            <fieldset key={at} className="kit-line">
              <legend>{t('system:tenants.screen', { number: at + 1 })}</legend>
              <FieldItem name={`screenName-${at}`} label={t('system:tenants.screenName')} required>
                <Input
                  maxLength={40}
                  value={line.screenName}
                  onChange={(event) => change(at, { screenName: event.target.value })}
                />
              </FieldItem>
              <FieldItem
                name={`screenAddress-${at}`}
                label={t('system:tenants.screenAddress')}
                required
              >
                <Input
                  placeholder="https://"
                  value={line.screenAddress}
                  onChange={(event) => change(at, { screenAddress: event.target.value })}
                />
              </FieldItem>
              <FieldItem name={`screenImage-${at}`} label={t('system:tenants.screenImage')}>
                <ScreenPicture
                  tenantId={tenant.id}
                  number={at + 1}
                  value={line.screenImage}
                  onChange={(screenImage) => change(at, { screenImage })}
                  onRefused={(text) => keep.setFields({ [`screenImage-${at}`]: text })}
                />
              </FieldItem>
              <label className="kit-line-tools">
                <Switch
                  size="small"
                  checked={line.screenType === withCode}
                  onChange={(isOn) => change(at, { screenType: isOn ? withCode : asIs })}
                />
                {t('system:tenants.screenSignsIn')}
                <span className="shell-grow" />
                <Button
                  type="text"
                  danger
                  icon={<DeleteOutlined />}
                  aria-label={t('system:tenants.screenRemove', { number: at + 1 })}
                  onClick={() => setEdited(lines.filter((_, i) => i !== at))}
                />
              </label>
            </fieldset>
          ))}
          <Button
            block
            type="dashed"
            icon={<PlusOutlined />}
            disabled={lines.length >= mostScreens}
            onClick={() => setEdited([...lines, empty])}
          >
            {t('system:tenants.screenAdd')}
          </Button>
        </>
      )}
    </Dialog>
  )
}
