import type { ComponentType } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { documentChain } from '#contract/inventory/document-calls.ts'
import type { DocumentKind } from '#contract/inventory/document-kinds.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { NotFound } from '#src/kit/app/NotFound.tsx'
import { ConvertForm } from './ConvertForm.tsx'

const idOf = (text: string | undefined) =>
  /^\d{1,15}$/.test(text ?? '') ? Number(text) : undefined

/** The page under a convert route whose target its address decides. */
export function convertPage(to: readonly [DocumentKind, ...DocumentKind[]]): {
  default: ComponentType
} {
  return {
    default: function ConvertPage() {
      const source = idOf(useParams().id)
      const [query] = useSearchParams()
      if (source === undefined) return <NotFound />
      return (
        <ConvertForm
          key={source}
          source={source}
          to={to.find((kind) => kind === query.get('to')) ?? to[0]}
        />
      )
    },
  }
}

/** A return's replacement goes the other way than what was returned. */
export function ReplacementPage() {
  const source = idOf(useParams().id)
  const { data, error, refetch } = useCall(
    documentChain,
    { id: source! },
    { enabled: source !== undefined, retry: false },
  )
  if (source === undefined) return <NotFound />
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />
  if (!data) return <ListSkeleton rows={6} />
  const returned = data.find(({ id }) => id === data.find((one) => one.id === source)?.sourceId)
  return (
    <ConvertForm
      key={source}
      source={source}
      to={returned?.kind === 'warehousing' ? 'warehousing' : 'shipment'}
    />
  )
}
