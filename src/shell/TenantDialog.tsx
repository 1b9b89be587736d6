import { keepPreviousData } from '@tanstack/react-query'
import { Button, Input, Modal, Pagination } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  selfTenantsPage,
  setDefaultTenant,
  switchTenant,
  type OwnTenant,
} from '#contract/account/self.ts'
import { call } from '#src/api/call.ts'
import { currentScope } from '#src/api/scope.ts'
import { storeSession } from '#src/api/tokens.ts'
import { storedKeys } from '#src/lib/stored-keys.ts'
import { invalidateCall } from '#src/kit/calls/queries.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { toastRefusal } from '#src/kit/actions/refusal.ts'
import { mayLeave } from '#src/kit/form/draft/unsaved.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { toast } from '#src/ui/toast.ts'

/** The user's enterprises (540 wide, 10 a page). */
export default function TenantDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell')
  const labels = useLabels()
  const [place, setPlace] = useState({ page: 1, size: 10, tenantName: '' })
  const [busy, setBusy] = useState(false)
  const list = useCall(selfTenantsPage, place, { placeholderData: keepPreviousData })
  const here = currentScope()?.tenantId
  const enter = async ({ tenantId }: OwnTenant) => {
    if (busy || !(await mayLeave(labels))) return
    setBusy(true)
    try {
      // The stored area goes first.
      localStorage.removeItem(storedKeys.area)
      storeSession(await call(switchTenant, { tenantId }, { quiet: true }))
      location.assign('/web/farm/home')
    } catch (error) {
      toastRefusal(labels, error)
      setBusy(false)
    }
  }
  const mark = async ({ tenantId }: OwnTenant) => {
    try {
      await call(setDefaultTenant, { tenantId }, { quiet: true })
      toast({ text: t('tenant.defaulted'), tone: 'good' })
      await invalidateCall(selfTenantsPage)
    } catch (error) {
      toastRefusal(labels, error)
    }
  }
  return (
    <Modal
      open
      width={540}
      footer={null}
      transitionName=""
      maskTransitionName=""
      title={t('user.tenant')}
      onCancel={onClose}
    >
      <Input.Search
        allowClear
        aria-label={t('tenant.search')}
        placeholder={t('tenant.search')}
        onSearch={(text) => setPlace({ ...place, page: 1, tenantName: text.trim() })}
      />
      {list.isLoading && <ListSkeleton rows={4} />}
      {list.error && (
        <LoadFailed error={list.error} height={240} onRetry={() => void list.refetch()} />
      )}
      <ul className="tenant-list">
        {list.data?.content.map((one) => (
          <li key={one.tenantId}>
            <div>
              <strong>{one.tenantName}</strong>
              <p>{one.tenantNum}</p>
            </div>
            {one.defaultTenantId ? (
              <StatusTag tone="good">{t('tenant.isDefault')}</StatusTag>
            ) : (
              <Button size="small" type="link" onClick={() => void mark(one)}>
                {t('tenant.makeDefault')}
              </Button>
            )}
            {one.tenantId === here ? (
              <StatusTag tone="quiet">{t('tenant.here')}</StatusTag>
            ) : (
              <Button size="small" type="primary" disabled={busy} onClick={() => void enter(one)}>
                {t('tenant.enter')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {list.data && (
        <Pagination
          size="small"
          current={place.page}
          pageSize={place.size}
          total={list.data.totalElements}
          showSizeChanger
          showTotal={(count) => labels('common:table.total', { count })}
          onChange={(page, size) => setPlace({ ...place, page, size })}
        />
      )}
    </Modal>
  )
}
