import { useQuery } from '@tanstack/react-query'
import { Alert, Form, Input, Modal, Select } from 'antd'
import { useState } from 'react'
import { impersonate, tenantMembers, type TenantRow } from '#contract/platform/platform-calls.ts'
import { startImpersonation } from '#src/api/impersonation.ts'
import { call } from '#src/api/call.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useSubmit } from '#src/kit/form/use-submit.ts'

const fewest = 4

/** Helping a member in their place: for a reason, and written into their tenant's own log. */
export function ActForDialog({ tenant, onClose }: { tenant: TenantRow; onClose: () => void }) {
  const t = useLabels({ module: 'system' })
  const { run, isBusy, problem, fields, setFields } = useSubmit()
  const members = useQuery({
    queryKey: ['tenant-members', tenant.id],
    staleTime: 0,
    queryFn: () => call(tenantMembers, { id: tenant.id }, { quiet: true }),
  })
  const [userId, setUserId] = useState<number>()
  const [reason, setReason] = useState('')
  const start = async () => {
    const wrong: Record<string, string> = {}
    if (userId === undefined)
      wrong.userId = t('field.required', { ns: 'errors', keySeparator: false })
    if (reason.trim().length < fewest) wrong.reason = t('system:tenants.reasonShort')
    if (Object.keys(wrong).length) return setFields(wrong)
    await run(async () => {
      startImpersonation(
        await call(impersonate, { tenantId: tenant.id, userId: userId!, reason }, { quiet: true }),
      )
      location.assign('/web/farm/home')
    })
  }
  return (
    <Modal
      open
      width={480}
      transitionName=""
      maskTransitionName=""
      title={t('system:tenants.actFor', { name: tenant.tenantName })}
      okText={t('system:tenants.act')}
      cancelText={t('common:buttons.cancel')}
      confirmLoading={isBusy}
      onOk={() => void start()}
      onCancel={onClose}
    >
      <Form component={false} layout="vertical">
        <Alert
          type="warning"
          showIcon
          message={t('system:tenants.actNote')}
          style={{ marginBlockEnd: 12 }}
        />
        {problem && (
          <Alert type="error" showIcon message={problem} style={{ marginBlockEnd: 12 }} />
        )}
        <Form.Item
          label={t('system:tenants.member')}
          htmlFor="act-member"
          required
          validateStatus={fields.userId ? 'error' : undefined}
          help={fields.userId}
        >
          <Select
            id="act-member"
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
        </Form.Item>
        <Form.Item
          label={t('system:tenants.reason')}
          htmlFor="act-reason"
          required
          validateStatus={fields.reason ? 'error' : undefined}
          help={fields.reason}
        >
          <Input.TextArea
            id="act-reason"
            rows={2}
            maxLength={200}
            showCount
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
