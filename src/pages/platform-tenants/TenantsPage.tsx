import { useQueryClient } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { tenants, type TenantRow } from '#contract/platform/platform-calls.ts'
import { momentOf } from '#src/kit/fields/day-text.ts'
import { RowsTable } from '#src/kit/RowsTable.tsx'
import { useCallList } from '#src/kit/use-call-list.ts'
import { useTimeZone } from '#src/kit/use-identity.ts'
import { useLabels } from '#src/kit/use-labels.ts'
import { FilterBar } from '#src/ui/FilterBar.tsx'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { ActForDialog } from './ActForDialog.tsx'
import { ScreensDialog } from './ScreensDialog.tsx'
import { TenantDialog } from './TenantDialog.tsx'

const filterNames = ['tenantName'] as const
type Open = { what: 'create' } | { what: 'edit' | 'act' | 'screens'; tenant: TenantRow } | null

/** The platform operator's tenants: their modules, whether they are open, and help for their people. */
export default function TenantsPage() {
  const t = useLabels({ module: 'system' })
  const zone = useTimeZone()
  const queries = useQueryClient()
  const list = useCallList(tenants, filterNames, ({ tenantName }) => (tenantName ? { tenantName } : {}))
  const [name, setName] = useState(list.place.filters.tenantName ?? '')
  const [open, setOpen] = useState<Open>(null)
  const close = (isChanged: boolean) => {
    setOpen(null)
    if (isChanged) void queries.invalidateQueries({ queryKey: ['call', tenants.endpoint] })
  }
  return (
    <>
      <FilterBar
        label={t('kit:list.searchFor', { name: t('system:tenants.name') })}
        items={[{ id: 'tenant-name', label: t('system:tenants.tenantName'), control: <Input id="tenant-name" allowClear value={name} onChange={(event) => setName(event.target.value)} /> }]}
        onSearch={() => list.move({ page: 1, filters: { tenantName: name } })}
        onReset={() => { setName(''); list.move({ page: 1, filters: {} }) }}
        add={<Button type="primary" onClick={() => setOpen({ what: 'create' })}>{t('common:actions.create')}</Button>}
      />
      <RowsTable
        list={list} rowKey={(row) => row.id}
        columns={[
          { key: 'tenantName', title: t('system:tenants.tenantName'), render: (row) => row.tenantName },
          { key: 'tenantNum', title: t('system:tenants.tenantNum'), render: (row) => row.tenantNum },
          { key: 'userCount', title: t('system:tenants.userCount'), render: (row) => row.userCount },
          { key: 'subModules', title: t('system:tenants.subModules'), render: (row) => row.subModules.map((code) => t(`menus:modules.${code}`)).join(' · ') },
          { key: 'enabledFlag', title: t('system:tenants.state'), render: (row) => <StatusTag tone={row.enabledFlag ? 'good' : 'quiet'}>{t(row.enabledFlag ? 'common:flags.enabled' : 'common:flags.disabled')}</StatusTag> },
          { key: 'creationDate', title: t('common:creationDate'), render: (row) => momentOf(row.creationDate, zone) },
          {
            key: 'actions', title: t('common:table.actions'),
            render: (row) => (
              <span className="kit-actions">
                <button type="button" className="kit-link" onClick={() => setOpen({ what: 'edit', tenant: row })}>{t('common:actions.edit')}</button>
                <button type="button" className="kit-link" onClick={() => setOpen({ what: 'screens', tenant: row })}>{t('system:tenants.screens')}</button>
                <button type="button" className="kit-link" onClick={() => setOpen({ what: 'act', tenant: row })}>{t('system:tenants.act')}</button>
              </span>
            ),
          },
        ]}
      />
      {(open?.what === 'create' || open?.what === 'edit') && <TenantDialog tenant={open.what === 'edit' ? open.tenant : undefined} onClose={close} />}
      {open?.what === 'screens' && <ScreensDialog tenant={open.tenant} onClose={() => close(false)} />}
      {open?.what === 'act' && <ActForDialog tenant={open.tenant} onClose={() => close(false)} />}
    </>
  )
}
