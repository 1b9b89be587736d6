import { Alert, Button, Drawer, Tabs } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { entities } from '#contract/domains.ts'
import {
  assignPermissions,
  permissionCatalogue,
  rolePermissions,
  viewAsRole,
} from '#contract/system/permission-calls.ts'
import { startImpersonation } from '#src/api/impersonation.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { useSend } from '#src/kit/calls/use-send.ts'
import { untypedT } from '#src/kit/definition/label.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import type { ActionDialogProps } from '#src/kit/definition/resource.ts'
import { mayLeave, useUnsaved } from '#src/kit/form/draft/unsaved.ts'
import { useNarrow } from '#src/ui/use-width.ts'
import { blocksOf } from './catalogue.ts'
import { CodeMatrix } from './CodeMatrix.tsx'
import { RoleCompare } from './RoleCompare.tsx'
import { RoleSummary } from './RoleSummary.tsx'
import './role-permissions.css'

/** Every screen's words: the matrix names them all. */
const namespaces = [
  'kit',
  'common',
  'menus',
  ...new Set(['system', ...entities.map(({ module }) => module)]),
]

/** What a role may do: chosen in a matrix, said in sentences, compared with another role. */
export default function PermissionsDialog({ row, onClose }: ActionDialogProps) {
  const t = untypedT(useTranslation(namespaces).t)
  const isNarrow = useNarrow()
  const { pathname } = useLocation()
  const { send, isBusy, problem } = useSend()
  const catalogue = useCall(permissionCatalogue, {})
  const role = useCall(rolePermissions, { id: row.id }, { staleTime: 0, gcTime: 0 })
  const [chosen, setChosen] = useState<ReadonlySet<string>>()
  const blocks = useMemo(() => blocksOf(t, catalogue.data ?? []), [t, catalogue.data])
  const kept = useMemo(() => new Set(role.data?.codes), [role.data])
  const held = chosen ?? kept
  const isBuiltin = row.builtinFlag === 1
  const isDirty =
    chosen !== undefined &&
    (chosen.size !== kept.size || [...chosen].some((code) => !kept.has(code)))
  const clean = useUnsaved(isDirty)

  const close = () => void mayLeave(t, pathname).then((isSure) => isSure && onClose(false))
  const save = () =>
    send(
      assignPermissions,
      { id: row.id, codes: [...held], objectVersionNumber: role.data!.objectVersionNumber },
      {
        said: t('system:permissions.saved'),
        onDone: () => {
          clean()
          onClose(true)
        },
      },
    )
  const look = () =>
    send(
      viewAsRole,
      { id: row.id },
      {
        onDone: (session) => {
          startImpersonation(session)
          location.assign('/web/farm/home')
        },
      },
    )
  const failed = catalogue.error ?? role.error
  return (
    <Drawer
      open
      width={isNarrow ? '100%' : 860}
      title={t('system:permissions.title', { name: String(row.name) })}
      onClose={close}
      footer={
        <div className="role-buttons">
          <span>{t('system:permissions.count', { count: held.size })}</span>
          {!isBuiltin && (
            <Button disabled={isDirty || isBusy} onClick={() => void look()}>
              {t('system:permissions.viewAs')}
            </Button>
          )}
          <Button onClick={close}>{t('common:buttons.cancel')}</Button>
          {!isBuiltin && (
            <Button type="primary" loading={isBusy} disabled={!isDirty} onClick={() => void save()}>
              {t('common:buttons.save')}
            </Button>
          )}
        </div>
      }
    >
      {isBuiltin && <Alert type="info" showIcon message={t('system:permissions.builtin')} />}
      {problem && <Alert type="error" showIcon message={problem} />}
      {failed && (
        <LoadFailed
          error={failed}
          onRetry={() => {
            void catalogue.refetch()
            void role.refetch()
          }}
        />
      )}
      {(!catalogue.data || !role.data) && !failed && <ListSkeleton />}
      {catalogue.data && role.data && (
        <Tabs
          items={[
            {
              key: 'matrix',
              label: t('system:permissions.matrix'),
              children: (
                <CodeMatrix
                  blocks={blocks}
                  held={held}
                  isFixed={isBuiltin || isBusy}
                  onChange={setChosen}
                />
              ),
            },
            {
              key: 'summary',
              label: t('system:permissions.summary'),
              children: <RoleSummary blocks={blocks} held={held} />,
            },
            {
              key: 'compare',
              label: t('system:permissions.compare'),
              children: (
                <RoleCompare blocks={blocks} held={held} roleId={row.id} name={String(row.name)} />
              ),
            },
          ]}
        />
      )}
    </Drawer>
  )
}
