import { Input, Switch } from 'antd'
import { useState } from 'react'
import type { IssuedCode as Issued } from '#contract/account/invitation.ts'
import { phonePattern } from '#contract/field.ts'
import {
  createTenant,
  editTenant,
  tenantLimits,
  type TenantRow,
} from '#contract/platform/platform-calls.ts'
import { modules } from '#contract/screen.ts'
import { IssuedCode } from '#src/kit/actions/IssuedCode.tsx'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import { Dialog } from '#src/kit/form/Dialog.tsx'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'
import { Checkboxes } from '#src/ui/Checkboxes.tsx'
import { NumberBox } from '#src/ui/NumberBox.tsx'

interface TenantDialogProps {
  /** Without one a new tenant is made, with its first administrator. */
  tenant: TenantRow | undefined
  onClose: (isChanged: boolean) => void
}
const givable = [modules.farm, modules.inventory, modules.company, modules.visual]
const required = { ns: 'errors', keySeparator: false }

export function TenantDialog({ tenant, onClose }: TenantDialogProps) {
  const t = useLabels({ module: 'system' })
  const [value, setValue] = useState({
    tenantName: tenant?.tenantName ?? '',
    realName: '',
    phone: '',
    subModules: tenant?.subModules ?? (givable.slice(0, 3) as string[]),
    enabledFlag: tenant?.enabledFlag ?? 1,
    maxDevices: tenant?.maxDevices ?? null,
    maxAccounts: tenant?.maxAccounts ?? null,
    maxStorageMb: tenant?.maxStorageMb ?? null,
    maxRecordingsGb: tenant?.maxRecordingsGb ?? null,
    maxMessages: tenant?.maxMessages ?? null,
  })
  const [issued, setIssued] = useState<Issued>()
  const saved = t('kit:form.saved', { name: value.tenantName })
  const set = (change: Partial<typeof value>) => setValue({ ...value, ...change })
  const check = () => {
    const wrong: Record<string, string> = {}
    if (!value.tenantName.trim()) wrong.tenantName = t('field.required', required)
    if (value.subModules.length === 0) wrong.subModules = t('tenant.modules', required)
    if (!tenant) {
      if (!value.realName.trim()) wrong.realName = t('field.required', required)
      if (!phonePattern.test(value.phone)) wrong.phone = t('kit:form.phone')
    }
    return wrong
  }
  const edit = useCallMutation(editTenant, { said: saved, onDone: () => onClose(true) })
  const create = useCallMutation(createTenant, {
    said: saved,
    onDone: ({ invitation }) => setIssued(invitation),
  })
  const sending = tenant ? edit : create
  const save = () => {
    const wrong = check()
    if (Object.keys(wrong).length) return sending.setFields(wrong)
    const { realName, phone, ...rest } = value
    if (tenant)
      return edit.send({
        id: tenant.id,
        objectVersionNumber: tenant.objectVersionNumber,
        ...rest,
      })
    const { tenantName, subModules } = rest
    return create.send({ tenantName, realName, phone, subModules })
  }
  if (issued) {
    return (
      <Dialog
        width={460}
        title={t('system:invitation.join.title', { name: value.realName })}
        maskClosable={false}
        okText={t('system:invitation.done')}
        sending={create}
        isDone
        onOk={() => onClose(true)}
        onClose={() => onClose(true)}
      >
        <IssuedCode issued={issued} kind="join" name={value.realName} />
      </Dialog>
    )
  }
  return (
    <Dialog
      width={520}
      title={t(tenant ? 'common:titles.edit' : 'common:titles.create', {
        name: t('system:tenants.name'),
      })}
      okText={t('common:buttons.save')}
      sending={sending}
      onOk={save}
      onClose={() => onClose(false)}
    >
      <FieldItem name="tenantName" label={t('system:tenants.tenantName')} required>
        <Input
          maxLength={60}
          showCount
          value={value.tenantName}
          onChange={(event) => set({ tenantName: event.target.value })}
        />
      </FieldItem>
      {!tenant && (
        <>
          <FieldItem name="realName" label={t('system:tenants.realName')} required>
            <Input
              maxLength={40}
              value={value.realName}
              onChange={(event) => set({ realName: event.target.value })}
            />
          </FieldItem>
          <FieldItem name="phone" label={t('system:tenants.phone')} required>
            <Input
              inputMode="tel"
              maxLength={11}
              value={value.phone}
              onChange={(event) => set({ phone: event.target.value })}
            />
          </FieldItem>
        </>
      )}
      <FieldItem name="subModules" label={t('system:tenants.subModules')} required>
        <Checkboxes
          label={t('system:tenants.subModules')}
          value={value.subModules}
          onChange={(subModules) => set({ subModules })}
          options={givable.map((code) => ({
            value: code as string,
            label: t(`menus:modules.${code}`),
          }))}
        />
      </FieldItem>
      {tenant &&
        tenantLimits.map((name) => (
          <FieldItem key={name} name={name} label={t(`system:tenants.${name}`)}>
            <NumberBox
              className="kit-full"
              min={0}
              max={10_000_000}
              precision={0}
              placeholder={t('system:tenants.unlimited')}
              value={value[name]}
              onChange={(most) => set({ [name]: most })}
            />
          </FieldItem>
        ))}
      {tenant && (
        <FieldItem name="enabledFlag" label={t('system:tenants.state')}>
          <Switch
            aria-label={t('system:tenants.state')}
            checked={value.enabledFlag === 1}
            onChange={(isOn) => set({ enabledFlag: isOn ? 1 : 0 })}
          />
        </FieldItem>
      )}
    </Dialog>
  )
}
