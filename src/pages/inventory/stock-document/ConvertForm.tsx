import { Alert, Button } from 'antd'
import { useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { documentRemaining } from '#contract/inventory/document-calls.ts'
import { documentScreens } from '#contract/inventory/document-screens.ts'
import type { DocumentKind } from '#contract/inventory/document-kinds.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { DefinitionProvider, useResourceNamed } from '#src/kit/definition/definition-context.ts'
import { dayOf, momentOf } from '#src/kit/fields/date/day-text.ts'
import { FormScreen } from '#src/kit/form/FormScreen.tsx'
import type { FormValue } from '#src/kit/form/values/form-value.ts'
import { actionLabel, entityLabel } from '#src/kit/definition/label.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { NoPermission } from '#src/kit/app/NoPermission.tsx'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { usePermissions } from '#src/kit/app/use-permissions.ts'
import { useScreenTitle } from '#src/kit/app/use-screen-title.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { infoOf } from './routes.ts'

const asked = ['create', 'submit']

/** A draft made from another document: what is left of it, which may be made less. */
export function ConvertForm({ source, to }: { source: number; to: DocumentKind }) {
  const resource = useResourceNamed(documentScreens[to].name)
  const t = useLabels(resource.entity)
  const zone = useTimeZone()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [today] = useState(() => dayOf(momentOf(new Date().toISOString(), zone)))
  const may = usePermissions(resource, asked)
  const title = useScreenTitle(resource.entity, 'create')
  const { data, error, refetch } = useCall(
    documentRemaining,
    { id: source, to },
    { retry: false, gcTime: 0, staleTime: Infinity },
  )
  const begin = useMemo<FormValue | undefined>(() => {
    if (!data) return undefined
    const known = Object.fromEntries(
      Object.entries(data).filter(
        ([name]) => resource.entity.fields[name] && !resource.entity.fields[name].readonly,
      ),
    )
    return { occurredOn: today, ...known, sourceId: source }
  }, [data, resource, source, today])
  if (may && !may.create)
    return <NoPermission missing={[resource.screen.buttons.create ?? []].flat()} />
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />
  if (!data || !begin) return <ListSkeleton rows={6} />
  // By an old link, or while somebody else made the rest.
  if (data.goods.length === 0)
    return (
      <EmptyState
        variant="noData"
        action={<Button onClick={() => void navigate(-1)}>{t('common:buttons.back')}</Button>}
      >
        {t('inventory:document.nothingLeft', { code: data.sourceCode })}
      </EmptyState>
    )
  return (
    <DefinitionProvider value={resource}>
      <section className="kit-page document-form" aria-label={title}>
        <h2>{title}</h2>
        <Alert
          type="info"
          showIcon
          className="kit-form-note"
          message={t('inventory:document.madeFrom', {
            code: data.sourceCode,
            name: entityLabel(t, resource.entity),
          })}
        />
        <FormScreen
          resource={resource}
          kind="create"
          id={undefined}
          begin={begin}
          then={
            may?.submit
              ? t('inventory:document.saveAnd', {
                  action: actionLabel(t, resource.entity, 'submit'),
                })
              : undefined
          }
          onDone={(row, then) =>
            void navigate(`${infoOf(to, row.id)}${then ? '?submit=1' : ''}`, {
              replace: true,
              state: { done: pathname },
            })
          }
          onCancel={() => void navigate(-1)}
        />
      </section>
    </DefinitionProvider>
  )
}
