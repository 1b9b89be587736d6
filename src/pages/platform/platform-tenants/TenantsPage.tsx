import { Button } from 'antd'
import { useState } from 'react'
import { confirmDomain, tenants, type TenantRow } from '#contract/platform/platform-calls.ts'
import { invalidateCall } from '#src/kit/calls/queries.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { RowsTable } from '#src/kit/list/RowsTable.tsx'
import { useCallList } from '#src/kit/list/rows/use-call-list.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useCallAction } from '#src/kit/calls/use-call-action.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { FilterBar } from '#src/ui/FilterBar.tsx'
import { filterItems } from '#src/ui/filter-items.tsx'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { ActForDialog } from './ActForDialog.tsx'
import { ScreensDialog } from './ScreensDialog.tsx'
import { TenantDialog } from './TenantDialog.tsx'

const filterNames = ['tenantName'] as const
type Open = { what: 'create' } | { what: 'edit' | 'act' | 'screens'; tenant: TenantRow } | null

/**
 * The platform operator's tenants: their modules, whether they are open, and help for their people.
 */
export default function TenantsPage() {
  const t = useLabels({ module: 'system' })
  const zone = useTimeZone()
  const list = useCallList(tenants, filterNames, ({ tenantName }) =>
    tenantName ? { tenantName } : {},
  )
  const [name, setName] = useState(list.place.filters.tenantName ?? '')
  const field = filterItems('tenant', { tenantName: name }, (_, value) => setName(value ?? ''))
  const [open, setOpen] = useState<Open>(null)
  const again = () => invalidateCall(tenants)
  const close = (isChanged: boolean) => {
    setOpen(null)
    if (isChanged) void again()
  }
  const trust = useCallAction(confirmDomain, {
    asks: ({ id, domainName }) => ({
      title: t('system:tenants.domainConfirm'),
      body: t('system:tenants.domainSure', {
        domain: domainName,
        name: list.rows.find((one) => one.id === id)?.tenantName,
      }),
      go: t('system:tenants.domainConfirm'),
    }),
    invalidates: [tenants],
  })
  return (
    <>
      <FilterBar
        label={t('kit:list.searchFor', { name: t('system:tenants.name') })}
        items={[field.text('tenantName', t('system:tenants.tenantName'))]}
        onSearch={() => list.move({ page: 1, filters: { tenantName: name } })}
        onReset={() => {
          setName('')
          list.move({ page: 1, filters: {} })
        }}
        add={
          <Button type="primary" onClick={() => setOpen({ what: 'create' })}>
            {t('common:actions.create')}
          </Button>
        }
      />
      <RowsTable
        list={list}
        empty={t('system:tenants.empty')}
        rowKey={(row) => row.id}
        columns={[
          {
            key: 'tenantName',
            title: t('system:tenants.tenantName'),
            render: (row) => row.tenantName,
          },
          {
            key: 'tenantNum',
            title: t('system:tenants.tenantNum'),
            render: (row) => row.tenantNum,
          },
          {
            key: 'userCount',
            title: t('system:tenants.userCount'),
            render: (row) => row.userCount,
          },
          {
            key: 'subModules',
            title: t('system:tenants.subModules'),
            render: (row) => row.subModules.map((code) => t(`menus:modules.${code}`)).join(' · '),
          },
          {
            key: 'enabledFlag',
            isTag: true,
            title: t('system:tenants.state'),
            render: (row) => (
              <StatusTag tone={row.enabledFlag ? 'good' : 'quiet'}>
                {t(row.enabledFlag ? 'common:flags.enabled' : 'common:flags.disabled')}
              </StatusTag>
            ),
          },
          {
            key: 'domainName',
            title: t('system:tenants.domain'),
            render: (row) =>
              row.domainName && (
                <>
                  {row.domainName}{' '}
                  <StatusTag tone={row.domainState === 'confirmed' ? 'good' : 'warn'}>
                    {t(`system:corporation.domain.states.${row.domainState}`)}
                  </StatusTag>
                </>
              ),
          },
          {
            key: 'creationDate',
            title: t('common:creationDate'),
            render: (row) => momentOf(row.creationDate, zone),
          },
          {
            key: 'actions',
            title: t('common:table.actions'),
            render: (row) => (
              <span className="kit-actions">
                <button
                  type="button"
                  className="kit-link"
                  onClick={() => setOpen({ what: 'edit', tenant: row })}
                >
                  {t('common:actions.edit')}
                </button>
                <button
                  type="button"
                  className="kit-link"
                  onClick={() => setOpen({ what: 'screens', tenant: row })}
                >
                  {t('system:tenants.screens')}
                </button>
                {row.domainState === 'pending' && (
                  <button
                    type="button"
                    className="kit-link"
                    onClick={() => void trust.send({ id: row.id, domainName: row.domainName! })}
                  >
                    {t('system:tenants.domainConfirm')}
                  </button>
                )}
                <button
                  type="button"
                  className="kit-link"
                  onClick={() => setOpen({ what: 'act', tenant: row })}
                >
                  {t('system:tenants.act')}
                </button>
              </span>
            ),
          },
        ]}
      />
      {(open?.what === 'create' || open?.what === 'edit') && (
        <TenantDialog tenant={open.what === 'edit' ? open.tenant : undefined} onClose={close} />
      )}
      {open?.what === 'screens' && (
        <ScreensDialog tenant={open.tenant} onClose={() => close(false)} />
      )}
      {open?.what === 'act' && <ActForDialog tenant={open.tenant} onClose={() => close(false)} />}
    </>
  )
}
