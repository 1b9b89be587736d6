import { useMemo } from 'react'
import { useNavigate, useParams } from 'react-router'
import {
  agriculturalInput,
  agriculturalInputScreen,
} from '#contract/inventory/agricultural-input.ts'
import { useResource } from '#src/kit/definition/definition-context.ts'
import { FormScreen } from '#src/kit/form/FormScreen.tsx'
import type { FormKind } from '#src/kit/form/values/form-value.ts'
import { addressLeft } from '#src/kit/list/location/return-state.ts'
import { NoPermission } from '#src/kit/app/NoPermission.tsx'
import { NotFound } from '#src/kit/app/NotFound.tsx'
import type { AnyResource } from '#src/kit/definition/resource.ts'
import { usePermissions } from '#src/kit/app/use-permissions.ts'
import { useScreenTitle } from '#src/kit/app/use-screen-title.ts'
import { agriculturalForm } from './agricultural-form.ts'

const asked = ['create', 'edit']

/** An agricultural input, made or changed from the list of products. */
export default function AgriculturalProduct({ kind }: { kind: FormKind }) {
  const products = useResource()
  const { id: text } = useParams()
  const navigate = useNavigate()
  const title = useScreenTitle(agriculturalInput, kind)
  const may = usePermissions(products, asked)
  const inputs: AnyResource = useMemo(
    () => ({
      ...products,
      entity: agriculturalInput,
      screen: agriculturalInputScreen,
      form: agriculturalForm,
    }),
    [products],
  )
  const id = Number(text)
  const { route, buttons } = products.screen
  const back = () => void navigate({ pathname: route, search: addressLeft(route) })
  if (kind === 'edit' && !(Number.isSafeInteger(id) && id > 0)) return <NotFound />
  if (may && !may[kind]) return <NoPermission missing={[buttons[kind] ?? []].flat()} />
  return (
    <section className="kit-page" aria-label={title}>
      <h2>{title}</h2>
      <FormScreen
        resource={inputs}
        kind={kind}
        id={kind === 'edit' ? id : undefined}
        isPage
        onDone={back}
        onCancel={back}
      />
    </section>
  )
}
