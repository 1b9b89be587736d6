import { Form, Select } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { pageOf } from '#contract/call.ts'
import type { Entity } from '#contract/entity.ts'
import {
  documentScreens,
  goodsReturn,
  shipment,
  warehousing,
} from '#contract/inventory/document.ts'
import { call } from '#src/api/call.ts'
import { isGranted } from '#src/api/permissions.ts'
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
const listOf = (entity: Entity) => ({
  endpoint: entity.api.list!,
  access: { code: entity.permissions.list! },
  input: z.object({ code: z.string().optional(), auditStatus: z.string(), size: z.int() }),
  answer: pageOf(z.custom<Found>()),
})
const kinds = [
  ['shipment', shipment],
  ['warehousing', warehousing],
] as const

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
  const { data, isFetching } = useQuery({
    queryKey: ['return-from', search],
    enabled: source === undefined,
    // Whoever may look at only one of the two picks from that one.
    queryFn: async ({ signal }) =>
      Promise.all(
        kinds.map(async ([kind, entity]) => ({
          label: entityLabel(t, entity),
          options: (await isGranted([entity.permissions.list!].flat()))
            ? await call(
                listOf(entity),
                { code: search || undefined, auditStatus: '2', size: 20 },
                { quiet: true, signal },
              ).then(
                ({ content }) =>
                  content.map((one) => ({
                    value: one.id,
                    label: [one.code, one.occurredOn, one.partnerIdName]
                      .filter(Boolean)
                      .join(' · '),
                    kind,
                  })),
                () => [],
              )
            : [],
        })),
      ),
  })
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
              loading={isFetching}
              options={data}
              onSearch={find}
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
