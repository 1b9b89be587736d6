import { Alert, Input, Select } from 'antd'
import { useState } from 'react'
import { impersonate, tenantMembers, type TenantRow } from '#contract/platform/platform-calls.ts'
import { startImpersonation } from '#src/api/impersonation.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { Dialog } from '#src/kit/form/Dialog.tsx'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'

const fewest = 4

/** Helping a member in their place: for a reason, and written into their tenant's own log. */
export function ActForDialog({ tenant, onClose }: { tenant: TenantRow; onClose: () => void }) {
  const t = useLabels({ module: 'system' })
  const members = useCall(tenantMembers, { id: tenant.id }, { staleTime: 0 })
  const [userId, setUserId] = useState<number>()
  const [reason, setReason] = useState('')
  const act = useCallMutation(impersonate, {
    onDone: (session) => {
      startImpersonation(session)
      location.assign('/web/farm/home')
    },
  })
  const start = () => {
    const wrong: Record<string, string> = {}
    if (userId === undefined) wrong.userId = t('errors:field.required')
    if (reason.trim().length < fewest) wrong.reason = t('system:tenants.reasonShort')
    if (userId === undefined || wrong.reason) return act.setFields(wrong)
    return act.send({ tenantId: tenant.id, userId, reason })
  }
  return (
    <Dialog
      width={480}
      title={t('system:tenants.actFor', { name: tenant.tenantName })}
      okText={t('system:tenants.act')}
      sending={act}
      onOk={start}
      onClose={onClose}
    >
      <Alert
        type="warning"
        showIcon
        message={t('system:tenants.actNote')}
        className="kit-form-note"
      />
      <FieldItem name="userId" label={t('system:tenants.member')} required>
        <Select
          showSearch
          optionFilterProp="label"
          loading={members.isLoading}
          value={userId}
          onChange={setUserId}
          options={members.data?.map((one) => ({
            value: one.userId,
            label: `${one.realName} (${one.loginName})`,
          }))}
        />
      </FieldItem>
      <FieldItem name="reason" label={t('system:tenants.reason')} required>
        <Input.TextArea
          rows={2}
          maxLength={200}
          showCount
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </FieldItem>
    </Dialog>
  )
}
