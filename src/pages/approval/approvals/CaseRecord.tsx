import { lazy, Suspense, useState } from 'react'
import { formOf } from '#contract/approval/forms.ts'
import { caseRecord, type CaseDetail } from '#contract/approval/case-calls.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { FieldCell } from '#src/kit/list/columns/columns.tsx'
import { useResourceNamed } from '#src/kit/definition/definition-context.ts'
import { isEmpty } from '#src/kit/fields/kind.ts'
import { fieldLabel } from '#src/kit/definition/label.ts'
import { isChanged } from '#src/kit/record/line-changes.ts'
import { ListSkeleton } from '#src/kit/app/ListState.tsx'
import type { Row } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'

/** What is being decided, to be read before it is: its head, its goods, its attachments, and what is different from the time before. */
export default function CaseRecord({ story: { id, formCode } }: { story: CaseDetail }) {
  const { entity, summary } = useResourceNamed(formOf(formCode)!.screen.name)
  const [Lines] = useState(() => summary?.lines && lazy(summary.lines))
  const t = useLabels(entity)
  const { data, error } = useCall(caseRecord, { id }, { retry: false })
  // A record that is gone leaves its timeline.
  if (error) return null
  if (!data) return <ListSkeleton rows={4} />
  const row = data as unknown as Row
  const previous = data.previous as unknown as Row | null
  return (
    <>
      <dl className="kit-facts">
        {summary?.fields
          .filter((name) => !(isEmpty(row[name]) && isEmpty(previous?.[name])))
          .map((name) => (
            <div key={name} className={summary.wide?.includes(name) ? 'kit-fact-wide' : undefined}>
              <dt>{fieldLabel(t, entity, name)}</dt>
              <dd>
                {previous && isChanged(previous[name], row[name]) ? (
                  <span className="goods-changed">
                    {!isEmpty(previous[name]) && (
                      <del>
                        <FieldCell resource={{ entity }} name={name} row={previous} isDetail />
                      </del>
                    )}{' '}
                    <ins>
                      <FieldCell resource={{ entity }} name={name} row={row} isDetail />
                    </ins>
                  </span>
                ) : (
                  <FieldCell resource={{ entity }} name={name} row={row} isDetail />
                )}
              </dd>
            </div>
          ))}
      </dl>
      {Lines && (
        <Suspense fallback={<ListSkeleton rows={2} />}>
          <Lines entity={entity} row={row} previous={previous} />
        </Suspense>
      )}
    </>
  )
}
