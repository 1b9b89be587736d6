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
import { forgetPerson } from '#src/api/field/keep.ts'
import { currentScope } from '#src/api/scope.ts'
import { storeSession } from '#src/api/tokens.ts'
import { storedKeys } from '#src/lib/stored-keys.ts'
import { useCallAction } from '#src/kit/calls/use-call-action.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { useIdentity } from '#src/kit/app/use-identity.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { mayLeave } from '#src/kit/form/draft/unsaved.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { mayForget } from './field/leaving.ts'

/** The user's enterprises (540 wide, 10 a page). */
export default function TenantDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell')
  const labels = useLabels()
  const [place, setPlace] = useState({ page: 1, size: 10, tenantName: '' })
  const list = useCall(selfTenantsPage, place, { placeholderData: keepPreviousData })
  const here = currentScope()?.tenantId
  // Who operates the platform starts there, whichever tenant they also work for.
  const isOperator = useIdentity()?.admin === true
  const entering = useCallAction(switchTenant, {
    onDone: async (session) => {
      // What this browser kept is of the enterprise that is left.
      await forgetPerson().catch(() => undefined)
      storeSession(session)
      location.assign('/web/farm/home')
    },
  })
  const enter = async ({ tenantId }: OwnTenant) => {
    if (!(await mayLeave(labels)) || !(await mayForget(t))) return
    // The stored area goes first.
    localStorage.removeItem(storedKeys.area)
    await entering.send({ tenantId })
  }
  const marking = useCallAction(setDefaultTenant, {
    said: t('tenant.defaulted'),
    invalidates: [selfTenantsPage],
  })
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
            {!isOperator &&
              (one.defaultTenantId ? (
                <StatusTag tone="good">{t('tenant.isDefault')}</StatusTag>
              ) : (
                <Button
                  size="small"
                  type="link"
                  onClick={() => void marking.send({ tenantId: one.tenantId })}
                >
                  {t('tenant.makeDefault')}
                </Button>
              ))}
            {one.tenantId === here ? (
              <StatusTag tone="quiet">{t('tenant.here')}</StatusTag>
            ) : (
              <Button
                size="small"
                type="primary"
                disabled={entering.isBusy}
                onClick={() => void enter(one)}
              >
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
