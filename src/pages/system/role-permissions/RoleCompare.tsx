import { useState } from 'react'
import { rolePermissions } from '#contract/system/permission-calls.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { RefSelect } from '#src/kit/fields/ref/RefSelect.tsx'
import { useNamed } from '#src/kit/fields/ref/use-options.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { codesOfScreen, type ModuleBlock } from './catalogue.ts'

interface RoleCompareProps {
  blocks: readonly ModuleBlock[]
  held: ReadonlySet<string>
  roleId: number
  name: string
}

/** Two roles side by side: only what one may do and the other may not. */
export function RoleCompare({ blocks, held, roleId, name }: RoleCompareProps) {
  const t = useLabels({ module: 'system' })
  const [other, setOther] = useState<number>()
  const { data, error, isFetching, refetch } = useCall(
    rolePermissions,
    { id: other! },
    { enabled: other !== undefined },
  )
  const [named] = useNamed('role', other === undefined ? [] : [other])
  const theirs = new Set(data?.codes)
  const differing = blocks
    .flatMap((block) => block.screens)
    .flatMap((screen) =>
      codesOfScreen(screen)
        .filter((code) => held.has(code) !== theirs.has(code))
        .map((code) => ({
          code,
          screen: screen.label,
          isOurs: held.has(code),
          label:
            screen.buttons.find((button) => button.code === code)?.label ??
            t('common:actions.list'),
        })),
    )
  return (
    <div className="role-matrix">
      <label htmlFor={`compare-${roleId}`}>{t('system:permissions.compareWith')}</label>
      <RefSelect
        id={`compare-${roleId}`}
        to="role"
        value={other}
        chosen={[]}
        onChange={(next) => setOther(typeof next === 'number' ? next : undefined)}
      />
      {error && <LoadFailed error={error} height={240} onRetry={() => void refetch()} />}
      {isFetching && <ListSkeleton rows={4} />}
      {data && differing.length === 0 && <p role="status">{t('system:permissions.same')}</p>}
      {data && differing.length > 0 && (
        <table className="kit-compare">
          <thead>
            <tr>
              <th scope="col">{t('system:permissions.screen')}</th>
              <th scope="col">{t('system:permissions.action')}</th>
              <th scope="col">{name}</th>
              <th scope="col">{named?.label}</th>
            </tr>
          </thead>
          <tbody>
            {differing.map(({ code, screen, label, isOurs }) => (
              <tr key={code}>
                <th scope="row">{screen}</th>
                <td title={code}>{label}</td>
                <td>{isOurs ? t('common:flags.yes') : t('common:flags.no')}</td>
                <td>{isOurs ? t('common:flags.no') : t('common:flags.yes')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}
