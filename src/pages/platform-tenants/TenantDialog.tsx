import { Alert, Checkbox, Form, Input, InputNumber, Modal, Switch } from 'antd'
import { useState, type ReactNode } from 'react'
import type { IssuedCode as Issued } from '#contract/account/invitation.ts'
import { phonePattern } from '#contract/field.ts'
import {
  createTenant,
  editTenant,
  tenantLimits,
  type TenantRow,
} from '#contract/platform/platform-calls.ts'
import { modules } from '#contract/screen.ts'
import { call } from '#src/api/call.ts'
import { IssuedCode } from '#src/kit/actions/IssuedCode.tsx'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useSubmit } from '#src/kit/form/use-submit.ts'
import { toast } from '#src/ui/toast.ts'

interface TenantDialogProps {
  /** Without one a new tenant is made, with its first administrator. */
  tenant: TenantRow | undefined
  onClose: (isChanged: boolean) => void
}
const givable = [modules.farm, modules.inventory, modules.company, modules.visual]
const required = { ns: 'errors', keySeparator: false }

export function TenantDialog({ tenant, onClose }: TenantDialogProps) {
  const t = useLabels({ module: 'system' })
  const { run, isBusy, problem, fields, setFields } = useSubmit()
  const [value, setValue] = useState({
    tenantName: tenant?.tenantName ?? '',
    realName: '',
    phone: '',
    subModules: tenant?.subModules ?? (givable.slice(0, 3) as string[]),
    enabledFlag: tenant?.enabledFlag ?? 1,
    maxDevices: tenant?.maxDevices ?? null,
    maxAccounts: tenant?.maxAccounts ?? null,
    maxStorageMb: tenant?.maxStorageMb ?? null,
  })
  const [issued, setIssued] = useState<Issued>()
  const set = (change: Partial<typeof value>) => setValue({ ...value, ...change })
  const check = () => {
    const wrong: Record<string, string> = {}
    if (!value.tenantName.trim()) wrong.tenantName = t('field.required', required)
    if (value.subModules.length === 0) wrong.subModules = t('tenant.modules', required)
    if (!tenant) {
      if (!value.realName.trim()) wrong.realName = t('field.required', required)
      if (!phonePattern.test(value.phone)) wrong.phone = t('kit:form.phone')
    }
    setFields(wrong)
    return Object.keys(wrong).length === 0
  }
  const save = async () => {
    if (!check()) return
    const {
      tenantName,
      realName,
      phone,
      subModules,
      enabledFlag,
      maxDevices,
      maxAccounts,
      maxStorageMb,
    } = value
    const isDone = await run(async () => {
      if (tenant)
        await call(
          editTenant,
          {
            id: tenant.id,
            tenantName,
            subModules,
            enabledFlag,
            maxDevices,
            maxAccounts,
            maxStorageMb,
            objectVersionNumber: tenant.objectVersionNumber,
          },
          { quiet: true },
        )
      else
        setIssued(
          (await call(createTenant, { tenantName, realName, phone, subModules }, { quiet: true }))
            .invitation,
        )
    })
    if (!isDone) return
    toast({ text: t('kit:form.saved', { name: tenantName }), tone: 'good' })
    if (tenant) onClose(true)
  }
  const item = (name: keyof typeof value, control: ReactNode) => (
    <Form.Item
      label={t(`system:tenants.${name}`)}
      htmlFor={`tenant-${name}`}
      required
      validateStatus={fields[name] ? 'error' : undefined}
      help={fields[name]}
    >
      {control}
    </Form.Item>
  )
  if (issued) {
    return (
      <Modal
        open
        width={460}
        transitionName=""
        maskTransitionName=""
        title={t('system:invitation.join.title', { name: value.realName })}
        maskClosable={false}
        okText={t('system:invitation.done')}
        cancelButtonProps={{ style: { display: 'none' } }}
        onOk={() => onClose(true)}
        onCancel={() => onClose(true)}
      >
        <IssuedCode issued={issued} />
      </Modal>
    )
  }
  return (
    <Modal
      open
      width={520}
      transitionName=""
      maskTransitionName=""
      title={t(tenant ? 'common:titles.edit' : 'common:titles.create', {
        name: t('system:tenants.name'),
      })}
      okText={t('common:buttons.save')}
      cancelText={t('common:buttons.cancel')}
      confirmLoading={isBusy}
      onOk={() => void save()}
      onCancel={() => onClose(false)}
    >
      <Form component={false} layout="vertical">
        {problem && Object.keys(fields).length === 0 && (
          <Alert type="error" showIcon message={problem} style={{ marginBlockEnd: 12 }} />
        )}
        {item(
          'tenantName',
          <Input
            id="tenant-tenantName"
            maxLength={60}
            showCount
            value={value.tenantName}
            onChange={(event) => set({ tenantName: event.target.value })}
          />,
        )}
        {!tenant &&
          item(
            'realName',
            <Input
              id="tenant-realName"
              maxLength={40}
              value={value.realName}
              onChange={(event) => set({ realName: event.target.value })}
            />,
          )}
        {!tenant &&
          item(
            'phone',
            <Input
              id="tenant-phone"
              inputMode="tel"
              maxLength={11}
              value={value.phone}
              onChange={(event) => set({ phone: event.target.value })}
            />,
          )}
        <Form.Item
          label={t('system:tenants.subModules')}
          required
          validateStatus={fields.subModules ? 'error' : undefined}
          help={fields.subModules}
        >
          <Checkbox.Group
            value={value.subModules}
            onChange={(subModules) => set({ subModules })}
            options={givable.map((code) => ({
              value: code as string,
              label: t(`menus:modules.${code}`),
            }))}
          />
        </Form.Item>
        {tenant &&
          tenantLimits.map((name) => (
            <Form.Item key={name} label={t(`system:tenants.${name}`)} htmlFor={`tenant-${name}`}>
              <InputNumber
                id={`tenant-${name}`}
                style={{ width: '100%' }}
                min={0}
                max={10_000_000}
                precision={0}
                placeholder={t('system:tenants.unlimited')}
                value={value[name]}
                onChange={(most) => set({ [name]: most })}
              />
            </Form.Item>
          ))}
        {tenant && (
          <Form.Item label={t('system:tenants.state')} htmlFor="tenant-enabled">
            <Switch
              id="tenant-enabled"
              aria-label={t('system:tenants.state')}
              checked={value.enabledFlag === 1}
              onChange={(isOn) => set({ enabledFlag: isOn ? 1 : 0 })}
            />
          </Form.Item>
        )}
      </Form>
    </Modal>
  )
}
