import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Form, Input, Modal, Switch } from 'antd'
import { useState, type ReactNode } from 'react'
import {
  mostScreens,
  platformScreens,
  savePlatformScreens,
  screenAddress,
  type PlatformScreen,
  type TenantRow,
} from '#contract/platform/platform-calls.ts'
import { call } from '#src/api/call.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useSubmit } from '#src/kit/form/use-submit.ts'
import { toast } from '#src/ui/toast.ts'
import '#src/kit/form/form.css'

interface ScreensDialogProps {
  tenant: TenantRow
  onClose: () => void
}
/** Opened with a one-time code, or as it is. */
const withCode = 1
const asIs = 2
const empty: PlatformScreen = { screenName: '', screenAddress: '', screenType: withCode }

/** The screens for the wall that a tenant's people find in their header. */
export function ScreensDialog({ tenant, onClose }: ScreensDialogProps) {
  const t = useLabels({ module: 'system' })
  const { run, isBusy, problem, fields, setFields } = useSubmit()
  const kept = useQuery({
    queryKey: ['platform-screens', tenant.id],
    staleTime: 0,
    gcTime: 0,
    queryFn: () => call(platformScreens, { id: tenant.id }, { quiet: true }),
  })
  const [edited, setEdited] = useState<readonly PlatformScreen[]>()
  const lines = edited ?? kept.data ?? []
  const change = (at: number, part: Partial<PlatformScreen>) =>
    setEdited(lines.map((line, i) => (i === at ? { ...line, ...part } : line)))
  const save = async () => {
    const wrong: Record<string, string> = {}
    for (const [at, line] of lines.entries()) {
      if (!line.screenName.trim())
        wrong[`screenName-${at}`] = t('field.required', { ns: 'errors', keySeparator: false })
      if (!screenAddress.test(line.screenAddress.trim()))
        wrong[`screenAddress-${at}`] = t('system:tenants.screenAddressWrong')
    }
    if (Object.keys(wrong).length) return setFields(wrong)
    if (
      !(await run(() =>
        call(savePlatformScreens, { id: tenant.id, screens: [...lines] }, { quiet: true }),
      ))
    )
      return
    toast({ text: t('kit:form.saved', { name: tenant.tenantName }), tone: 'good' })
    onClose()
  }
  const item = (name: 'screenName' | 'screenAddress', at: number, control: ReactNode) => (
    <Form.Item
      label={t(`system:tenants.${name}`)}
      htmlFor={`${name}-${at}`}
      required
      validateStatus={fields[`${name}-${at}`] ? 'error' : undefined}
      help={fields[`${name}-${at}`]}
    >
      {control}
    </Form.Item>
  )
  return (
    <Modal
      open
      width={640}
      transitionName=""
      maskTransitionName=""
      title={t('system:tenants.screensOf', { name: tenant.tenantName })}
      okText={t('common:buttons.save')}
      cancelText={t('common:buttons.cancel')}
      confirmLoading={isBusy}
      okButtonProps={{ disabled: !kept.data }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      {problem && <Alert type="error" showIcon message={problem} style={{ marginBlockEnd: 12 }} />}
      {kept.isLoading && <ListSkeleton rows={3} />}
      {kept.error && (
        <LoadFailed error={kept.error} height={240} onRetry={() => void kept.refetch()} />
      )}
      {kept.data && (
        <Form component={false} layout="vertical">
          {lines.map((line, at) => (
            <fieldset key={at} className="kit-line">
              <legend>{t('system:tenants.screen', { number: at + 1 })}</legend>
              {item(
                'screenName',
                at,
                <Input
                  id={`screenName-${at}`}
                  maxLength={40}
                  value={line.screenName}
                  onChange={(event) => change(at, { screenName: event.target.value })}
                />,
              )}
              {item(
                'screenAddress',
                at,
                <Input
                  id={`screenAddress-${at}`}
                  placeholder="https://"
                  value={line.screenAddress}
                  onChange={(event) => change(at, { screenAddress: event.target.value })}
                />,
              )}
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
        </Form>
      )}
    </Modal>
  )
}
