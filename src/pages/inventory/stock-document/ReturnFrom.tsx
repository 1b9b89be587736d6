import { Form, Select } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { goodsReturn, shipment, warehousing } from '#contract/inventory/document.ts'
import { documentScreens } from '#contract/inventory/document-screens.ts'
import { auditStatus } from '#contract/inventory/document-kinds.ts'
import { useAnyGranted } from '#src/kit/app/use-granted.ts'
import { recordsCall } from '#src/kit/calls/records.ts'
import { nextPage, useCallPages } from '#src/kit/calls/use-call.ts'
import { useDebounced } from '#src/kit/fields/ref/use-options.ts'
import { entityLabel } from '#src/kit/definition/label.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useScreenTitle } from '#src/kit/app/use-screen-title.ts'
import { ConvertForm } from './ConvertForm.tsx'

interface Found {
  id: number
  code: string
  occurredOn: string
  partnerIdName: string | null
}
const size = 20
/** Pixels before the end of the list at which the next pages are fetched. */
const nearEnd = 80

/**
 * Posted documents of a kind, newest first, page by page. Whoever may look at only one of the two
 * kinds picks from that one.
 */
function useMoved(entity: typeof shipment | typeof warehousing, search: string, isAsked: boolean) {
  const may = useAnyGranted([entity.permissions.list!].flat(), isAsked)
  const { data, isFetching, hasNextPage, fetchNextPage } = useCallPages(
    recordsCall<Found>(entity),
    { code: search || undefined, auditStatus: auditStatus.approved, size },
    nextPage,
    { enabled: isAsked && may === true },
  )
  return {
    entity,
    isFetching,
    options: (data?.pages ?? []).flatMap(({ content }) =>
      content.map((one) => ({
        value: one.id,
        label: [one.code, one.occurredOn, one.partnerIdName].filter(Boolean).join(' · '),
      })),
    ),
    more: () => {
      if (hasNextPage && !isFetching) void fetchNextPage()
    },
  }
}

/**
 * A return begins with the document that moved the goods: it is named in the address, or found by
 * its number.
 */
export function ReturnFrom({ source }: { source: number | undefined }) {
  const t = useLabels({ module: 'inventory' })
  const navigate = useNavigate()
  const title = useScreenTitle(goodsReturn, 'create')
  const [search, setSearch] = useState('')
  const find = useDebounced(setSearch)
  const isAsked = source === undefined
  const lists = [useMoved(shipment, search, isAsked), useMoved(warehousing, search, isAsked)]
  if (source !== undefined) return <ConvertForm key={source} source={source} to="return" />
  return (
    <section className="kit-page document-form" aria-label={title}>
      <h2>{title}</h2>
      <div className="kit-form">
        <Form component={false} layout="vertical">
          <Form.Item
            label={t('inventory:document.returnFrom')}
            htmlFor="return-from"
            help={t('inventory:document.returnFromNote')}
          >
            <Select
              id="return-from"
              className="kit-full"
              showSearch
              filterOption={false}
              loading={lists.some(({ isFetching }) => isFetching)}
              options={lists.map(({ entity, options }) => ({
                label: entityLabel(t, entity),
                options,
              }))}
              onSearch={find}
              onPopupScroll={({ currentTarget: list }) => {
                if (list.scrollTop + list.clientHeight > list.scrollHeight - nearEnd)
                  for (const { more } of lists) more()
              }}
              notFoundContent={t('kit:ref.nothing')}
              onSelect={(value: unknown) =>
                void navigate(`${documentScreens.return.route}/add?source=${String(value)}`)
              }
            />
          </Form.Item>
        </Form>
      </div>
    </section>
  )
}
