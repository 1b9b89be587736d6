import { useState } from 'react'
import { useLocation, useNavigate, useParams, useSearchParams, type Location } from 'react-router'
import { allowed } from '#contract/entity.ts'
import { auditStatus } from '#contract/inventory/document-kinds.ts'
import { inventoryOption } from '#contract/inventory/option.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { ListSkeleton } from '#src/kit/app/ListState.tsx'
import { useResource } from '#src/kit/definition/definition-context.ts'
import { FormScreen } from '#src/kit/form/FormScreen.tsx'
import type { FormValue } from '#src/kit/form/values/form-value.ts'
import { actionLabel } from '#src/kit/definition/label.ts'
import { addressLeft } from '#src/kit/list/location/return-state.ts'
import { NoPermission } from '#src/kit/app/NoPermission.tsx'
import { NotFound } from '#src/kit/app/NotFound.tsx'
import { dayOf, momentOf } from '#src/kit/fields/date/day-text.ts'
import type { Row } from '#src/kit/definition/resource.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { usePermissions } from '#src/kit/app/use-permissions.ts'
import { useScreenTitle } from '#src/kit/app/use-screen-title.ts'
import { ReturnFrom } from './ReturnFrom.tsx'
import { infoOf, kindOf } from './routes.ts'

const asked = ['create', 'edit', 'submit']

/** A draft is written: a new one, or one that was not handed in or came back. */
export default function DocumentFormPage() {
  const resource = useResource()
  const t = useLabels(resource.entity)
  const zone = useTimeZone()
  const navigate = useNavigate()
  const { id: text } = useParams()
  const [query] = useSearchParams()
  const { state, pathname } = useLocation() as Location<{ begin?: FormValue } | null>
  const kind = text === undefined ? 'create' : 'edit'
  const id = Number(text)
  const may = usePermissions(resource, asked)
  const title = useScreenTitle(resource.entity, kind)
  const isNew = kind === 'create' && may?.create === true && kindOf(resource) !== 'return'
  const { data: option, isError } = useCall(inventoryOption, isNew ? {} : null)
  const [today] = useState(() => dayOf(momentOf(new Date().toISOString(), zone)))
  const [begin, setBegin] = useState<FormValue>()
  // Begun once: what arrives later changes nothing that is being written. A warehouse that who
  // writes does not see is none, nor is one out of use.
  if (isNew && !begin && (option || isError))
    setBegin({
      occurredOn: today,
      ...(option?.defaultWarehouseOpen && { warehouseId: option.defaultWarehouseId }),
      ...state?.begin,
    })
  const { route } = resource.screen
  // A count is handed in when it is over, not when it is planned.
  const canSubmit = allowed(resource.entity, 'submit', { auditStatus: auditStatus.draft })
  if (kind === 'edit' && !(Number.isSafeInteger(id) && id > 0)) return <NotFound />
  if (may && !may[kind])
    return <NoPermission missing={[resource.screen.buttons[kind] ?? []].flat()} />
  // What comes back or goes back was moved by a document: it is made from that.
  if (kind === 'create' && kindOf(resource) === 'return')
    return <ReturnFrom source={Number(query.get('source')) || undefined} />
  const leave = (row: Row, then: boolean) =>
    void navigate(`${infoOf(kindOf(resource), row.id)}${then ? '?submit=1' : ''}`, {
      replace: true,
      state: { done: pathname },
    })
  return (
    <section className="kit-page document-form" aria-label={title}>
      <h2>{title}</h2>
      {kind === 'create' && !begin ? (
        <ListSkeleton rows={4} />
      ) : (
        <FormScreen
          resource={resource}
          kind={kind}
          id={kind === 'edit' ? id : undefined}
          isPage
          begin={kind === 'create' ? begin : undefined}
          then={
            may?.submit && canSubmit
              ? t('inventory:document.saveAnd', {
                  action: actionLabel(t, resource.entity, 'submit'),
                })
              : undefined
          }
          onDone={leave}
          onCancel={() => void navigate({ pathname: route, search: addressLeft(route) })}
        />
      )}
    </section>
  )
}
